/* What lies behind a tap (`data-behind`: a tab's panel, the dialogs of a sheet, the story) is kept as
   text and put into the page when it is opened. The server is told what is in sight, sends what is
   newer of it and then answers; of all the rest it sends what changed once the table is quiet. */
atTable(({ $$, onSettle, onTouch, settle }) => {
  const ANSWER_TIME = 400;
  const coming = new Set(); // what is about to be opened
  let told = "";

  const nameOf = ({ dataset }) => dataset.slot || dataset.behind;
  function isInSight(place) {
    if (!("behind" in place.dataset)) return true;
    return Boolean(place.closest(".panel.is-open, dialog[open]") || place.querySelector("dialog[open]"));
  }
  const inSight = () => $$("[data-behind]").filter((one) => isInSight(one) || coming.has(one)).map(nameOf);

  /* The names of what is in sight, as the server knows them from now on */
  function shows() {
    const names = inSight();
    told = names.join();
    return names;
  }
  function tell(then = () => {}) {
    if (Table.socket.connected) Table.socket.timeout(ANSWER_TIME).emit("show", shows(), then);
    else then();
  }
  function tellChange() {
    if (inSight().join() !== told) tell();
  }
  onSettle(tellChange);
  onTouch(tellChange);
  document.addEventListener("close", tellChange, { capture: true });

  /* Open what lies in some places with the newest of it: out of touch, with what is here */
  function bring(places, open) {
    const opened = () => {
      open();
      settle();
    };
    const closed = places.filter((one) => !isInSight(one));
    if (!closed.length) return opened();
    for (const one of closed) coming.add(one);
    tell(() => {
      for (const one of closed) {
        coming.delete(one);
        Table.fill(one);
      }
      opened();
    });
  }

  Object.assign(Table, { bring, isInSight, shows });
});
