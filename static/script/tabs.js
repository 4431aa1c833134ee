/* Tabs: which one is open is the finger's; one that is gone gives way to the first. A tab lights up at
   once, its panel opens with the newest that there is of it. */
atTable(({ $, $$, onScreen }) => {
  let tapped = "now";
  function light() {
    for (const tab of $$("[role=tab]")) tab.setAttribute("aria-selected", String(tab.dataset.tab === tapped));
  }
  function openTab(name) {
    if (name === tapped && name === $("#screen").dataset.tab) return;
    tapped = name;
    light();
    Table.bring($$(`[data-panel="${name}"] [data-behind]`), () => {
      if (tapped === name) openPanel(name);
    });
  }
  function openPanel(name) {
    $("#screen").dataset.tab = name;
    for (const panel of $$("[data-panel]")) {
      const wasOpen = panel.classList.contains("is-open");
      const isOpen = panel.classList.toggle("is-open", panel.dataset.panel === name);
      if (isOpen && !wasOpen) panel.scrollTop = 0; // a story opens at its newest
    }
  }
  onScreen(({ slots }) => {
    if (!slots.tabs) return;
    if ($(`#tab-${tapped}`)) light();
    else openTab("now");
  });
  document.addEventListener("click", ({ target }) => {
    const tab = target.closest("[data-tab]:not(main)");
    if (!tab) return;
    Table.refuse(null);
    openTab(tab.dataset.tab);
  });

  Object.assign(Table, { openTab });
});
