/* Being in touch: the socket, how long it is lost, and the way back */
atTable(({ root, code, game, page, seat, language, $, inTouch, lost }) => {
  const LOST_AFTER = 2000;
  const PROBE_TIME = 700;
  const TICK = 500;
  let lostSince = 0;
  let connecting = true;
  let drawn = JSON.parse(document.body.dataset.drawn || "{}"); // what the page came with
  const socket = io({
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnection: false,
    timeout: 8000,
    auth: (give) => {
      give({ table: code, game, page, seat, language, shows: Table.shows(), drawn });
      drawn = undefined;
    },
  });
  socket.on("connect", () => {
    connecting = false;
    lostSince = 0;
    delete root.dataset.touch;
    inTouch();
  });
  socket.on("screen", (message) => Table.show(JSON.parse(message)));
  socket.on("reload", reload);
  socket.on("disconnect", () => {
    connecting = false; // also of a line that broke before the table had answered
    lostSince ||= Date.now();
    lost();
  });
  socket.on("connect_error", (problem) => {
    connecting = false;
    lostSince ||= Date.now();
    if (problem.data?.why) setTimeout(reload, LOST_AFTER);
  });
  function reload() {
    const open = $("dialog[open]");
    if (open) sessionStorage.setItem("reopen", open.id);
    if (page === "join") Table.focusHeadingNext(); // mostly somebody sat down
    location.reload();
  }
  /* A browser holds back web sockets after a few have failed, for seconds: so the way is tried
     with a plain request first, and a socket opened only when somebody is there. */
  let seeking = false;
  async function seek() {
    if (seeking || connecting || socket.connected) return;
    seeking = true;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), 4 * PROBE_TIME);
    try {
      await fetch("/healthz", { cache: "no-store", signal: patience.signal });
      connecting = true;
      socket.connect();
    } catch {
      lostSince ||= Date.now();
    }
    clearTimeout(timer);
    seeking = false;
  }
  function probe() {
    if (!socket.connected) return void seek();
    socket.timeout(PROBE_TIME).emit("hello", (late) => {
      if (!late) return inTouch();
      socket.disconnect();
      seek();
    });
  }
  let ticked = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - ticked > 4 * TICK) probe(); // the phone slept
    else if (lostSince) seek();
    ticked = now;
    if (lostSince && now - lostSince > LOST_AFTER) {
      root.dataset.touch = "lost";
      const seconds = $("#lost-seconds");
      if (seconds) seconds.textContent = String(Math.round((now - lostSince) / 1000));
    }
  }, TICK);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) probe();
  });
  for (const wake of ["pageshow", "online", "focus"]) window.addEventListener(wake, probe);
  window.addEventListener("offline", () => {
    lostSince ||= Date.now();
    connecting = false; // a socket that is closed before it was open tells nobody
    socket.disconnect();
  });

  Object.assign(Table, { socket, probe });
});
