/* Our own pad of digits: a card's number to look at, or a figure for a form */
atTable(({ root, here, $, $$, onSettle }) => {
  const PAD_LENGTH = 3;
  function press(key) {
    const pad = $("[data-pad]");
    if (!pad) return;
    if (key === "letters") return Table.findByName(!("finding" in root.dataset));
    const [, minus, digits] = pad.textContent.match(/^(\u2212?)(.*)$/);
    if (key === "±") return typeInto(pad, minus ? digits : `\u2212${digits}`);
    const typed = key === "erase" ? digits.slice(0, -1) : (digits + key).slice(0, PAD_LENGTH);
    if (pad.dataset.into) return typeInto(pad, (typed && minus) + typed.replace(/^0+(?=.)/, ""));
    typeNumber(pad, typed.replace(/^0+/, ""));
    keepTyped();
  }
  function typeNumber(pad, number) {
    Table.look(number ? { ...JSON.parse(pad.dataset.pad || "{}"), number: Number(number) } : null);
    pad.textContent = number;
  }
  /* A figure typed on our own pad: it goes into a field of the form, and onto the button */
  function typeInto(pad, typed) {
    pad.textContent = typed;
    $(`input[name="${pad.dataset.into}"]`).value = typed.replace("\u2212", "-") || "0";
    for (const place of $$("[data-typed]")) place.textContent = typed;
    root.toggleAttribute("data-typing", /\d/.test(typed));
  }
  /* What was typed so far survives a reload, as long as the same is asked for */
  const padKey = `pad:${here}`;
  const asksFor = (pad) => [pad.id, pad.dataset.into, pad.dataset.pad].join();
  let isRecalled = false;
  function keepTyped() {
    const pad = $("[data-pad]");
    if (pad?.textContent) sessionStorage.setItem(padKey, JSON.stringify([asksFor(pad), pad.textContent]));
    else sessionStorage.removeItem(padKey);
  }
  function recallTyped() {
    isRecalled = true;
    const pad = $("[data-pad]");
    const [asked, typed] = JSON.parse(sessionStorage.getItem(padKey) || "[]");
    if (!pad || pad.textContent || asked !== asksFor(pad)) return;
    if (pad.dataset.into) typeInto(pad, typed);
    else typeNumber(pad, typed);
  }

  /* Another part to count, or another pad: what was typed stays with its own */
  onSettle(() => {
    if (!isRecalled) recallTyped();
    keepTyped();
    const pad = $("[data-pad][data-into]");
    if (pad) typeInto(pad, pad.textContent);
    else root.removeAttribute("data-typing");
  });
  function clearPad() {
    Table.findByName(false);
    root.removeAttribute("data-expanded");
    const pad = $("[data-pad]");
    if (pad?.dataset.into) typeInto(pad, "");
    else if (pad) pad.textContent = "";
  }
  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-clears]")) clearPad();
  });
  document.addEventListener("click", ({ target }) => {
    const key = target.closest(".keys [data-key]");
    if (key) press(key.dataset.key);
  });

  Object.assign(Table, { clearPad });
});
