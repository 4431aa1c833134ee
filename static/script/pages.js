/* Rows that do not fit go on beside: swiped, or tapped on the dots */
atTable(({ root, $, $$, onSettle }) => {
  const showPages = () => requestAnimationFrame(countPages); // measured once it is laid out anyway
  function countPages() {
    if ("revealOpen" in root.dataset) return; // the cards lie over them
    for (const rows of $$("[data-pages]")) {
      const dots = document.getElementById(rows.dataset.pages);
      const wide = rows.clientWidth;
      const pages = wide ? Math.round((rows.scrollWidth + 8) / (wide + 8)) : 1;
      const at = wide ? Math.round(rows.scrollLeft / wide) : 0;
      if (!dots) continue;
      dots.hidden = pages < 2;
      if (dots.children.length !== pages) dots.innerHTML = "<i></i>".repeat(pages);
      [...dots.children].forEach((dot, n) => dot.toggleAttribute("data-at", n === Math.min(at, pages - 1)));
    }
  }
  onSettle(showPages);
  document.addEventListener("scroll", ({ target }) => {
    if (target.matches?.("[data-pages]")) showPages();
  }, { capture: true, passive: true });
  window.addEventListener("resize", showPages);
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-size-set]")) showPages();
    const dots = target.closest("[data-dots]");
    const rows = dots && $(`[data-pages="${dots.id}"]`);
    if (!rows) return;
    const last = rows.scrollLeft + 1.5 * rows.clientWidth > rows.scrollWidth;
    rows.scrollTo({ left: last ? 0 : rows.scrollLeft + rows.clientWidth, behavior: "smooth" });
  });

  Object.assign(Table, { showPages });
});
