/* A figure set by hand: plus and minus, repeating while held */
atTable(({ $, $$, onSettle, onAccepted }) => {
  const REPEAT_AFTER = 400;
  const REPEAT_EVERY = 90;
  let repeating = 0;
  const figure = (number) => String(number).replace("-", "\u2212");
  function step(button) {
    const stepper = button.closest("[data-stepper]");
    const unit = Number(stepper.dataset.unit || 1);
    setStepper(stepper, Number($("input[data-number]", stepper).value) + unit * Number(button.dataset.by));
  }
  function setStepper(stepper, by) {
    const { stepper: was, least = 0, most = 999, each = 1 } = stepper.dataset;
    const value = Math.min(Number(most), Math.max(Number(least), Number(was) + by)) - Number(was);
    $("input[data-number]", stepper).value = String(value);
    $("output", stepper).textContent = figure(Number(was) + value);
    const form = stepper.closest("form");
    for (const sum of $$("[data-sum]", form)) sum.textContent = figure(value * Number(each));
    tell(form, "now", figure(Number(was) + value));
    stepper.toggleAttribute("data-changed", value !== 0);
  }
  /* A sum stands beside its stepper: a new screen does not know what is half set */
  onSettle(() => {
    for (const stepper of $$("[data-changed]")) setStepper(stepper, Number($("input[data-number]", stepper).value));
  });
  onAccepted(({ kind }) => {
    for (const form of $$(`form[data-move="${kind}"]`)) {
      for (const stepper of $$("[data-changed]:not([data-keeps])", form)) setStepper(stepper, 0);
    }
  });
  document.addEventListener("pointerdown", ({ target }) => {
    const button = target.closest("[data-by]");
    if (!button) return;
    step(button);
    const again = () => {
      step(button);
      repeating = setTimeout(again, REPEAT_EVERY);
    };
    repeating = setTimeout(again, REPEAT_AFTER);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(repeating));
  document.addEventListener("click", ({ target, detail }) => {
    if (detail === 0 && target.closest("[data-by]")) step(target.closest("[data-by]")); // keys
  });

  /* A stepper is aimed at one of many figures: `data-aim` says which it is, what it was and is now */
  function tell(form, what, words) {
    for (const place of $$(`[data-aim="${what}"]`, form.closest("dialog") || form)) place.textContent = words;
  }
  function aim(form, { value, words, least = 0, most = 999, unit = 1 }, by = 0) {
    const stepper = $("[data-stepper]", form);
    Object.assign(stepper.dataset, { stepper: value, least, most, unit });
    tell(form, "words", words);
    tell(form, "was", figure(value));
    setStepper(stepper, by);
  }

  /* One dialog sets every figure; the figure that was tapped says which */
  document.addEventListener("click", ({ target }) => {
    const tapped = target.closest("[data-adjust]");
    if (!tapped) return;
    const { field, ...figure } = JSON.parse(tapped.dataset.adjust);
    Table.openDialog("#adjust", tapped.dataset.in, (dialog) => {
      $("input[name=field]", dialog).value = field;
      aim($("form", dialog), figure);
    });
  });

  /* A form of many figures; the one that is chosen may change under the finger */
  const aimedAt = (form) => $("[data-aims-at] :checked", form)?.closest("[data-aims-at]");
  document.addEventListener("change", ({ target }) => {
    const cell = target.closest("form[data-aims] [data-aims-at]");
    if (cell) aim(target.form, JSON.parse(cell.dataset.aimsAt));
  });
  onSettle(() => {
    for (const form of $$("form[data-aims]").filter(aimedAt)) {
      aim(form, JSON.parse(aimedAt(form).dataset.aimsAt), Number($("input[data-number]", form).value));
    }
  });

  Object.assign(Table, { setStepper });
});
