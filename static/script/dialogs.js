/* Sheets open and close by what a button says, on every page: `data-open` names the dialog, `data-in`
   the slot that it lies in where that is behind a tap */
{
  function openDialog(which, slot, prepare = () => {}) {
    const open = () => {
      const dialog = Table.$(which);
      if (!dialog || dialog.open) return;
      prepare(dialog);
      dialog.showModal();
    };
    const place = slot ? Table.$(`[data-slot="${slot}"]`) : Table.$(`${which} [data-behind]`);
    if (Table.bring) Table.bring(place, open);
    else open();
  }
  document.addEventListener("click", ({ target }) => {
    const opener = target.closest("[data-open]");
    if (opener) openDialog(`#${opener.dataset.open}`, opener.dataset.in);
    if (target.closest("[data-close]") || target.matches("dialog")) target.closest("dialog")?.close();
  });

  /* A page that had to be loaded anew, because another game is played, opens what was open */
  document.addEventListener("DOMContentLoaded", () => {
    const open = sessionStorage.getItem("reopen");
    sessionStorage.removeItem("reopen");
    if (open) openDialog(`#${open}`);
  });

  Object.assign(Table, { openDialog });
}
