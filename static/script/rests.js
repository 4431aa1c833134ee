/* The table screen is everybody's: a page on it that nobody touches goes where `data-rests` says */
{
  const UNTOUCHED_TIME = 60_000;
  const { rests } = document.body.dataset;
  let timer = 0;
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => location.replace(rests), UNTOUCHED_TIME);
  }
  if (rests) {
    wait();
    for (const touch of ["pointerdown", "pointermove", "keydown", "wheel"]) {
      document.addEventListener(touch, wait, { capture: true, passive: true });
    }
  }
}
