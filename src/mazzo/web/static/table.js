// Keys on the board, the sentence that is heard after an action, and the focus after a part of the page changed.
// Everything here can also be done without it: each control is a button or a link.

const html = document.documentElement;

// One sentence for each action, in one of the two regions; the same one twice is heard twice.
function say(text, isAlert) {
  const region = document.getElementById(isAlert ? "alert" : "status");
  for (const id of ["status", "alert"]) document.getElementById(id).textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
  document.dispatchEvent(new CustomEvent("mazzo:said", { detail: text }));
}
document.addEventListener("mazzo:say", (event) => say(event.detail.text, event.detail.isAlert));

function said() {
  const part = document.querySelector("[data-says]");
  if (part && part.dataset.says) say(part.dataset.says, part.dataset.failed);
}

// The menu of a small screen.
const menu = document.getElementById("menu");
if (menu) menu.addEventListener("click", () => menu.setAttribute("aria-expanded", String(menu.getAttribute("aria-expanded") !== "true")));

// When the server does not answer: what is on the page stays readable, and says so.
const gone = document.getElementById("gone");
let again = null;

async function answers() {
  try { return (await fetch("/healthz", { cache: "no-store" })).ok; } catch { return false; }
}
async function look() {
  if (await answers()) document.dispatchEvent(new CustomEvent("mazzo:there"));
}
document.addEventListener("mazzo:gone", () => {
  gone.hidden = false;
  document.body.dataset.gone = "yes";
  again = again || setInterval(look, 4000);
});
document.addEventListener("mazzo:there", () => {
  gone.hidden = true;
  delete document.body.dataset.gone;
  clearInterval(again);
  again = null;
});
gone.querySelector("button").addEventListener("click", look);
for (const name of ["htmx:error", "htmx:sendError", "htmx:send:error"]) {
  document.addEventListener(name, async () => { if (!(await answers())) document.dispatchEvent(new CustomEvent("mazzo:gone")); });
}
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});

function tiles(grid) {
  return [...grid.querySelectorAll(".tile")];
}

function move(grid, from, key) {
  const all = tiles(grid);
  const at = all.indexOf(from);
  const row = Math.floor(at / 5);
  const column = at % 5;
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -column], End: [0, 4 - column] };
  const [down, right] = steps[key];
  const to = [row + down, column + right];
  if (to[0] < 0 || to[0] > 2 || to[1] < 0 || to[1] > 4) return null;
  return all[to[0] * 5 + to[1]];
}

document.addEventListener("keydown", (event) => {
  const grid = event.target.closest("[data-grid]");
  if (!grid || event.ctrlKey || event.altKey || event.metaKey) return;
  if (/^(Arrow|Home|End)/.test(event.key)) {
    const next = move(grid, event.target, event.key);
    event.preventDefault();
    if (!next) return;
    tiles(grid).forEach((tile) => { tile.tabIndex = tile === next ? 0 : -1; });
    next.focus();
  } else if (html.dataset.keys === "on" && /^[1-9]$/.test(event.key)) {
    const card = document.getElementById(`hand-${event.key}`);
    if (card) { event.preventDefault(); card.click(); }
  } else if (html.dataset.keys === "on" && /^[a-z]$/i.test(event.key)) {
    const control = document.querySelector(`[data-key="${event.key.toLowerCase()}"]`);
    if (control) { event.preventDefault(); control.click(); }
  }
});

function shown(event) {
  const tile = event.target.closest && event.target.closest(".tile");
  const line = document.querySelector("[data-ledger]");
  if (tile && line) line.textContent = `${tile.getAttribute("aria-label")}.`;
}
document.addEventListener("focusin", shown);
document.addEventListener("pointerover", shown);

// The first look is on the page; the deeper one takes its place as soon as it is there.
let stream = null;
function ended() {
  if (stream) stream.close();
  stream = null;
  const looks = document.querySelector("[data-looks]");
  if (looks) looks.hidden = true;
}
function deeper() {
  const answer = document.querySelector("[data-deep]");
  ended();
  if (!answer) return;
  const part = answer.closest("[data-says]");
  const looks = document.querySelector("[data-looks]");
  if (looks) looks.hidden = false;
  stream = new EventSource(answer.dataset.deep);
  stream.addEventListener("progress", (event) => {
    const told = document.querySelector("[data-told]");
    if (told) told.textContent = event.data;
  });
  stream.addEventListener("answer", () => {
    ended();
    if (answer.dataset.page) window.location.assign(answer.dataset.page);
    else if (answer.isConnected) window.htmx.ajax("GET", answer.dataset.here, { target: `#${part.id}`, select: `#${part.id}`, swap: "outerMorph" });
  });
  stream.addEventListener("busy", () => {
    ended();
    const note = document.querySelector("[data-looking]");
    if (note) note.textContent = note.dataset.busy;
  });
  for (const name of ["nothing", "error"]) stream.addEventListener(name, ended);
}
document.addEventListener("click", (event) => { if (event.target.closest("[data-stop]")) ended(); });

document.addEventListener("htmx:after:swap", () => { said(); deeper(); });
deeper();
