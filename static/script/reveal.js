/* The reveal is shown once, as a moment, on every screen that waited for it: who opens a page later
   sees how the game stands. It makes way for the first who acts: the server takes it away then. */
atTable(({ root, page, code, $, onSettle }) => {
  const REVEAL_TIME = 8000;
  const revealKey = `reveal:${code}`; // once a device, whoever shares it
  const isShared = document.body.dataset.then;
  let revealTimer = 0;
  let isToCome = false;
  onSettle(() => {
    const reveal = $("#reveal");
    if (!reveal) {
      closeReveal();
      if ($("[data-sealed]") && !isToCome) {
        sessionStorage.setItem(revealKey, "to come");
        isToCome = true;
      }
    } else if (sessionStorage.getItem(revealKey)) {
      if (!isShared) sessionStorage.removeItem(revealKey); // one that leaves with its lock leaves it to the next
      isToCome = false;
      root.dataset.revealOpen = "";
      Table.letTurn();
      Table.openTab("now");
      const live = $("#live-now");
      if (live) live.textContent = reveal.dataset.say || "";
      if (page === "table") revealTimer = setTimeout(closeReveal, REVEAL_TIME);
    }
  });
  function closeReveal() {
    if (!("revealOpen" in root.dataset)) return;
    clearTimeout(revealTimer);
    sessionStorage.removeItem(revealKey);
    delete root.dataset.revealOpen;
    Table.showPages();
  }

  Object.assign(Table, { closeReveal });
});
