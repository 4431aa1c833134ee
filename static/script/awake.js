/* The screen stays awake where the browser lets it */
atTable(() => {
  async function stayAwake() {
    if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
  }
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("click", stayAwake, { once: true });
});
