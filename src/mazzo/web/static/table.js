// Keys on the board, the sentence that is heard after an action, and the focus after a part of the page changed.
// Everything here can also be done without it: each control is a button or a link.

const html = document.documentElement;

// One sentence for each action, in one of the two regions; the same one twice is heard twice.
let last = "";
function say(text, isAlert) {
  last = text;
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
// Nothing can be done meanwhile: links that lead away stay, what changes something says so.
function still(isGone) {
  for (const control of document.querySelectorAll("main button, main a[hx-get]")) {
    if (isGone && !control.hasAttribute("aria-disabled")) { control.setAttribute("aria-disabled", "true"); control.dataset.still = ""; }
    if (!isGone && "still" in control.dataset) { control.removeAttribute("aria-disabled"); delete control.dataset.still; }
  }
}
document.addEventListener("mazzo:gone", () => {
  const safe = document.querySelector("[data-safe]");
  if (safe) gone.querySelector("[data-kept]").textContent = safe.dataset.safe;
  gone.hidden = false;
  still(true);
  document.body.dataset.gone = "yes";
  again = again || setInterval(look, 4000);
});
document.addEventListener("mazzo:there", () => {
  gone.hidden = true;
  still(false);
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

function neighbour(grid, from, key) {
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
    const next = neighbour(grid, event.target, event.key);
    event.preventDefault();
    if (!next) { say(grid.dataset.edge, false); return; }
    tiles(grid).forEach((tile) => { tile.tabIndex = tile === next ? 0 : -1; });
    next.focus();
  } else if (html.dataset.keys === "on" && /^[1-9]$/.test(event.key)) {
    const card = document.getElementById(`hand-${event.key}`);
    if (card) { event.preventDefault(); card.click(); }
  } else if (event.key === "Escape" || (html.dataset.keys === "on" && /^[a-z]$/i.test(event.key))) {
    const control = document.querySelector(`[data-key="${event.key === "Escape" ? "k" : event.key.toLowerCase()}"]`);
    if (!control) return;
    event.preventDefault();
    if (control.matches("input")) control.focus();
    else control.click();
  }
});

// A link that holds everything is shared as the browser can: by its own sheet, or copied; otherwise it is followed.
async function share(link) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url: link.href }).catch(() => {});
  else {
    await navigator.clipboard.writeText(link.href);
    say(link.dataset.done, false);
  }
}
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-shares]");
  const copied = event.target.closest("[data-copies]");
  if (copied) navigator.clipboard.writeText(copied.dataset.copies).then(() => say(copied.dataset.done, false));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !navigator.clipboard) return;
  event.preventDefault();
  share(link).catch(() => { location.assign(link.href); });
});
function offers() { for (const button of document.querySelectorAll("[data-copies]")) button.hidden = !navigator.clipboard; }
offers();

// The last sentence once more.
document.addEventListener("click", (event) => { if (event.target.closest("[data-repeats]") && last) say(last, false); });
function repeats() { for (const button of document.querySelectorAll("[data-repeats]")) button.hidden = false; }
repeats();

function shown(event) {
  const tile = event.target.closest && event.target.closest(".tile");
  const line = document.querySelector("[data-ledger]");
  if (tile && line) line.textContent = tile.dataset.sum || `${tile.getAttribute("aria-label")}.`;
}
document.addEventListener("focusin", shown);
document.addEventListener("pointerover", shown);

