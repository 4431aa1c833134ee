/* A text to hand on: by the phone's own way, or to be copied */
atTable(({ $, $$ }) => {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-share]");
    if (!button) return;
    const { share, in: slot } = button.dataset;
    if (!navigator.share) return Table.openDialog(`#${share}`, slot);
    Table.bring($$(`[data-slot="${slot}"]`), () => {
      const text = $(`#${share} textarea`)?.value || "";
      navigator.share({ text }).catch(() => {});
    });
  });
});
