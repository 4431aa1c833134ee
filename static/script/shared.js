/* A device that several seats share: `data-then` is where it goes when this one has made its move. A
   move hands it on by `data-hands-back`, or by "last" once the page that follows asks for no more of
   the same. Out of touch there is no other page to go to: this one covers itself, and goes then. */
atTable(({ root, here, $, onAccepted, onScreen, onTouch }) => {
  const { then } = document.body.dataset;
  let leaves = ""; // where this page goes as soon as somebody is there and has its taps
  function leave(where) {
    root.dataset.covered = "";
    leaves = where;
    fetch("/healthz", { cache: "no-store" }).then(goOn, () => Table.probe());
  }
  function goOn() {
    const kept = localStorage.getItem(`taps:${here}`) || "[]";
    if (leaves && kept === "[]") location.replace(leaves);
  }
  onTouch(goOn);
  onAccepted(goOn);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.pass-on, a.hand-back");
    if (!link || Table.socket.connected) return;
    event.preventDefault();
    leave(link.href);
  });

  if (!then) return;
  /* Whoever reloads or comes back here by the browser's own way finds the cover */
  const cover = location.pathname;
  history.replaceState(null, "", cover);
  const goTo = (where) => location.replace(where);

  let asked = null; // the move whose page is to come
  let shown = Number(document.body.dataset.n); // the number of the move that the page shows
  function lookForMore() {
    if (!asked || shown < asked.n) return;
    if (!$(`#panel-now form[data-move="${asked.kind}"]`)) goTo(then);
    asked = null;
  }
  onAccepted(({ kind, handsBack, n }) => {
    if (handsBack === "last") asked = { kind, n };
    else if (handsBack !== undefined) goTo(then);
    lookForMore();
  });
  onScreen(({ n, slots }) => {
    if (slots.now) shown = n;
    lookForMore();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leave(cover); // a shared screen never wakes with somebody's cards
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) leave(cover);
  });
});
