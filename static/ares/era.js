/* The ground turns with the planet, between phases */
atTable(({ root, $, onSettle }) => {
  onSettle(() => {
    const era = $("[data-era-now]")?.dataset.eraNow;
    if (era) root.dataset.era = era;
  });
});
