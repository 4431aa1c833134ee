/* What each phone chooses for itself, on every page; head.js recalls it */
if (!navigator.vibrate) Table.$("[data-buzz-set]")?.closest(".choice").remove(); // it could not
document.addEventListener("click", ({ target }) => {
  for (const name of ["theme", "seats", "size", "buzz"]) {
    const value = target.closest(`[data-${name}-set]`)?.getAttribute(`data-${name}-set`);
    if (!value) continue;
    Table.root.dataset[name] = value;
    localStorage.setItem(name, value);
    document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
  }
});
