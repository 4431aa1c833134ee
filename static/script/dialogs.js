/* Sheets open and close by what a button says, on every page */
document.addEventListener("click", ({ target }) => {
  const opener = target.closest("[data-open]");
  if (opener) document.getElementById(opener.dataset.open)?.showModal();
  if (target.closest("[data-close]") || target.matches("dialog")) target.closest("dialog")?.close();
});
