/* A device that several seats share: `data-back` is where it goes between them. A move hands it
   back by `data-hands-back`, or by "last" once the page that follows asks for no more of the same. */
atTable(({ back, $, onAccepted, onScreen }) => {
  if (!back) return;
  let asked = null; // the move whose page is to come
  let shown = Number(document.body.dataset.n); // the number of the move that the page shows
  function lookForMore() {
    if (!asked || shown < asked.n) return;
    if (!$(`#panel-now form[data-move="${asked.kind}"]`)) location.assign(back);
    asked = null;
  }
  onAccepted(({ kind, handsBack, n }) => {
    if (handsBack === "last") asked = { kind, n };
    else if (handsBack !== undefined) location.assign(back);
    lookForMore();
  });
  onScreen(({ n, slots }) => {
    if (slots.now) shown = n;
    lookForMore();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) location.assign(back); // a shared screen never wakes with somebody's cards
  });
});
