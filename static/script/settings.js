/* What each phone chooses for itself, on every page */
(({ root, page }) => {
  const SETTINGS = ["theme", "seats", "size", "buzz"];
  for (const name of SETTINGS) {
    const kept = localStorage.getItem(name);
    if (kept) root.dataset[name] = kept;
  }
  if (!root.dataset.theme && matchMedia("(prefers-color-scheme: light)").matches && page !== "table") {
    root.dataset.theme = "light";
  }
  function choose(name, value) {
    root.dataset[name] = value;
    localStorage.setItem(name, value);
    document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
  }
  document.addEventListener("click", ({ target }) => {
    for (const name of SETTINGS) {
      const button = target.closest(`[data-${name}-set]`);
      if (button) choose(name, button.getAttribute(`data-${name}-set`));
    }
  });
})(Table);
