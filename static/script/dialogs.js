/* Sheets open and close by what a button says, on every page */
document.addEventListener("click", ({ target }) => {
  const opener = target.closest("[data-open]");
  if (opener) document.getElementById(opener.dataset.open)?.showModal();
  if (target.closest("[data-close]") || target.matches("dialog")) target.closest("dialog")?.close();
});

/* A page that had to be loaded anew, because another game is played, opens what was open */
document.addEventListener("DOMContentLoaded", () => {
  const open = sessionStorage.getItem("reopen");
  sessionStorage.removeItem("reopen");
  if (open) document.getElementById(open)?.showModal();
});
