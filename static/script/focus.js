/* Who used keys or listens stays where things happen: a sheet begins at its heading, and where the
   focused button is gone, or a page is new because somebody sat down, its heading has the focus. */
{
  const KEY = "focus-heading";
  function focusHeading(within) {
    const heading = Table.$$("h1, h2", within).find((one) => one.getClientRects().length);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  /* `change` takes the focused element away, or not; what lies under an open sheet cannot have it */
  function keepFocus(change) {
    const had = document.activeElement !== document.body;
    change();
    if (had && document.activeElement === document.body) focusHeading(Table.$$("dialog[open]").at(-1));
  }
  function focusHeadingNext() {
    sessionStorage.setItem(KEY, "yes");
  }
  document.addEventListener("DOMContentLoaded", () => {
    if (sessionStorage.getItem(KEY)) focusHeading(document.body);
    sessionStorage.removeItem(KEY);
  });

  Object.assign(Table, { focusHeading, keepFocus, focusHeadingNext });
}
