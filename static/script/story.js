/* The story grows line by line, the newest on top */
atTable(({ $, onScreen }) => {
  function showLine(number, html) {
    const list = $("#story-lines");
    if (!list) return;
    const known = document.getElementById(`line-${number}`);
    if (known) known.outerHTML = html;
    else list.insertAdjacentHTML("afterbegin", html);
  }
  onScreen(({ lines }) => {
    for (const [number, html] of Object.entries(lines || {})) showLine(number, html);
  });
});
