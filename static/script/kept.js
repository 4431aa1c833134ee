/* The box of taps that wait until the table is in touch, and what became of them; and a paying button
   that was tapped twice in a blink. The house names no move: a button says how it is told,
   `data-kept-as` {words, sign, price, unit, of}, where `of` is what there is to pay from. */
atTable(({ root, $, $$, onAccepted, onSettle, onTouch }) => {
  const BOOKED_TIME = 6000;
  const AGAIN_TIME = 3000;
  const box = $("#kept");
  let answers = []; // taps that were listed, each with its answer
  let once = null; // the button that was tapped twice in a blink
  let timer = 0;

  const figure = (number) => String(number).replace("-", "\u2212");
  const amount = (number, unit) => `${figure(number)} ${unit || ""}`.trim();
  const sumOf = (taps) => taps.reduce((sum, { keptAs }) => sum + (keptAs.price || 0), 0);

  /* Taps that say the same stand in one row */
  function grouped(taps, sameAs) {
    const groups = new Map();
    for (const tap of taps) groups.set(sameAs(tap), [...(groups.get(sameAs(tap)) || []), tap]);
    return [...groups.values()];
  }
  function unitsOf(taps) {
    return grouped(taps.filter(({ keptAs }) => keptAs.price && keptAs.of !== undefined), ({ keptAs }) => keptAs.unit);
  }
  /* What would be left, or what was there and is: in each unit */
  function left(taps) {
    const { unit, of } = taps[0].keptAs;
    const paid = sumOf(taps);
    return `${of} \u2212 ${paid} = ${amount(of - paid, unit)}`;
  }
  function became(taps) {
    const { unit, of } = taps[0].keptAs;
    return `${of} \u2192 ${amount(of - sumOf(taps), unit)}`;
  }

  function row(taps) {
    const { words, sign, price, unit } = taps[0].keptAs;
    const line = $("#kept-row").content.firstElementChild.cloneNode(true);
    const use = $("use", line);
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${sign || "wait"}`));
    $("svg", line).classList.add(`is-${sign || "wait"}`);
    $("[data-kept-words]", line).textContent = taps.length > 1 ? `${taps.length} × ${words}` : words;
    const paid = $(taps.length > 1 ? "[data-kept-each]" : "[data-kept-price]", line);
    for (const other of $$("small", line)) other.hidden = other !== paid || !price;
    for (const each of $$("[data-price]", line)) each.textContent = amount(price, unit);
    for (const all of $$("[data-all]", line)) all.textContent = figure(price * taps.length);
    return line;
  }
  const keep = (line, ...names) => {
    for (const button of $$("button", line)) if (!names.includes(button.dataset.kept)) button.remove();
    return line;
  };
  function waitingRow(taps) {
    const line = keep(row(taps), "empty", ...(taps.length > 1 ? ["less"] : []));
    for (const button of $$("button", line)) {
      button.setAttribute("aria-label", `${button.getAttribute("aria-label")}: ${taps[0].keptAs.words}`);
      button.addEventListener("click", () => {
        for (const tap of button.dataset.kept === "less" ? taps.slice(-1) : taps) Table.emptyTap(tap);
      });
    }
    return line;
  }
  /* What the moves of a row changed together: each figure as it was before the first and is after the last */
  function changes(taps) {
    const all = new Map();
    for (const { name, unit, was, now } of taps.flatMap(({ answer }) => answer.figures || [])) {
      all.set(name, { unit, was: all.get(name)?.was ?? was, now });
    }
    return [...all].map(([name, { unit, was, now }]) => `${name} ${figure(was)} \u2192 ${amount(now, unit)}`);
  }
  function answeredRow(taps) {
    const { answer } = taps.at(-1);
    const line = keep(row(taps), answer.ok ? "undo" : answer.advice ? "anyway" : "");
    const button = $("button", line);
    if (answer.ok) Object.assign(button.dataset, { move: "undo", args: JSON.stringify({ n: answer.n }) });
    else line.classList.add("is-refused");
    const told = answer.ok ? changes(taps).join(" · ") : answer.text || answer.why;
    if (told) {
      for (const other of $$("small", line)) other.hidden = true;
      $("[data-kept-told]", line).textContent = told;
      $("[data-kept-told]", line).hidden = false;
    }
    if (answer.advice) {
      const { kind, args, closesLook, handsBack } = taps.at(-1);
      button.addEventListener("click", () => {
        forget(taps.at(-1).id);
        Table.tap(kind, args, { anyway: true, closesLook, handsBack });
      });
    }
    return line;
  }

  function draw(state, heads, lines) {
    box.hidden = !state;
    if (!state) return void (delete box.dataset.state);
    box.dataset.state = state;
    $("#kept-sum").textContent = heads.join(", ");
    $("#kept-rows").replaceChildren(...lines);
  }
  /* Drawn anew whenever something could have changed; nothing moves under a finger meanwhile */
  let drawn = "";
  function listKept() {
    if (!box) return;
    const waiting = Table.listTaps();
    const again = once && once.isConnected && once.dataset.keptAs ? JSON.parse(once.dataset.keptAs) : null;
    const now = JSON.stringify([waiting, answers, again]);
    if (now === drawn) return;
    drawn = now;
    root.toggleAttribute("data-keeps", waiting.length > 0);
    if (waiting.length) {
      draw("waiting", unitsOf(waiting).map(left), grouped(waiting, Table.sameTaps).map(waitingRow));
    } else if (answers.length) {
      const rows = grouped(answers, (one) => Table.sameTaps(one) + (one.answer.ok || one.answer.why));
      const booked = answers.filter(({ answer }) => answer.ok);
      const state = booked.length === answers.length ? "booked" : "refused";
      draw(state, unitsOf(booked).map(became), rows.map(answeredRow));
    } else if (again) {
      draw("once", [], []);
      const more = again.price && again.of >= again.price;
      $("#kept-again").hidden = !more;
      if (more) $("#kept-again-sum").textContent = left([{ keptAs: again }]);
    } else draw("", [], []);
  }

  /* What was booked is told for a while; what was refused until it was read */
  function tellAnswer(tap, answer) {
    answers.push({ ...tap, answer });
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (answers.every((one) => one.answer.ok)) answers = [];
      listKept();
    }, BOOKED_TIME);
    listKept();
  }
  function forget(id) {
    answers = answers.filter((one) => one.id !== id);
    listKept();
  }
  onAccepted(({ kind, args }) => {
    if (kind !== "undo") return;
    for (const { id, answer } of answers) if (answer.n === args.n) forget(id);
  });
  onSettle(listKept);
  onTouch(listKept);
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("#kept-close")) return;
    answers = [];
    once = null;
    listKept();
  });

  /* A button that may be meant again asks for a while, and a second tap in a blink was none */
  const asking = new WeakMap();
  function askAgain(button) {
    if (!("repeat" in button.dataset) || !Table.socket.connected) return;
    clearTimeout(asking.get(button));
    button.dataset.again = "";
    asking.set(button, setTimeout(() => {
      delete button.dataset.again;
      if (once === button) once = null;
      listKept();
    }, AGAIN_TIME));
  }
  function tellOnce(button) {
    once = button;
    askAgain(button);
    listKept();
  }

  Object.assign(Table, { listKept, tellAnswer, askAgain, tellOnce });
});
