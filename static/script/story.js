/* The story grows line by line, the newest on top; its lines are kept while it is not in sight */
atTable(({ $, onScreen }) => {
  const STORY_LENGTH = 60;
  const told = new Map();
  const fresh = new Set(); // the numbers of lines that the list does not show yet

  function fillStory() {
    const list = $("#story-lines");
    if (!list) return;
    if (!list.firstElementChild) list.innerHTML = [...told.values()].reverse().join("");
    else for (const number of fresh) showLine(list, number);
    fresh.clear();
    showHeads(list);
  }
  /* Of each stretch under one head, the newest line shows it; that of now stands over the story */
  function showHeads(list) {
    let above = $("#story-now")?.dataset.under || "";
    for (const line of list.children) {
      const { under = "" } = line.dataset;
      line.classList.toggle("is-first", under !== above);
      above = under;
    }
  }
  function showLine(list, number) {
    const html = told.get(number);
    const known = document.getElementById(`line-${number}`);
    if (known) known.outerHTML = html || "";
    else if (html) list.insertAdjacentHTML("afterbegin", html);
  }
  onScreen(({ lines }) => {
    for (const [number, html] of Object.entries(lines || {})) {
      if (told.get(number) === html) continue;
      told.set(number, html);
      fresh.add(number);
    }
    for (const oldest of [...told.keys()].slice(0, -STORY_LENGTH)) {
      told.delete(oldest);
      fresh.add(oldest);
    }
    const list = $("#story-lines");
    if (list && Table.isInSight(list)) fillStory();
  });

  Object.assign(Table, { fillStory });
});
