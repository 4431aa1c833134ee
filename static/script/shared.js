/* A device that several seats share: `data-back` is where it goes between them. A move hands it
   back by `data-hands-back`, or by "last" only once the page asks for no more of the same. */
atTable(({ back, $, onAccepted }) => {
  if (!back) return;
  onAccepted(({ kind, handsBack }) => {
    const isMoreAsked = handsBack === "last" && $(`#panel-now form[data-move="${kind}"]`);
    if (handsBack !== undefined && !isMoreAsked) location.assign(back);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) location.assign(back); // a shared screen never wakes with somebody's cards
  });
});
