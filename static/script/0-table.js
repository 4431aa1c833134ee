/* The phone's side of the table: taps go out once, screens come in and are morphed in place.
   What the finger is doing (a chosen plate, a half-typed name, an open dialog) belongs to the
   finger: no screen from the server overwrites it. docs/protocol.md describes the messages.

   The server joins the files of this folder by name, then those of the game, into one script. Each
   is a function of its own; what it gives to the others is put into `Table` at its end and called
   as `Table.name()`, never while the script is still being read. So only this file must come first;
   what else depends on the order of names says so. */
"use strict"; // all of them
const Table = (() => {
  const { page, table: code, game, seat, language } = document.body.dataset;

  /* Who wants to hear of something: `Table.onSettle(show)` is called by `Table.settle()` */
  function calls() {
    const listeners = [];
    const call = (...what) => {
      for (const listener of listeners) listener(...what);
    };
    return [(listener) => void listeners.push(listener), call];
  }
  const [onSettle, settle] = calls(); // the page has changed, by the server or by the finger
  const [onScreen, screenCame] = calls(); // the server sent {slots, lines, …}; they are shown
  const [onAccepted, accepted] = calls(); // a tap was answered with yes
  const [onTouch, inTouch] = calls(); // the server is there, for the first time or again
  const [onLost, lost] = calls(); // the socket has closed

  /* Deferred, so that the files of the game have been read as well */
  document.addEventListener("DOMContentLoaded", () => settle());

  return {
    ...{ page, code, game, seat, language },
    root: document.documentElement,
    here: `${code}:${seat || page}`, // what this page keeps, it keeps under this name
    $: (selector, within = document) => within.querySelector(selector),
    $$: (selector, within = document) => [...within.querySelectorAll(selector)],
    ...{ onSettle, settle, onScreen, screenCame, onAccepted, accepted },
    ...{ onTouch, inTouch, onLost, lost },
  };
})();

/* What only pages of a table do: those without one (the front, a cover) run nothing of it. */
function atTable(part) {
  if (Table.code && window.io) part(Table);
}
