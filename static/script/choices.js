/* A half-made choice survives a reload */
atTable(({ here, $, $$, onSettle, onAccepted }) => {
  const half = (form) => `half:${here}:${form.dataset.move}:${form.id}`;
  onAccepted(({ kind }) => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(`half:${here}:${kind}:`)) sessionStorage.removeItem(key);
    }
  });
  document.addEventListener("input", ({ target }) => {
    const form = target.form;
    if (form?.id && form.dataset.move) sessionStorage.setItem(half(form), JSON.stringify(Table.readForm(form)));
  });
  onSettle(() => {
    for (const form of $$("form[data-move][id]")) {
      const saved = JSON.parse(sessionStorage.getItem(half(form)));
      if (!saved) continue;
      for (const field of form.elements) {
        if (!(field.name in saved) || field.disabled) continue;
        if (field.type === "radio") {
          const group = $$(`input[name="${field.name}"]`, form);
          if (!group.some((one) => one.checked)) field.checked = field.value === String(saved[field.name]);
        } else if (field.type === "text" && !field.value) field.value = saved[field.name];
      }
    }
  });

  /* A name is typed right after the colour was tapped */
  document.addEventListener("change", ({ target }) => {
    if (target.type === "radio" && target.name === "seat") $('input[name="name"]', target.form)?.focus();
  });
});
