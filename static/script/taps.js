/* Taps: each has an id, is kept until it is answered, and counts once. What was tapped and waits
   for its answer is not sent twice, unless it may be meant twice (`data-repeat`). What follows the
   answer is kept with the tap: the page may have been loaded anew by then. */
atTable(({ root, here, $$, onTouch, onLost, onSettle, accepted }) => {
  const TAP_LIFE = 15 * 60 * 1000;
  const KEPT_AFTER = 400;
  const ANSWER_TIME = 5000;
  const kept = {
    key: `taps:${here}`,
    all() {
      const taps = JSON.parse(localStorage.getItem(this.key) || "[]");
      return taps.filter((tap) => Date.now() - tap.at < TAP_LIFE);
    },
    save(taps) {
      localStorage.setItem(this.key, JSON.stringify(taps));
    },
    add(tap) {
      this.save([...this.all(), tap]);
    },
    drop(id) {
      this.save(this.all().filter((tap) => tap.id !== id));
    },
  };
  const underway = new Set();

  function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /* `options`: anyway, repeat, closesLook, handsBack, as the button says them (moves.js) */
  function tap(kind, args, { anyway = false, repeat = false, closesLook, handsBack } = {}) {
    const same = JSON.stringify([kind, args, anyway]);
    const waits = kept.all().some((one) => JSON.stringify([one.kind, one.args, one.anyway]) === same);
    if (repeat || !waits) kept.add({ id: newId(), kind, args, anyway, closesLook, handsBack, at: Date.now() });
    Table.refuse(null);
    send();
    setTimeout(showKept, KEPT_AFTER);
  }

  function send() {
    if (!Table.socket.connected) return;
    for (const one of kept.all()) {
      const { id, kind, args, anyway } = one;
      if (underway.has(id)) continue;
      underway.add(id);
      const message = anyway ? { id, kind, args, anyway } : { id, kind, args };
      Table.socket.timeout(ANSWER_TIME).emit("move", message, (late, answer) => {
        underway.delete(id);
        if (late) return void Table.probe();
        kept.drop(id);
        showKept();
        if (answer.ok) accepted({ ...one, n: answer.n });
        else Table.refuse(answer, one);
      });
    }
  }
  onTouch(send);
  onLost(() => underway.clear());

  /* Buttons and forms that await their answer look kept, and say for how many taps. Mostly none do:
     then there is nothing to look for on the page. */
  function showKept() {
    const late = kept.all().filter((one) => Date.now() - one.at >= KEPT_AFTER);
    if (!late.length && !("kept" in root.dataset)) return;
    for (const element of $$("[data-move]")) {
      const { move, args = "{}" } = element.dataset;
      const mine = late.filter((one) => one.kind === move && (element.matches("form") || isSame(one.args, args)));
      const buttons = element.id ? $$(`[form="${element.id}"]`) : [];
      for (const one of [element, ...buttons]) one.classList.toggle("is-kept", mine.length > 0);
      if (mine.length > 1) element.dataset.times = mine.length;
      else delete element.dataset.times;
    }
    root.toggleAttribute("data-kept", late.length > 0);
  }
  const isSame = (args, text) => JSON.stringify(args) === JSON.stringify(JSON.parse(text));
  onSettle(showKept);

  Object.assign(Table, { tap });
});
