/* What goes back with a step: the server refuses to take it back alone, and its answer brings the sheet
   that asks. Who has asked sees who is waited for, on a sheet that opens once by itself. On a line of
   the story, how many steps there are back to it. */
atTable(({ $, $$, onSettle, settle }) => {
  function showGoes(html) {
    const dialog = $("#goes");
    Table.morph($("#goes-steps"), html);
    if (!dialog.open) Table.showSheet(dialog);
    settle();
  }
  let known = null; // the sheets that wait already: none opens by itself on a page that was just loaded
  onSettle(() => {
    const waiting = $$("dialog.waiting.is-mine");
    const fresh = waiting.find(({ id }) => known && !known.has(id));
    known = new Set(waiting.map(({ id }) => id));
    if (fresh && !$("dialog[open]")) Table.showSheet(fresh);
  });
  document.addEventListener("toggle", ({ target }) => {
    const counted = target.open && $("[data-steps-back]", target);
    if (!counted) return;
    const lines = $$(".line:not(.is-undone):not(.is-quiet)");
    const steps = lines.indexOf(target.closest(".line")) + 1;
    counted.textContent = steps;
    counted.closest("button").hidden = steps === 1;
  }, { capture: true });
  document.addEventListener("click", ({ target }) => {
    const more = target.closest(".line-ways [data-move]")?.closest("details");
    if (more) more.open = false;
  });

  Object.assign(Table, { showGoes });
});
