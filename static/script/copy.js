/* An address to hand on, or the text of the dialog that the button stands in; plain http leaves only the
   old way to copy, and where that fails too the text is selected for the finger */
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const shown = button.dataset.copy ? null : Table.$("textarea", button.closest("dialog"));
  const done = () => {
    button.dataset.copied = "";
    setTimeout(() => delete button.dataset.copied, 2000);
  };
  const text = shown ? shown.value : button.dataset.copy;
  if (navigator.clipboard) return void navigator.clipboard.writeText(text).then(done, () => shown?.select());
  const field = shown || document.createElement("textarea");
  if (!shown) {
    field.value = text;
    button.after(field); // inside its dialog: what is behind that cannot be selected
  }
  field.select();
  if (document.execCommand("copy")) done();
  if (shown) return;
  field.remove();
  button.focus();
});
