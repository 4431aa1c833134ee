/* Screens: slots come as the lines that are new, and are morphed in place */
atTable(({ $, onLost, screenCame, settle }) => {
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

  /* A slot comes as its new lines, and runs of lines that are here already */
  let held = {};
  function patched(old = "", runs) {
    const lines = old.split("\n");
    return runs
      .map((run) => (typeof run === "string" ? run : lines.slice(run[0], run[0] + run[1]).join("\n")))
      .join("\n");
  }
  onLost(() => {
    held = {}; // the next connection begins with the whole screen
  });

  function show(screen) {
    for (const [name, runs] of Object.entries(screen.slots)) {
      held[name] = patched(held[name], runs);
      const slot = $(`[data-slot="${name}"]`);
      if (slot) morph(slot, held[name]);
    }
    screenCame(screen);
    settle();
  }

  Object.assign(Table, { morph, show });
});
