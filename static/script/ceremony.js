/* The points are counted up once, on every screen that was there before; who comes later sees
   the result. Its end is that of all that moves. Comes before say.js, which is silent meanwhile. */
atTable(({ root, page, here, $, onSettle, settle }) => {
  const countKey = `count:${here}`;
  let isToCome = false;
  onSettle(() => {
    const counting = $("[data-counting]");
    if (!counting) {
      delete root.dataset.ceremony;
      if (page !== "join" && !isToCome) sessionStorage.setItem(countKey, "to come");
      isToCome = true;
    } else if (sessionStorage.getItem(countKey)) {
      sessionStorage.removeItem(countKey);
      isToCome = false;
      root.dataset.ceremony = "";
      const moving = counting.getAnimations({ subtree: true }).map(({ finished }) => finished);
      Promise.allSettled(moving).then(endCeremony);
    }
  });
  function endCeremony() {
    if (!("ceremony" in root.dataset)) return;
    delete root.dataset.ceremony;
    settle();
  }

  Object.assign(Table, { endCeremony });
});
