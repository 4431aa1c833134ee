/* A text to hand on: by the phone's own way, or to be copied */
atTable(() => {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-share]");
    if (!button) return;
    const dialog = document.getElementById(button.dataset.share);
    const text = dialog?.querySelector("textarea")?.value || "";
    if (navigator.share) navigator.share({ text }).catch(() => {});
    else dialog?.showModal();
  });
});
