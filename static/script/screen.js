/* Screens: slots come as the lines that are new; those in sight are morphed in place */
atTable(({ $, $$, screenCame, settle }) => {
  const morphing = {
    morphStyle: "innerHTML",
    callbacks: {
      beforeNodeMorphed(old, fresh) {
        if (old.isEqualNode(fresh)) return false; // most of it: the browser compares faster than we can
        if (old instanceof Element && old.matches("[data-mine], [data-changed]")) return false;
        if (!(old instanceof HTMLInputElement) || old.type === "hidden" || !fresh.matches?.("input")) return true;
        old.disabled = fresh.disabled;
        // what was typed stays, unless it is what the table says now
        if (old.type === "text") return [old.defaultValue, fresh.value].includes(old.value.trim());
        return old.value !== fresh.value && old.type === "radio";
      },
      beforeNodeRemoved: (node) => node.id !== "refusal", // it is laid on whatever sheet is open
      beforeAttributeUpdated(name, node) {
        if (name === "src" && node.matches("[data-fade]")) fade(node);
        if (name === "data-armed" || name === "data-again") return false;
        return !(name === "open" && node.matches("dialog, details"));
      },
    },
  };
  const morph = (place, html) => void Idiomorph.morph(place, html, morphing);
  /* A picture that changes: the old one lies over the new one and fades */
  function fade(image) {
    const old = image.cloneNode();
    old.removeAttribute("id");
    old.classList.add("is-leaving");
    old.addEventListener("animationend", () => old.remove());
    queueMicrotask(() => image.after(old)); // after the morph, which would take it away
  }

  /* A slot comes as its new lines, and runs of lines that are here already. Its text is kept also
     while it is not in sight, and when touch is lost: the next connection begins with whole slots. */
  const held = {};
  function patched(old = "", runs) {
    const lines = old.split("\n");
    return runs
      .map((run) => (typeof run === "string" ? run : lines.slice(run[0], run[0] + run[1]).join("\n")))
      .join("\n");
  }
  const filled = new WeakMap();
  function put(place) {
    const text = held[place.dataset.slot];
    if (text === undefined || filled.get(place) === text) return;
    filled.set(place, text);
    if (staysInPart(place, text)) morph(place, text);
    else place.innerHTML = text;
  }
  /* A step of the game that shares no named element with the one before is another page altogether */
  function staysInPart(place, text) {
    const named = $$("[id]", place);
    return named.length ? named.some(({ id }) => text.includes(`id="${id}"`)) : place.childElementCount;
  }

  /* Who loses the focus by going gives it up before anything has changed: in the middle of a change the
     browser would have to lay out the page for it */
  function loseFocus() {
    const { activeElement: focused } = document;
    const text = held[focused?.closest("[data-slot]")?.dataset.slot];
    if (focused?.id && text !== undefined && !text.includes(`id="${focused.id}"`)) focused.blur();
  }

  /* What comes right after the turned cards lies under them: it waits until they are seen */
  const SEEN_TIME = 200; // a page that nobody looks at paints nothing
  const waiting = [];
  let isTurning = false;
  function letTurn() {
    isTurning = true;
    requestAnimationFrame(() => setTimeout(showWaiting));
    setTimeout(showWaiting, SEEN_TIME);
  }
  function showWaiting() {
    isTurning = false;
    for (const screen of waiting.splice(0)) showNow(screen);
  }

  function show(screen) {
    if (isTurning) waiting.push(screen);
    else showNow(screen);
  }
  function showNow(screen) {
    for (const [name, runs] of Object.entries(screen.slots)) held[name] = patched(held[name], runs);
    const places = Object.keys(screen.slots).map((name) => $(`[data-slot="${name}"]`));
    Table.keepFocus(() => {
      loseFocus();
      for (const place of places) if (place && Table.isInSight(place)) put(place);
    });
    screenCame(screen);
    settle();
  }

  /* The newest that is here of a place, however soon after the turned cards it came */
  function fill(place) {
    showWaiting();
    if (place.dataset.slot) put(place);
    else Table.fillStory();
  }

  Object.assign(Table, { morph, fill, letTurn, show });
});
