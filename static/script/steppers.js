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
    for (const sum of $$("[data-sum]", stepper.closest("form"))) sum.textContent = figure(value * Number(each));
    stepper.toggleAttribute("data-changed", value !== 0);
  }
  /* A sum stands beside its stepper: a new screen does not know what is half set */
  onSettle(() => {
    for (const stepper of $$("[data-changed]")) setStepper(stepper, Number($("input[data-number]", stepper).value));
  });
  onAccepted(({ kind }) => {
    for (const form of $$(`form[data-move="${kind}"]`)) {
      for (const stepper of $$("[data-changed]", form)) setStepper(stepper, 0);
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

  /* One dialog sets every figure; the figure that was tapped says which */
  document.addEventListener("click", ({ target }) => {
    const tapped = target.closest("[data-adjust]");
    if (!tapped) return;
    const { field, value, words, least = 0, most = 999, unit = 1 } = JSON.parse(tapped.dataset.adjust);
    Table.openDialog("#adjust", tapped.dataset.in, (dialog) => {
      const stepper = $("[data-stepper]", dialog);
      Object.assign(stepper.dataset, { stepper: value, least, most, unit });
      $("input[name=field]", dialog).value = field;
      $("#adjust-words").textContent = words;
      $("#adjust-was").textContent = figure(value);
      setStepper(stepper, 0);
    });
  });

  Object.assign(Table, { setStepper });
});
