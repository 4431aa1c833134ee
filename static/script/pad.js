/* Our own pad of digits: a card's number to look at, or a figure for a form */
atTable(({ root, $, $$, onSettle }) => {
  const PAD_LENGTH = 3;
  function press(key) {
    const pad = $("[data-pad]");
    if (!pad) return;
    if (key === "letters") return Table.findByName(!("finding" in root.dataset));
    const [, minus, digits] = pad.textContent.match(/^(\u2212?)(.*)$/);
    if (key === "sign") return typeInto(pad, minus ? digits : `\u2212${digits}`);
    const typed = key === "erase" ? digits.slice(0, -1) : (digits + key).slice(0, PAD_LENGTH);
    if (pad.dataset.into) return typeInto(pad, (typed && minus) + typed.replace(/^0+(?=.)/, ""));
    const number = typed.replace(/^0+/, "");
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
  /* Another part to count, or another pad: what was typed stays with its own */
  onSettle(() => {
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
    const key = target.closest("[data-key]");
    if (key) press(key.dataset.key);
  });

  Object.assign(Table, { clearPad });
});
