/* Everybody waits for this phone: it may buzz, if its owner switched that on */
atTable(({ root, $, onSettle }) => {
  let called = false;
  onSettle(() => {
    const alone = Boolean($('[data-awaited="alone"]'));
    if (alone && !called && root.dataset.buzz === "on") navigator.vibrate?.([120, 80, 120]);
    called = alone;
  });
});
