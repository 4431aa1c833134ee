/* A keyboard does what a finger could tap just now: a button or a label says which key presses it
   (`data-key`), Enter presses the main button. Letters, where nothing has them for its key, find by
   name. Arrows go from one thing that can be tapped to the next, and Enter presses that. Fields keep
   their keys, and so does what was come to by Tab. */
{
  const { $$ } = Table;
  const SAID_BY = { Backspace: ["erase"], "+": ["+", "±"], "-": ["-", "±"] };
  const FIELD = "input:not([type=radio]):not([type=checkbox]), textarea, select";
  const MAIN = ".button.main:not(.is-soft)";
  const TAPPED = "a[href], button:not(:disabled), summary, input:not([type=hidden])";
  const AHEAD = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const ASIDE = 3; // what lies straight ahead comes before what is nearer

  function middle(one) {
    const { left, top, width, height } = (one.labels?.[0] || one).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, width };
  }
  /* In sight, and under nothing else */
  function isInReach(one) {
    const { x, y, width } = middle(one);
    const there = width && document.elementFromPoint(x, y);
    return Boolean(there) && (one.contains(there) || one.control === there || there.closest("label")?.control === one);
  }
  /* Of several that have this key the one beside what has the focus, else the first */
  function pressedBy(key) {
    if (key === "Enter") return $$(MAIN).find(isInReach);
    for (const said of SAID_BY[key] || [key.length > 1 ? key : key.toLowerCase()]) {
      const found = $$(`[data-key="${CSS.escape(said)}"]`).filter(isInReach);
      if (found.length) return found.find((one) => one.parentElement.matches(":focus-within")) || found[0];
    }
  }
  function ahead([right, down]) {
    const from = document.activeElement;
    const reached = $$(TAPPED).filter((one) => one !== from && isInReach(one));
    if (from === document.body || !isInReach(from)) return reached.find((one) => one.closest("[data-panel], dialog")) || reached[0];
    const { x, y } = middle(from);
    const off = (one, across, along) => (middle(one).x - x) * across + (middle(one).y - y) * along;
    const far = (one) => off(one, right, down) + ASIDE * Math.abs(off(one, down, right));
    return reached.filter((one) => off(one, right, down) > 1).sort((one, other) => far(one) - far(other))[0];
  }
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (AHEAD[key]) {
      /* A field has one line: its arrows across are its own, those up and down leave it */
      if (target.matches("[type=radio], textarea, select") || (target.matches(FIELD) && !AHEAD[key][1])) return;
      const next = Table.$(".phone, .stage-screen") && ahead(AHEAD[key]);
      next?.focus();
      if (next) event.preventDefault();
      return;
    }
    if (event.repeat || target.matches(FIELD)) return;
    if (key === "Enter" && target.matches("a:focus-visible, button:focus-visible, summary")) return;
    const pressed = pressedBy(key);
    if (pressed) {
      event.preventDefault();
      pressed.click();
    } else if (/^\p{L}$/u.test(key)) pressedBy("letters")?.click(); // the letter goes into the field that opens
  });
}
