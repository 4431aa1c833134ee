/* Buttons and forms that make a move. What one does besides, it says by data: `data-repeat` (each
   tap counts), `data-confirm` (a second tap is needed), `data-anyway` (against the rule's advice),
   and what follows when the move is accepted, `data-closes-look` and `data-hands-back`. */
atTable(({ code, page, $$, onAccepted }) => {
  function readForm(form) {
    const args = {};
    for (const field of form.elements) {
      if (!field.name || field.disabled || (field.type === "radio" && !field.checked)) continue;
      if (field.type === "checkbox") args[field.name] = field.checked;
      else if ("number" in field.dataset) args[field.name] = Number(field.value);
      else if ("json" in field.dataset) args[field.name] = JSON.parse(field.value);
      else args[field.name] = field.value;
    }
    return args;
  }
  const saidBy = ({ dataset }) => ({
    anyway: "anyway" in dataset,
    repeat: "repeat" in dataset,
    closesLook: "closesLook" in dataset,
    handsBack: dataset.handsBack,
  });

  const ARMED_TIME = 4000;
  function isArmed(button) {
    if (!("confirm" in button.dataset)) return true;
    if ("armed" in button.dataset) {
      delete button.dataset.armed;
      return true;
    }
    button.dataset.armed = "";
    setTimeout(() => delete button.dataset.armed, ARMED_TIME);
    return false;
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-move]");
    if (!form) return;
    event.preventDefault();
    form.closest("dialog")?.close();
    const { repeat, ...options } = saidBy(form);
    const steppers = $$("[data-changed]", form);
    if (repeat && !steppers.length) return; // nothing was set
    Table.tap(form.dataset.move, readForm(form), { repeat, ...options });
    if (repeat) for (const stepper of steppers) Table.setStepper(stepper, 0);
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-move]");
    if (!button || !isArmed(button)) return;
    Table.tap(button.dataset.move, JSON.parse(button.dataset.args || "{}"), saidBy(button));
    button.closest("dialog[data-once]")?.close();
  });

  /* A finger that bounces: a second tap on the very spot, at once, makes no move. What stands there
     by then may be another button altogether. */
  const BOUNCE_TIME = 300;
  const BOUNCE_ROOM = 24;
  let tapped = { x: 0, y: 0, at: -BOUNCE_TIME };
  document.addEventListener("click", (event) => {
    if (!event.detail) return; // keys do not bounce
    const now = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    const bounced = now.at - tapped.at < BOUNCE_TIME && Math.hypot(now.x - tapped.x, now.y - tapped.y) < BOUNCE_ROOM;
    tapped = now;
    const button = event.target.closest("button[data-move], form[data-move] button:not([type]), button[form]");
    if (!bounced || !button || button.closest("[data-repeat], [data-confirm]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });

  /* Who sat down sees the own seat here, not the way to it */
  onAccepted(({ kind, args }) => {
    if (kind !== "sit") return;
    if (page === "join") location.reload();
    if (page === "table" && args.phone) location.assign(`/t/${code}`);
  });

  Object.assign(Table, { readForm });
});
