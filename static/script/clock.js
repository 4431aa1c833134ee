/* A clock of the table: with `data-clock-ends` (a moment of the server's time, in seconds) it runs
   down on every screen, with `data-clock-left` (seconds) it is held. `data-clock-face` inside it, or
   else the clock itself, gets the figure; at zero it has `data-clock-over`. */
atTable(({ $, $$, onScreen, onSettle }) => {
  const SOON = 10;
  const figure = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  /* The server says with a screen what time it is, so that phones whose clocks are wrong agree */
  let ahead = null;
  onScreen(({ now }) => {
    if (now !== undefined) ahead = now - Date.now() / 1000;
    else ahead ??= 0;
  });

  let ticking = 0;
  function showClocks() {
    clearTimeout(ticking);
    const changes = [];
    for (const clock of $$("[data-clock-ends], [data-clock-left]")) {
      const { clockEnds: ends, clockLeft } = clock.dataset;
      if (ends && ahead === null) continue; // nobody knows yet
      const left = ends ? Math.max(0, Number(ends) - ahead - Date.now() / 1000) : Number(clockLeft);
      const seconds = Math.ceil(left);
      const face = $("[data-clock-face]", clock) || clock;
      face.setAttribute("role", "timer");
      if (face.textContent !== figure(seconds)) face.textContent = figure(seconds);
      clock.toggleAttribute("data-clock-over", seconds === 0);
      if (!ends) continue;
      tell(clock, ends, seconds);
      if (seconds) changes.push(left - seconds + 1);
    }
    if (changes.length) ticking = setTimeout(showClocks, 1000 * Math.min(...changes));
  }
  onSettle(showClocks);

  /* Heard at the start, shortly before the end and at the end: not every second */
  const heard = new Set();
  function tell(clock, ends, seconds) {
    const when = `${ends} ${seconds > SOON ? "running" : seconds ? "soon" : "over"}`;
    const live = $("#live-clock");
    if (heard.has(when) || !live) return;
    heard.add(when);
    live.textContent = [clock.getAttribute("aria-label"), figure(seconds)].filter(Boolean).join(" ");
  }
});
