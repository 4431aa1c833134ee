/* Tabs: which one is open is the finger's; one that is gone gives way to the first */
atTable(({ $, $$, onScreen }) => {
  function openTab(name) {
    const screen = $("#screen");
    if (!screen) return;
    screen.dataset.tab = name;
    for (const panel of $$("[data-panel]")) panel.classList.toggle("is-open", panel.dataset.panel === name);
    for (const tab of $$("[role=tab]")) tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
    Table.showPages();
  }
  onScreen(({ slots }) => {
    if (!slots.tabs) return;
    const open = $("#screen").dataset.tab;
    openTab($(`#tab-${open}`) ? open : "now");
  });
  document.addEventListener("click", ({ target }) => {
    const tab = target.closest("[data-tab]:not(main)");
    if (!tab) return;
    Table.refuse(null);
    openTab(tab.dataset.tab);
  });

  Object.assign(Table, { openTab });
});
