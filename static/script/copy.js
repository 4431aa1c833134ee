/* An address to hand on; plain http leaves only the old way to copy */
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  if (navigator.clipboard) navigator.clipboard.writeText(button.dataset.copy).catch(() => {});
  else {
    const field = document.createElement("textarea");
    field.value = button.dataset.copy;
    button.after(field); // inside its dialog: what is behind that cannot be selected
    field.select();
    document.execCommand("copy");
    field.remove();
    button.focus();
  }
  button.dataset.copied = "";
  setTimeout(() => delete button.dataset.copied, 2000);
});
