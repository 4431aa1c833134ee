/* What was refused, with the reason; what a rule only advises against is booked anyway by a tap */
atTable(({ $, $$ }) => {
  const notice = $("#refusal");
  const home = notice?.parentElement;
  let refused = null;
  function refuse(answer, tap) {
    if (answer?.sheet) return Table.showGoes(answer.sheet);
    refused = tap || null;
    if (!notice) return;
    notice.hidden = !answer;
    if (!answer) return;
    notice.dataset.why = answer.why;
    $("#refusal-text", notice).textContent = answer.text || answer.why;
    $("#refusal-anyway", notice).hidden = !answer.advice;
    const sheet = $$("dialog:modal").at(-1) || home; // below it, nothing can be read or tapped
    if (notice.parentElement !== sheet) sheet.append(notice);
  }
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#refusal-close")) refuse(null);
    if (!target.closest("#refusal-anyway") || !refused) return;
    const { kind, args, closesLook, handsBack } = refused;
    Table.tap(kind, args, { anyway: true, closesLook, handsBack });
  });

  Object.assign(Table, { refuse });
});
