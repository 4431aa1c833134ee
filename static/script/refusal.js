/* What was refused, with the reason; what a rule only advises against is booked anyway by a tap */
atTable(({ $ }) => {
  let refused = null;
  function refuse(answer, tap) {
    refused = tap || null;
    const notice = $("#refusal");
    if (!notice) return;
    notice.hidden = !answer;
    if (!answer) return;
    $("#refusal-text").textContent = answer.text || answer.why;
    $("#refusal-anyway").hidden = !answer.advice;
  }
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#refusal-close")) refuse(null);
    if (!target.closest("#refusal-anyway") || !refused) return;
    const { kind, args, closesLook, handsBack } = refused;
    Table.tap(kind, args, { anyway: true, closesLook, handsBack });
  });

  Object.assign(Table, { refuse });
});
