// The slider of a review moves board, list and graph together; without scripts it has a button. Printing a review and
// opening the file of a game need scripts; the text of a file can always be pasted.

const PAUSE = 120;
let waiting = null;

function show(slider) {
  waiting = null;
  const fields = new URLSearchParams(new FormData(slider.form));
  const place = `${slider.form.getAttribute("action")}?${fields}`;
  window.htmx.ajax("GET", place, { target: "#review", select: "#review", swap: "outerMorph" });
}

document.addEventListener("input", (event) => {
  if (event.target.id !== "scrub") return;
  clearTimeout(waiting);
  waiting = setTimeout(show, PAUSE, event.target);
});

// A slider that somebody moved no longer follows its attribute.
function settle() {
  const slider = document.getElementById("scrub");
  if (slider && waiting === null) slider.value = slider.getAttribute("value");
  const print = document.getElementById("print");
  if (print) print.hidden = false;
  for (const line of document.querySelectorAll("[data-opens]")) line.hidden = false;
}
document.addEventListener("htmx:after:swap", settle);
document.addEventListener("click", (event) => { if (event.target.id === "print") window.print(); });
document.addEventListener("change", async (event) => {
  const [file] = event.target.files || [];
  if (file) document.getElementById(event.target.dataset.fills).value = await file.text();
});
settle();
