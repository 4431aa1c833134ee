/* Hold to peek: shown while held, hidden on release, blur, scroll or lost touch */
atTable(({ root, onLost }) => {
  const HOLD_TIME = 350;
  const PEEK_TIME = 4000;
  let holding = 0;
  function peek(shown) {
    clearTimeout(holding);
    if (shown) root.dataset.peek = "";
    else delete root.dataset.peek;
  }
  document.addEventListener("pointerdown", ({ target }) => {
    if (target.closest("[data-peek]")) holding = setTimeout(() => peek(true), HOLD_TIME);
  });
  for (const end of ["pointerup", "pointercancel", "scroll", "visibilitychange"]) {
    document.addEventListener(end, () => peek(false), { passive: true });
  }
  window.addEventListener("blur", () => peek(false));
  onLost(() => peek(false));
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-peek]")) event.preventDefault();
  });
  document.addEventListener("click", ({ target, detail }) => {
    if (detail !== 0 || !target.closest("[data-peek]")) return; // only keys and screen readers
    peek(!("peek" in root.dataset));
    holding = setTimeout(() => peek(false), PEEK_TIME);
  });
});
