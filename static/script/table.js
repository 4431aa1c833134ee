/* The phone's side of the table: taps go out once, screens come in and are morphed in place.
   What the finger is doing (a chosen plate, a half-typed name, an open dialog) belongs to the
   finger: no screen from the server overwrites it. docs/protocol.md describes the messages. */
(() => {
  "use strict";
  const root = document.documentElement;
  const { page, table, seat, language, back } = document.body.dataset;
  const $ = (selector, within = document) => within.querySelector(selector);
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
  const here = `${table}:${seat || page}`;

  /* What each phone chooses for itself */
  const settings = { theme: "theme", seats: "seats", size: "size", buzz: "buzz" };
  for (const name of Object.keys(settings)) {
    const kept = localStorage.getItem(name);
    if (kept) root.dataset[name] = kept;
  }
  if (!root.dataset.theme && matchMedia("(prefers-color-scheme: light)").matches && page !== "table") {
    root.dataset.theme = "light";
  }
  function choose(name, value) {
    root.dataset[name] = value;
    localStorage.setItem(name, value);
    document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
  }
  document.addEventListener("click", ({ target }) => {
    for (const name of Object.keys(settings)) {
      const button = target.closest(`[data-${name}-set]`);
      if (button) choose(name, button.getAttribute(`data-${name}-set`));
    }
    const opener = target.closest("[data-open]");
    if (opener) document.getElementById(opener.dataset.open)?.showModal();
    if (target.closest("[data-close]") || target.matches("dialog")) target.closest("dialog")?.close();
  });
  if (!table || !window.io) return;

  /* Taps: each has an id, is kept until it is answered, and counts once. What was tapped and waits
     for its answer is not sent twice, unless it may be meant twice (`data-repeat`). */
  const TAP_LIFE = 15 * 60 * 1000;
  const KEPT_AFTER = 400;
  const ANSWER_TIME = 5000;
  const kept = {
    key: `taps:${here}`,
    all() {
      const taps = JSON.parse(localStorage.getItem(this.key) || "[]");
      return taps.filter((tap) => Date.now() - tap.at < TAP_LIFE);
    },
    save(taps) {
      localStorage.setItem(this.key, JSON.stringify(taps));
    },
    add(tap) {
      this.save([...this.all(), tap]);
    },
    drop(id) {
      this.save(this.all().filter((tap) => tap.id !== id));
    },
  };
  const underway = new Set();

  function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function tap(kind, args, { anyway = false, repeat = false } = {}) {
    const same = JSON.stringify([kind, args, anyway]);
    const waits = kept.all().some((one) => JSON.stringify([one.kind, one.args, one.anyway]) === same);
    if (repeat || !waits) kept.add({ id: newId(), kind, args, anyway, at: Date.now() });
    refuse(null);
    send();
    setTimeout(showKept, KEPT_AFTER);
  }

  function send() {
    if (!socket.connected) return;
    for (const { id, kind, args, anyway } of kept.all()) {
      if (underway.has(id)) continue;
      underway.add(id);
      const message = anyway ? { id, kind, args, anyway } : { id, kind, args };
      socket.timeout(ANSWER_TIME).emit("move", message, (late, answer) => {
        underway.delete(id);
        if (late) return void probe();
        kept.drop(id);
        showKept();
        if (answer.ok) accepted(kind);
        else refuse(answer, { kind, args });
      });
    }
  }

  function accepted(kind) {
    if (LOOKED_AT.includes(kind)) look(null);
    forget(kind);
    for (const form of $$(`form[data-move="${kind}"]`)) {
      for (const stepper of $$("[data-changed]", form)) setStepper(stepper, 0);
    }
    if (kind === "sit" && page === "join") location.reload();
    const counted = kind === "count" && !$("#panel-now [data-pad]");
    if (back && (kind === "pick_phase" || kind === "done" || counted)) location.assign(back);
  }

  /* Buttons and forms that await their answer look kept, and say for how many taps */
  function showKept() {
    const late = kept.all().filter((one) => Date.now() - one.at >= KEPT_AFTER);
    for (const element of $$("[data-move]")) {
      const { move, args = "{}" } = element.dataset;
      const mine = late.filter((one) => one.kind === move && (element.matches("form") || isSame(one.args, args)));
      const buttons = element.id ? $$(`[form="${element.id}"]`) : [];
      for (const one of [element, ...buttons]) one.classList.toggle("is-kept", mine.length > 0);
      if (mine.length > 1) element.dataset.times = mine.length;
      else delete element.dataset.times;
    }
    root.toggleAttribute("data-kept", late.length > 0);
  }
  const isSame = (args, text) => JSON.stringify(args) === JSON.stringify(JSON.parse(text));

  let refused = null;
  function refuse(answer, move) {
    refused = move || null;
    const notice = $("#refusal");
    if (!notice) return;
    notice.hidden = !answer;
    if (!answer) return;
    $("#refusal-text").textContent = answer.text || answer.why;
    $("#refusal-anyway").hidden = !answer.advice;
  }

  function readForm(form) {
    const args = {};
    for (const field of form.elements) {
      if (!field.name || field.disabled || (field.type === "radio" && !field.checked)) continue;
      if (field.type === "checkbox") args[field.name] = field.checked;
      else if ("number" in field.dataset) args[field.name] = Number(field.value);
      else if ("json" in field.dataset) args[field.name] = JSON.parse(field.value);
      else args[field.name] = field.value;
    }
    return args;
  }

  const ARMED_TIME = 4000;
  function isArmed(button) {
    if (!("confirm" in button.dataset)) return true;
    if ("armed" in button.dataset) {
      delete button.dataset.armed;
      return true;
    }
    button.dataset.armed = "";
    setTimeout(() => delete button.dataset.armed, ARMED_TIME);
    return false;
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-move]");
    if (!form) return;
    event.preventDefault();
    form.closest("dialog")?.close();
    const repeat = "repeat" in form.dataset;
    const steppers = $$("[data-changed]", form);
    if (repeat && !steppers.length) return; // nothing was set
    tap(form.dataset.move, readForm(form), { repeat });
    if (repeat) for (const stepper of steppers) setStepper(stepper, 0);
  });
  /* A finger that bounces: a second tap on the very spot, at once, makes no move. What stands there
     by then may be another button altogether. */
  const BOUNCE_TIME = 300;
  const BOUNCE_ROOM = 24;
  let tapped = { x: 0, y: 0, at: -BOUNCE_TIME };
  document.addEventListener("click", (event) => {
    if (!event.detail) return; // keys do not bounce
    const now = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    const bounced = now.at - tapped.at < BOUNCE_TIME && Math.hypot(now.x - tapped.x, now.y - tapped.y) < BOUNCE_ROOM;
    tapped = now;
    const button = event.target.closest("button[data-move], form[data-move] button:not([type]), button[form]");
    if (!bounced || !button || button.closest("[data-repeat], [data-confirm]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-move]");
    if (button && isArmed(button)) {
      const { args = "{}", move, anyway, repeat } = button.dataset;
      tap(move, JSON.parse(args), { anyway: anyway !== undefined, repeat: repeat !== undefined });
      button.closest("dialog[data-once]")?.close();
    }
    const tab = target.closest("[data-tab]:not(main)");
    if (tab) {
      refuse(null);
      openTab(tab.dataset.tab);
    }
    if (target.closest('[data-dismiss="reveal"]')) closeReveal();
    const counting = page === "table" && !target.closest("button, a") && target.closest("[data-counting]");
    if (counting) hurry(counting);
    if (target.closest("#refusal-close")) refuse(null);
    if (target.closest("#refusal-anyway") && refused) tap(refused.kind, refused.args, { anyway: true });
  });

  /* A half-made choice survives a reload */
  const half = (form) => `half:${here}:${form.dataset.move}:${form.id}`;
  function forget(kind) {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(`half:${here}:${kind}:`)) sessionStorage.removeItem(key);
    }
  }
  document.addEventListener("input", ({ target }) => {
    const form = target.form;
    if (form?.id && form.dataset.move) sessionStorage.setItem(half(form), JSON.stringify(readForm(form)));
  });
  function recall() {
    for (const form of $$("form[data-move][id]")) {
      const saved = JSON.parse(sessionStorage.getItem(half(form)) || "{}");
      for (const field of form.elements) {
        if (!(field.name in saved) || field.disabled) continue;
        if (field.type === "radio") {
          const group = $$(`input[name="${field.name}"]`, form);
          if (!group.some((one) => one.checked)) field.checked = field.value === String(saved[field.name]);
        } else if (field.type === "text" && !field.value) field.value = saved[field.name];
      }
    }
  }

  /* A name is typed right after the colour was tapped */
  document.addEventListener("change", ({ target }) => {
    if (target.type === "radio" && target.name === "seat") $('input[name="name"]', target.form)?.focus();
  });

  /* Looking at a card before it is played: the server says what it would do.
     `data-ask` holds the whole question, so nothing has to be remembered here but the number. */
  const LOOKED_AT = ["play_card", "card_action", "choose_corporation", "play_by_hand"];
  const PAD_LENGTH = 3;
  let asked = null;
  let lookedIn = null;
  function look(question) {
    asked = question;
    lookedIn = $("[data-look]");
    if (!question) clearPad();
    root.toggleAttribute("data-looking", Boolean(question));
    if (!question) return showLook({});
    socket.timeout(ANSWER_TIME).emit("look", question, (late, answer) => {
      if (late || question !== asked) return;
      showLook(answer.ok ? answer.parts : {});
      if (!answer.ok) refuse(answer);
      else refuse(null);
    });
  }
  function showLook(parts) {
    for (const place of $$("[data-look]")) {
      const html = parts[place.dataset.look] || "";
      Idiomorph.morph(place, html, morphing);
    }
    settle();
  }
  function press(key) {
    const pad = $("[data-pad]");
    if (!pad) return;
    if (key === "letters") return findByName(!("finding" in root.dataset));
    const [, minus, digits] = pad.textContent.match(/^(\u2212?)(.*)$/);
    if (key === "sign") return typeInto(pad, minus ? digits : `\u2212${digits}`);
    const typed = key === "erase" ? digits.slice(0, -1) : (digits + key).slice(0, PAD_LENGTH);
    if (pad.dataset.into) return typeInto(pad, (typed && minus) + typed.replace(/^0+(?=.)/, ""));
    const number = typed.replace(/^0+/, "");
    look(number ? { ...JSON.parse(pad.dataset.pad || "{}"), number: Number(number) } : null);
    pad.textContent = number;
  }
  /* A figure typed on our own pad: it goes into a field of the form, and onto the button */
  function typeInto(pad, typed) {
    pad.textContent = typed;
    $(`input[name="${pad.dataset.into}"]`).value = typed.replace("\u2212", "-") || "0";
    for (const place of $$("[data-typed]")) place.textContent = typed;
    root.toggleAttribute("data-typing", /\d/.test(typed));
  }
  /* Another part to count, or another pad: what was typed stays with its own */
  function typeAgain() {
    const pad = $("[data-pad][data-into]");
    if (pad) typeInto(pad, pad.textContent);
    else root.removeAttribute("data-typing");
  }
  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-clears]")) clearPad();
  });
  function clearPad() {
    findByName(false);
    root.removeAttribute("data-expanded");
    const pad = $("[data-pad]");
    if (pad?.dataset.into) typeInto(pad, "");
    else if (pad) pad.textContent = "";
  }
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
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]");
    if (key) press(key.dataset.key);
    const part = target.closest("[data-expand]")?.dataset.expand;
    if (part && root.dataset.expanded === part) delete root.dataset.expanded;
    else if (part) root.dataset.expanded = part;
    if (part) showPages();
    const question = target.closest("[data-ask]");
    if (question) {
      const ask = JSON.parse(question.dataset.ask);
      if (ask?.number) findByName(false);
      look(ask);
      const pad = $("[data-pad]");
      if (pad && ask?.number && !ask.action) pad.textContent = ask.number;
    }
  });
  document.addEventListener("input", ({ target }) => {
    if (!target.matches("[data-find]")) return;
    if (target.value) return look({ find: target.value });
    asked = null;
    showLook({});
  });

  /* A figure set by hand: plus and minus, repeating while held */
  const REPEAT_AFTER = 400;
  const REPEAT_EVERY = 90;
  let repeating = 0;
  function step(button) {
    const stepper = button.closest("[data-stepper]");
    const unit = Number(stepper.dataset.unit || 1);
    setStepper(stepper, Number($("input[data-number]", stepper).value) + unit * Number(button.dataset.by));
  }
  function setStepper(stepper, by) {
    const { stepper: was, least = 0, most = 999, each = 1 } = stepper.dataset;
    const value = Math.min(Number(most), Math.max(Number(least), Number(was) + by)) - Number(was);
    $("input[data-number]", stepper).value = String(value);
    const figure = (number) => String(number).replace("-", "\u2212");
    $("output", stepper).textContent = figure(Number(was) + value);
    for (const sum of $$("[data-sum]", stepper.closest("form"))) sum.textContent = figure(value * Number(each));
    stepper.toggleAttribute("data-changed", value !== 0);
  }
  /* One dialog sets every figure; the figure that was tapped says which */
  document.addEventListener("click", ({ target }) => {
    const figure = target.closest("[data-adjust]");
    const dialog = $("#adjust");
    if (!figure || !dialog) return;
    const { field, value, words, least = 0, most = 999, unit = 1 } = JSON.parse(figure.dataset.adjust);
    const stepper = $("[data-stepper]", dialog);
    Object.assign(stepper.dataset, { stepper: value, least, most, unit });
    $("input[name=field]", dialog).value = field;
    $("#adjust-words").textContent = words;
    $("#adjust-was").textContent = String(value).replace("-", "\u2212");
    setStepper(stepper, 0);
    dialog.showModal();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    const button = target.closest("[data-by]");
    if (!button) return;
    step(button);
    const again = () => {
      step(button);
      repeating = setTimeout(again, REPEAT_EVERY);
    };
    repeating = setTimeout(again, REPEAT_AFTER);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(repeating));
  document.addEventListener("click", ({ target, detail }) => {
    if (detail === 0 && target.closest("[data-by]")) step(target.closest("[data-by]")); // keys
  });

  /* Tabs */
  function openTab(name) {
    const screen = $("#screen");
    if (!screen) return;
    screen.dataset.tab = name;
    for (const tab of $$("[role=tab]")) tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
    showPages();
  }

  /* The reveal is shown once, as a moment */
  const REVEAL_TIME = 8000;
  const revealKey = `reveal:${here}`;
  let revealTimer = 0;
  function showReveal() {
    const reveal = $("#reveal");
    if (!reveal) {
      if ($("[data-sealed]")) sessionStorage.removeItem(revealKey); // the next one is another
      delete root.dataset.revealOpen;
    } else if (sessionStorage.getItem(revealKey) !== reveal.dataset.reveal && !("revealOpen" in root.dataset)) {
      root.dataset.revealOpen = "";
      openTab("now");
      const live = $("#live-now");
      if (live) live.textContent = reveal.dataset.say || "";
      if (page === "table") revealTimer = setTimeout(closeReveal, REVEAL_TIME);
    }
  }
  function closeReveal() {
    clearTimeout(revealTimer);
    const reveal = $("#reveal");
    if (reveal) sessionStorage.setItem(revealKey, reveal.dataset.reveal);
    delete root.dataset.revealOpen;
  }

  /* The points are counted up once, on every screen that was there before; who comes later sees
     the result. No phone hurries: it would be ahead of the others. */
  const COUNT_TIME = 13500;
  const countKey = `count:${here}`;
  let countTimer = 0;
  function showCount() {
    if (!$("[data-counting]")) {
      clearTimeout(countTimer);
      delete root.dataset.ceremony;
      if (page !== "join") sessionStorage.setItem(countKey, "to come");
    } else if (sessionStorage.getItem(countKey)) {
      sessionStorage.removeItem(countKey);
      root.dataset.ceremony = "";
      countTimer = setTimeout(() => {
        delete root.dataset.ceremony;
        settle();
      }, COUNT_TIME);
    }
  }
  /* It goes on by itself; a tap on the table screen goes on to its next part */
  function hurry(counting) {
    const part = Number(counting.dataset.counting);
    for (const one of counting.getAnimations({ subtree: true })) one.currentTime += part;
  }

  /* Hold to peek: shown while held, hidden on release, blur, scroll or lost touch */
  const HOLD_TIME = 350;
  const PEEK_TIME = 4000;
  let holding = 0;
  function peek(shown) {
    clearTimeout(holding);
    if (shown) root.dataset.peek = "";
    else delete root.dataset.peek;
  }
  document.addEventListener("pointerdown", ({ target }) => {
    if (target.closest("[data-peek]")) holding = setTimeout(() => peek(true), HOLD_TIME);
  });
  for (const end of ["pointerup", "pointercancel", "scroll", "visibilitychange"]) {
    document.addEventListener(end, () => peek(false), { passive: true });
  }
  window.addEventListener("blur", () => peek(false));
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-peek]")) event.preventDefault();
  });
  document.addEventListener("click", ({ target, detail }) => {
    if (detail !== 0 || !target.closest("[data-peek]")) return; // only keys and screen readers
    peek(!("peek" in root.dataset));
    holding = setTimeout(() => peek(false), PEEK_TIME);
  });

  /* Screens */
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
  /* A picture that changes: the old one lies over the new one and fades */
  function fade(image) {
    const old = image.cloneNode();
    old.removeAttribute("id");
    old.classList.add("is-leaving");
    old.addEventListener("animationend", () => old.remove());
    queueMicrotask(() => image.after(old)); // after the morph, which would take it away
  }
  function show({ slots, lines }) {
    for (const [name, runs] of Object.entries(slots)) {
      held[name] = patched(held[name], runs);
      const slot = $(`[data-slot="${name}"]`);
      if (slot) Idiomorph.morph(slot, held[name], morphing);
    }
    for (const [number, html] of Object.entries(lines || {})) showLine(number, html);
    if (slots.tabs) {
      const open = $("#screen").dataset.tab;
      openTab($(`#tab-${open}`) ? open : "now");
    }
    if (asked && lookedIn !== $("[data-look]")) look(null); // the phase it belonged to is over
    else if (asked) look(asked); // what it would do may have changed
    settle();
  }
  /* A slot comes as its new lines, and runs of lines that are here already */
  let held = {};
  function patched(old = "", runs) {
    const lines = old.split("\n");
    return runs
      .map((run) => (typeof run === "string" ? run : lines.slice(run[0], run[0] + run[1]).join("\n")))
      .join("\n");
  }
  /* The story grows line by line, the newest on top */
  function showLine(number, html) {
    const list = $("#story-lines");
    if (!list) return;
    const known = document.getElementById(`line-${number}`);
    if (known) known.outerHTML = html;
    else list.insertAdjacentHTML("afterbegin", html);
  }
  function settle() {
    recall();
    recallTicks();
    typeAgain();
    showKept();
    showEra();
    showPages();
    callAwaited();
    showReveal();
    showCount();
    const live = $("#live");
    const said = ("ceremony" in root.dataset ? null : $("[data-slot] [data-say]:not(#reveal)"))?.dataset.say || "";
    if (live && live.textContent !== said) live.textContent = said;
  }

  /* The ground turns with the planet, between phases */
  function showEra() {
    const era = $("[data-era-now]")?.dataset.eraNow;
    if (era) root.dataset.era = era;
  }
  /* Rows that do not fit go on beside: swiped, or tapped on the dots */
  const showPages = () => requestAnimationFrame(countPages); // measured once it is laid out anyway
  function countPages() {
    for (const rows of $$("[data-pages]")) {
      const dots = document.getElementById(rows.dataset.pages);
      const wide = rows.clientWidth;
      const pages = wide ? Math.round((rows.scrollWidth + 8) / (wide + 8)) : 1;
      const at = wide ? Math.round(rows.scrollLeft / wide) : 0;
      if (!dots) continue;
      dots.hidden = pages < 2;
      dots.innerHTML = "<i></i>".repeat(pages);
      dots.children[Math.min(at, pages - 1)]?.setAttribute("data-at", "");
    }
  }
  document.addEventListener("scroll", ({ target }) => {
    if (target.matches?.("[data-pages]")) showPages();
  }, { capture: true, passive: true });
  window.addEventListener("resize", showPages);
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-size-set]")) showPages();
    const dots = target.closest("[data-dots]");
    const rows = dots && $(`[data-pages="${dots.id}"]`);
    if (!rows) return;
    const last = rows.scrollLeft + 1.5 * rows.clientWidth > rows.scrollWidth;
    rows.scrollTo({ left: last ? 0 : rows.scrollLeft + rows.clientWidth, behavior: "smooth" });
  });
  /* Everybody waits for this phone: it may buzz, if its owner switched that on */
  let called = false;
  function callAwaited() {
    const alone = Boolean($('[data-awaited="alone"]'));
    if (alone && !called && root.dataset.buzz === "on") navigator.vibrate?.([120, 80, 120]);
    called = alone;
  }
  /* Ticks of the checklist live on this phone alone */
  const tickKey = `ticks:${here}`;
  function recallTicks() {
    const ticked = JSON.parse(localStorage.getItem(tickKey) || "[]");
    for (const box of $$("[data-tick]")) box.checked = ticked.includes(box.dataset.tick);
  }
  document.addEventListener("change", ({ target }) => {
    if (!target.matches("[data-tick]")) return;
    localStorage.setItem(tickKey, JSON.stringify($$("[data-tick]:checked").map((box) => box.dataset.tick)));
  });
  /* The screen stays awake where the browser lets it */
  async function stayAwake() {
    if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
  }
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("click", stayAwake, { once: true });
  /* A text to hand on: by the phone's own way, or to be copied */
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-share]");
    if (!button) return;
    const show = () => document.getElementById(button.dataset.share)?.showModal();
    const text = document.getElementById(button.dataset.share)?.querySelector("textarea")?.value || "";
    if (navigator.share) navigator.share({ text }).catch(() => {});
    else show();
  });

  /* Being in touch */
  const LOST_AFTER = 2000;
  const PROBE_TIME = 700;
  const TICK = 500;
  let lostSince = 0;
  let connecting = true;
  const socket = io({
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnection: false,
    timeout: 8000,
    auth: { table, page, seat, language },
  });
  socket.on("connect", () => {
    connecting = false;
    lostSince = 0;
    delete root.dataset.touch;
    underway.clear();
    send();
  });
  socket.on("screen", (message) => show(JSON.parse(message)));
  socket.on("reload", reload);
  socket.on("disconnect", () => {
    lostSince ||= Date.now();
    held = {}; // the next connection begins with the whole screen
    underway.clear();
    peek(false);
  });
  socket.on("connect_error", (problem) => {
    connecting = false;
    lostSince ||= Date.now();
    if (problem.data?.why) setTimeout(reload, LOST_AFTER);
  });
  function reload() {
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
      if (!late) return send();
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
    const lost = lostSince && now - lostSince > LOST_AFTER;
    if (lost) {
      root.dataset.touch = "lost";
      const seconds = $("#lost-seconds");
      if (seconds) seconds.textContent = String(Math.round((now - lostSince) / 1000));
    }
  }, TICK);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) probe();
    else if (back) location.assign(back); // a shared screen never wakes with somebody's cards
  });
  for (const wake of ["pageshow", "online", "focus"]) window.addEventListener(wake, probe);
  window.addEventListener("offline", () => socket.disconnect());

  settle();
})();
