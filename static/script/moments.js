/* A moment that everybody looks at, the turned cards or the count at the end, is put away by a tap
   on it and by any key, which does nothing else. What is done in a sheet over it goes before. */
atTable(({ root, $ }) => {
  const NO_KEYS = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Tab"];
  function putAway() {
    if ("revealOpen" in root.dataset) Table.closeReveal();
    else if ("ceremony" in root.dataset) Table.endCeremony();
    else return false;
    return true;
  }
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#reveal, [data-counting]")) putAway();
  });
  document.addEventListener("keydown", (event) => {
    const { ctrlKey, altKey, metaKey, key } = event;
    if (ctrlKey || altKey || metaKey || NO_KEYS.includes(key) || $("dialog[open]") || !putAway()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
});
