/* Sheets open and close by what a button says, on every page: `data-open` names the dialog, `data-in`
   the slot that it lies in where that is behind a tap */
{
  function openDialog(which, slot, prepare = () => {}) {
    const open = () => {
      const dialog = Table.$(which);
      if (!dialog || dialog.open) return;
      prepare(dialog);
      showSheet(dialog);
      dialog.scrollTop = 0;
    };
    const places = Table.$$(slot ? `[data-slot="${slot}"]` : `${which} [data-behind]`);
    if (Table.bring) Table.bring(places, open);
    else open();
  }
  /* Its first element is the cross that closes it: what is read first is its heading */
  function showSheet(dialog) {
    dialog.showModal();
    if (!Table.$("[autofocus]", dialog)) Table.focusHeading(dialog);
  }
  document.addEventListener("click", ({ target }) => {
    const opener = target.closest("[data-open]");
    if (opener) openDialog(`#${opener.dataset.open}`, opener.dataset.in);
    if (target.closest("[data-print]")) window.print();
    if (target.closest("[data-close]") || target.matches("dialog")) target.closest("dialog")?.close();
  });

  /* A page that had to be loaded anew, because another game is played, opens what was open; one that
     was come to by a link opens what the link names */
  document.addEventListener("DOMContentLoaded", () => {
    const open = sessionStorage.getItem("reopen") || location.hash.slice(1);
    sessionStorage.removeItem("reopen");
    if (open) openDialog(`#${open}`);
  });

  Object.assign(Table, { openDialog, showSheet });
}
