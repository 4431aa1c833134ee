/* What a screen reader says of a new screen: the first `data-say` on it, and nothing while the
   points are counted. Comes after ceremony.js, which tells. */
atTable(({ root, $, onSettle }) => {
  onSettle(() => {
    const live = $("#live");
    const said = ("ceremony" in root.dataset ? null : $("[data-slot] [data-say]:not(#reveal)"))?.dataset.say || "";
    if (live && live.textContent !== said) live.textContent = said;
  });
});
