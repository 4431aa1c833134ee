/* Where these people play once more (`data-onward`): a page that was here before goes there by itself,
   on one that is opened later it is a way to take. */
atTable(({ $, onSettle }) => {
  let wasHere = false;
  onSettle(() => {
    const way = $("[data-onward]");
    if (!way) wasHere = true;
    else if (wasHere) location.assign(way.href);
  });
});
