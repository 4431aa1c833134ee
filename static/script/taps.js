/* Taps: each has an id, is kept until it is answered, and counts once. What was tapped and waits
   for its answer is not sent twice, unless it may be meant twice (`data-repeat`). What follows the
   answer is kept with the tap: the page may have been loaded anew by then. So is how it is told
   while it is kept (`keptAs`), in the box that kept.js draws. */
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
    mark(ids, how) {
      this.save(this.all().map((tap) => (ids.includes(tap.id) ? { ...tap, ...how } : tap)));
    },
  };
  const underway = new Set();

  function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  const sameTaps = ({ kind, args, anyway, seat }) => JSON.stringify([kind, args, anyway, seat]);

  /* `options`: anyway, repeat, seat, closesLook, handsBack, keptAs, as the button says them (moves.js) */
  function tap(kind, args, { anyway = false, repeat = false, seat, closesLook, handsBack, keptAs } = {}) {
    const fresh = { id: newId(), kind, args, anyway, seat, closesLook, handsBack, keptAs, at: Date.now() };
    const waits = kept.all().some((one) => !one.emptied && sameTaps(one) === sameTaps(fresh));
    if (repeat || !waits) kept.add(fresh);
    Table.refuse(null);
    send();
    setTimeout(showKept, KEPT_AFTER);
  }

  function send() {
    if (!Table.socket.connected) return;
    for (const one of kept.all()) {
      const { id, kind, args, anyway, seat, listed } = one;
      if (underway.has(id)) continue;
      underway.add(id);
      kept.mark([id], { sent: true });
      const message = { id, kind, args, ...(anyway && { anyway }), ...(seat && { seat }), ...(listed && { tell: true }) };
      Table.socket.timeout(ANSWER_TIME).emit("move", message, (late, answer) => {
        underway.delete(id);
        if (late) return void Table.probe();
        const { emptied } = kept.all().find((other) => other.id === id) || {};
        kept.drop(id);
        if (emptied) {
          if (answer.ok) tap("undo", { n: answer.n });
        } else {
          if (listed) Table.tellAnswer(one, answer);
          else if (!answer.ok) Table.refuse(answer, one);
          if (answer.ok) accepted({ ...one, n: answer.n });
        }
        showKept();
      });
    }
  }

  /* A kept tap that is not meant any more. One that has gone out may have been booked although its
     answer was lost: only its id tells, so it goes out once more, and what was booked is taken back. */
  function emptyTap({ id, sent }) {
    if (sent) kept.mark([id], { emptied: true });
    else kept.drop(id);
    showKept();
  }

  /* What waits although nobody answers, as far as its button tells how it is listed */
  function listTaps() {
    if (Table.socket.connected) return [];
    const listed = kept.all().filter((one) => one.keptAs && !one.emptied);
    kept.mark(listed.map(({ id }) => id), { listed: true });
    return listed;
  }
  onTouch(send);
  onLost(() => {
    underway.clear();
    showKept();
  });

  /* Buttons and forms that await their answer look kept, and say for how many taps. Mostly none do:
     then there is nothing to look for on the page. */
  function showKept() {
    const late = kept.all().filter((one) => !one.emptied && Date.now() - one.at >= KEPT_AFTER);
    Table.listKept();
    if (!late.length && !("kept" in root.dataset)) return;
    for (const element of $$("[data-move]")) {
      const { move, args = "{}" } = element.dataset;
      const mine = late.filter((one) => one.kind === move && (element.matches("form") || isSame(one.args, args)));
      const buttons = element.id ? $$(`[form="${element.id}"]`) : [];
      for (const one of [element, ...buttons]) {
        one.classList.toggle("is-kept", mine.length > 0);
        for (const times of $$(".kept-times", one)) times.textContent = mine.length > 1 ? `${mine.length} ×` : "";
      }
    }
    root.toggleAttribute("data-kept", late.length > 0);
  }
  const isSame = (args, text) => JSON.stringify(args) === JSON.stringify(JSON.parse(text));
  onSettle(showKept);

  Object.assign(Table, { tap, sameTaps, listTaps, emptyTap });
});
