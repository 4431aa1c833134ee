/* The points are counted up once, on every screen that was there before; who comes later sees
   the result. No phone hurries: it would be ahead of the others. Comes before say.js, which is
   silent meanwhile. */
atTable(({ root, page, here, $, onSettle, settle }) => {
  const COUNT_TIME = 13500;
  const countKey = `count:${here}`;
  let countTimer = 0;
  let isToCome = false;
  onSettle(() => {
    if (!$("[data-counting]")) {
      clearTimeout(countTimer);
      delete root.dataset.ceremony;
      if (page !== "join" && !isToCome) sessionStorage.setItem(countKey, "to come");
      isToCome = true;
    } else if (sessionStorage.getItem(countKey)) {
      sessionStorage.removeItem(countKey);
      isToCome = false;
      root.dataset.ceremony = "";
      countTimer = setTimeout(() => {
        delete root.dataset.ceremony;
        settle();
      }, COUNT_TIME);
    }
  });

  /* It goes on by itself; a tap on the table screen goes on to its next part */
  function hurry(counting) {
    const part = Number(counting.dataset.counting);
    for (const one of counting.getAnimations({ subtree: true })) one.currentTime += part;
  }
  document.addEventListener("click", ({ target }) => {
    const counting = page === "table" && !target.closest("button, a") && target.closest("[data-counting]");
    if (counting) hurry(counting);
  });
});
