/* Screens: slots come as the lines that are new; those in sight are morphed in place */
atTable(({ $, screenCame, settle }) => {
  const morphing = {
    morphStyle: "innerHTML",
    callbacks: {
      beforeNodeMorphed(old, fresh) {
        if (old instanceof Element && old.matches("[data-mine], [data-changed]")) return false;
        if (!(old instanceof HTMLInputElement) || old.type === "hidden" || !fresh.matches?.("input")) return true;
        old.disabled = fresh.disabled;
        return old.value !== fresh.value && old.type === "radio";
      },
      beforeAttributeUpdated(name, node) {
        if (name === "src" && node.matches("[data-fade]")) fade(node);
        if (name === "data-armed") return false;
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
  function fill(place) {
    if (!place.dataset.slot) return Table.fillStory();
    const text = held[place.dataset.slot];
    if (text === undefined || filled.get(place) === text) return;
    filled.set(place, text);
    if (place.firstElementChild) morph(place, text);
    else place.innerHTML = text;
  }

  function show(screen) {
    for (const [name, runs] of Object.entries(screen.slots)) {
      held[name] = patched(held[name], runs);
      const place = $(`[data-slot="${name}"]`);
      if (place && Table.isInSight(place)) fill(place);
    }
    screenCame(screen);
    settle();
  }

  Object.assign(Table, { morph, fill, show });
});
