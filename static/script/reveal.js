/* The reveal is shown once, as a moment */
atTable(({ root, page, here, $, onSettle }) => {
  const REVEAL_TIME = 8000;
  const revealKey = `reveal:${here}`;
  let revealTimer = 0;
  onSettle(() => {
    const reveal = $("#reveal");
    if (!reveal) {
      if ($("[data-sealed]")) sessionStorage.removeItem(revealKey); // the next one is another
      delete root.dataset.revealOpen;
    } else if (sessionStorage.getItem(revealKey) !== reveal.dataset.reveal && !("revealOpen" in root.dataset)) {
      root.dataset.revealOpen = "";
      Table.letTurn();
      Table.openTab("now");
      const live = $("#live-now");
      if (live) live.textContent = reveal.dataset.say || "";
      if (page === "table") revealTimer = setTimeout(closeReveal, REVEAL_TIME);
    }
  });
  function closeReveal() {
    clearTimeout(revealTimer);
    const reveal = $("#reveal");
    if (reveal) sessionStorage.setItem(revealKey, reveal.dataset.reveal);
    delete root.dataset.revealOpen;
    Table.showPages();
  }
  document.addEventListener("click", ({ target }) => {
    if (target.closest('[data-dismiss="reveal"]')) closeReveal();
  });
});
