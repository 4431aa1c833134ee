/* Looking at a card before it is played: the server says what it would do.
   `data-ask` holds the whole question, so nothing has to be remembered here but the number. */
atTable(({ root, $, $$, onScreen, onAccepted, settle }) => {
  const ANSWER_TIME = 5000;
  let asked = null;
  let lookedIn = null;
  function look(question) {
    asked = question;
    lookedIn = $("[data-look]");
    if (!question) Table.clearPad();
    root.toggleAttribute("data-looking", Boolean(question));
    if (!question) return showLook({});
    Table.socket.timeout(ANSWER_TIME).emit("look", question, (late, answer) => {
      if (late || question !== asked) return;
      showLook(answer.ok ? answer.parts : {});
      if (!answer.ok) Table.refuse(answer);
      else Table.refuse(null);
    });
  }
  const shown = new WeakMap();
  function showLook(parts) {
    for (const place of $$("[data-look]")) {
      const html = parts[place.dataset.look] || "";
      if ((shown.get(place) || "") !== html) Table.morph(place, html);
      shown.set(place, html);
    }
    settle();
  }
  onAccepted(({ closesLook }) => {
    if (closesLook) look(null);
  });
  onScreen(({ slots }) => {
    if (!Object.keys(slots).length) return;
    if (asked && lookedIn !== $("[data-look]")) look(null); // what it belonged to is over
    else if (asked) look(asked); // what it would do may have changed
  });
  document.addEventListener("click", ({ target }) => {
    const part = target.closest("[data-expand]")?.dataset.expand;
    if (part && root.dataset.expanded === part) delete root.dataset.expanded;
    else if (part) root.dataset.expanded = part;
    if (part) Table.showPages();
    const question = target.closest("[data-ask]");
    if (question) {
      const ask = JSON.parse(question.dataset.ask);
      if (ask?.number) findByName(false);
      look(ask);
      const pad = $("[data-pad]");
      if (pad && ask?.number && !ask.action) pad.textContent = ask.number;
    }
  });

  /* The system keyboard comes up for names only */
  function findByName(on) {
    root.toggleAttribute("data-finding", on);
    const field = $("[data-find]");
    if (!field) return;
    field.value = "";
    if (on) {
      look(null);
      root.dataset.finding = "";
      field.focus();
    } else field.blur();
  }
  /* Enter takes the first that was found, Escape goes back to the digits */
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches("[data-find]") || event.isComposing) return;
    if (event.key === "Enter") $("[data-look] [data-ask]")?.click();
    else if (event.key === "Escape") findByName(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("input", ({ target }) => {
    if (!target.matches("[data-find]")) return;
    if (target.value) return look({ find: target.value });
    asked = null;
    showLook({});
  });

  Object.assign(Table, { look, findByName });
});
