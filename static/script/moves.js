/* Buttons and forms that make a move. What one does besides, it says by data: `data-repeat` (it may
   be meant several times), `data-confirm` (a second tap is needed), `data-anyway` (against the rule's
   advice), `data-seat` (for another seat that this device holds), `data-stays` (the sheet of a form is
   not closed), what follows when the move is accepted, `data-closes-look` and `data-hands-back`, and how
   a tap on it is told while it is kept, `data-kept-as`. */
atTable(({ code, page, $$, onAccepted }) => {
  function readForm(form) {
    const args = {};
    for (const field of form.elements) {
      if (!field.name || field.disabled || (field.type === "radio" && !field.checked)) continue;
      if (field.type === "checkbox" && "item" in field.dataset) {
        args[field.name] = [...(args[field.name] || []), ...(field.checked ? [JSON.parse(field.value)] : [])];
      } else if (field.type === "checkbox") args[field.name] = field.checked;
      else if (field.dataset.within) {
        args[field.dataset.within] = { ...args[field.dataset.within], [field.name]: field.value };
      } else if ("number" in field.dataset) args[field.name] = Number(field.value);
      else if ("json" in field.dataset) args[field.name] = JSON.parse(field.value);
      else args[field.name] = field.value;
    }
    return args;
  }
  const saidBy = ({ dataset }) => ({
    anyway: "anyway" in dataset,
    repeat: "repeat" in dataset,
    seat: dataset.seat,
    closesLook: "closesLook" in dataset,
    handsBack: dataset.handsBack,
    keptAs: dataset.keptAs && JSON.parse(dataset.keptAs),
  });

  /* A second tap is awaited for a while; what the first one of another time awaited is over with it */
  const ARMED_TIME = 4000;
  const disarming = new WeakMap();
  function isArmed(button) {
    if (!("confirm" in button.dataset)) return true;
    clearTimeout(disarming.get(button));
    if ("armed" in button.dataset) {
      delete button.dataset.armed;
      return true;
    }
    button.dataset.armed = "";
    disarming.set(button, setTimeout(() => delete button.dataset.armed, ARMED_TIME));
    return false;
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-move]");
    if (!form) return;
    event.preventDefault();
    if (!("stays" in form.dataset)) form.closest("dialog")?.close();
    const chosen = $$("input[data-kept-as]", form).find(({ type, checked }) => checked || type === "hidden");
    const { repeat, ...options } = { ...saidBy(form), ...(chosen && { keptAs: saidBy(chosen).keptAs }) };
    const steppers = $$("[data-changed]", form);
    if (repeat && !steppers.length) return; // nothing was set
    Table.tap(form.dataset.move, readForm(form), { repeat, ...options });
    if (repeat) for (const stepper of steppers) Table.setStepper(stepper, 0);
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-move]");
    if (!button || !isArmed(button)) return;
    Table.tap(button.dataset.move, JSON.parse(button.dataset.args || "{}"), saidBy(button));
    Table.askAgain(button);
    button.closest("dialog[data-once]")?.close();
  });

  /* A finger that bounces: a second tap on the very spot, at once, makes no move. What stands there
     by then may be another button altogether. The same button tapped twice in a blink is meant once,
     and says so; out of touch it counts in sight, and can be emptied. */
  const BOUNCE_TIME = 400;
  const BOUNCE_ROOM = 24;
  let tapped = { x: 0, y: 0, at: -BOUNCE_TIME };
  document.addEventListener("click", (event) => {
    if (!event.detail) return; // keys do not bounce
    const button = event.target.closest("button[data-move], form[data-move] button:not([type]), button[form]");
    const now = { x: event.clientX, y: event.clientY, at: event.timeStamp, button };
    const isNear = Math.hypot(now.x - tapped.x, now.y - tapped.y) < BOUNCE_ROOM;
    const isSame = button && button === tapped.button;
    const bounced = now.at - tapped.at < BOUNCE_TIME && (isNear || isSame);
    tapped = now;
    if (!bounced || !button || button.closest("[data-confirm]")) return;
    const mayRepeat = isSame && button.closest("[data-repeat]");
    if (mayRepeat && !Table.socket.connected) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (mayRepeat) Table.tellOnce(button);
  }, { capture: true });

  /* Who plays alone on the table screen goes to the own seat; a phone that got one is told to load it
     (touch.js) */
  onAccepted(({ kind, args }) => {
    if (kind !== "sit" || page !== "table" || !args.phone) return;
    Table.focusHeadingNext();
    location.assign(`/t/${code}`);
  });

  Object.assign(Table, { readForm });
});
