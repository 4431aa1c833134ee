/* The browser's way back closes a sheet, then goes to the first tab, and only then leaves the page: one
   entry of its history stands for whatever is open. */
atTable(({ $, $$, onSettle }) => {
  if (!$("main[data-tab]")) return;
  let isLeaving = false; // our own step back, until it has happened
  const isAway = () => Boolean($("dialog[open]")) || $("main[data-tab]").dataset.tab !== "now";
  const isMarked = () => Boolean(history.state?.away);

  function keepUp() {
    if (isLeaving || isAway() === isMarked()) return;
    if (isAway()) return history.pushState({ away: true }, "");
    isLeaving = true;
    history.back();
  }
  window.addEventListener("popstate", () => {
    if (!isLeaving && !isMarked()) {
      const sheet = $$("dialog[open]").at(-1);
      if (sheet) sheet.close();
      else Table.openTab("now");
    }
    isLeaving = false;
    keepUp();
  });
  onSettle(keepUp);
  document.addEventListener("close", keepUp, { capture: true });
});
