/* Ticks of the checklist live on this phone alone */
atTable(({ here, $$, onSettle }) => {
  const tickKey = `ticks:${here}`;
  onSettle(() => {
    const boxes = $$("[data-tick]");
    if (!boxes.length) return;
    const ticked = JSON.parse(localStorage.getItem(tickKey) || "[]");
    for (const box of boxes) box.checked = ticked.includes(box.dataset.tick);
  });
  document.addEventListener("change", ({ target }) => {
    if (!target.matches("[data-tick]")) return;
    localStorage.setItem(tickKey, JSON.stringify($$("[data-tick]:checked").map((box) => box.dataset.tick)));
  });
});