// The first look is on the page; a deeper one takes its place: a short one as soon as it is there, then the last.
let stream = null;
function ended() {
  if (stream) stream.close();
  stream = null;
  looks(false);
}
function looks(isLooking) {
  const line = document.querySelector("[data-looks]");
  if (line) line.hidden = !isLooking;
}
const isOpen = () => stream !== null && stream.readyState !== EventSource.CLOSED;
function busy() {
  const note = document.querySelector("[data-looking]");
  if (note) note.textContent = note.dataset.busy;
  ended();
}
function deeper() {
  const answer = document.querySelector("[data-deep]");
  if (answer && isOpen() && stream.url === new URL(answer.dataset.deep, location.href).href) { looks(true); return; }
  ended();
  if (!answer) return;
  stream = new EventSource(answer.dataset.deep);
  looks(true);
  stream.addEventListener("progress", (event) => {
    const told = document.querySelector("[data-told]");
    if (told) told.textContent = event.data;
  });
  stream.addEventListener("early", found);
  stream.addEventListener("answer", (event) => { ended(); found(event); });
  stream.addEventListener("busy", busy);
  // Past what the server can do it refuses the stream, and the page says that it is busy.
  const asked = stream;
  stream.addEventListener("error", () => { if (stream === asked) { if (isOpen()) ended(); else busy(); } });
  stream.addEventListener("nothing", ended);
}
function found(event) {
  const answer = document.querySelector("[data-deep]");
  if (!answer) return;
  if (answer.dataset.page) { window.location.assign(answer.dataset.page); return; }
  const before = move();
  refresh(answer, () => {
    if (!before) { said(); return; }
    // It is heard only when its last word advises another move: nobody asked for it just now.
    advised = advised || before;
    if (event.type !== "answer") return;
    if (advised && move() && advised !== move()) say(document.querySelector("[data-speech]").dataset.speech, false);
    advised = null;
  });
}
let advised = null; // the move of the first look
const move = () => { const best = document.querySelector("[data-move]"); return best ? best.dataset.move : null; };
document.addEventListener("click", (event) => { if (event.target.closest("[data-stop]")) ended(); });

// A match may go on elsewhere, in the terminal or in another window: this page then shows it too.
let live = null;
function listen() {
  const part = document.querySelector("[data-live]");
  if (!part || live) return;
  live = new EventSource(`${part.dataset.live}?known=${part.dataset.known}`);
  live.addEventListener("grown", (event) => setTimeout(() => grown(Number(event.data)), 500));
}
function grown(length) {
  const part = document.querySelector("[data-live]");
  if (!part || Number(part.dataset.known) >= length) return;
  refresh(part, () => say(part.dataset.grown, false));
}
listen();
// A page that nobody sees holds no connection: a browser has only a few for each server.
document.addEventListener("visibilitychange", () => {
  if (live) live.close();
  live = null;
  if (!document.hidden) listen();
});

// What was refused because too many asked at once is said, and can be done again.
document.addEventListener("htmx:response:error", (event) => {
  const { response, text } = event.detail.ctx;
  if (response.status !== 503 && response.status !== 429) return;
  const told = new DOMParser().parseFromString(text, "text/html").querySelectorAll("main h1, main p");
  const line = [...told].slice(0, 2).map((each) => each.textContent).join(". ");
  const ledger = document.querySelector("[data-ledger]");
  if (ledger) ledger.textContent = line;
  say(line, true);
});

// What is fetched because something was found or happened elsewhere gives way to what the player does meanwhile.
let swaps = 0;
const fetched = new Set();
function refresh(of, then) {
  const part = of.closest("[data-says]");
  const one = { place: of.dataset.here, since: swaps, then };
  fetched.add(one);
  window.htmx.ajax("GET", one.place, { target: `#${part.id}`, select: `#${part.id}`, swap: "outerMorph" }).finally(() => fetched.delete(one));
}
const ours = ({ ctx }) => [...fetched].find((one) => ctx.request.method === "GET" && ctx.request.action === one.place);
document.addEventListener("htmx:before:swap", (event) => {
  const one = ours(event.detail);
  if (one && one.since !== swaps) event.preventDefault();
});

// A control that was used may be gone: the focus is then where it leads, or at the heading of what comes next.
let held = null;
document.addEventListener("focusin", (event) => { held = event.target; });
function rescue() {
  if (!held || held.isConnected || document.activeElement !== document.body) return;
  const next = document.getElementById(held.dataset.after) || document.querySelector("#panel-now h2, .sheet h2, main h1");
  if (!next) return;
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

document.addEventListener("htmx:after:swap", (event) => {
  const one = ours(event.detail);
  rescue();
  if (one) one.then();
  else {
    swaps += 1;
    advised = null;
    said();
  }
  repeats();
  offers();
  deeper();
});
deeper();
