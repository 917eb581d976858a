// Solitario: keys on the table, one request after the other, the clock while the page is looked at.
// Without scripts every cell and every button is one of a form; here the same forms are sent and the part is put in place.

const morph = globalThis.mazzoMorph;
const html = document.documentElement;
const root = () => document.getElementById("solitario");
const BEAT_MS = 5000;
let queue = Promise.resolve();
let unanswered = 0;

function region(text, isAlert) {
  document.dispatchEvent(new CustomEvent("mazzo:say", { detail: { text, isAlert } }));
}

// Cells

const grid = () => document.querySelector("[data-piles]");
const rows = () => [...grid().querySelectorAll("[role=row]")].map((row) => [...row.querySelectorAll("[role=gridcell]")]);

function roving(cell) {
  if (!grid()) return;
  const cells = [...grid().querySelectorAll("[role=gridcell]")];
  const stop = cell && cells.includes(cell) ? cell : document.getElementById(root().dataset.cell) || cells[0];
  cells.forEach((each) => { each.tabIndex = each === stop ? 0 : -1; });
}

function go(cell) {
  roving(cell);
  cell.focus();
}

const ABOVE = [0, 1, 1, 2, 3, 4, 5];
const BELOW = [0, 1, 3, 4, 5, 6];

// The piles are rows to the ear and columns to the eye: up and down inside a pile, left and right between them.
function step(from, key) {
  const all = rows();
  const row = all.findIndex((cells) => cells.includes(from));
  const column = all[row].indexOf(from);
  const last = (cells) => cells[cells.length - 1];
  if (row === 0) {
    const side = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (side) return all[0][column + side];
    if (key === "Home") return all[0][0];
    if (key === "End") return last(all[0]);
    return key === "ArrowDown" ? last(all[BELOW[column] + 1]) : undefined;
  }
  const cells = all[row];
  switch (key) {
    case "ArrowUp": return column ? cells[column - 1] : all[0][ABOVE[row - 1]];
    case "ArrowDown": return cells[column + 1];
    case "ArrowLeft": return row > 1 ? last(all[row - 1]) : undefined;
    case "ArrowRight": return row < 7 ? last(all[row + 1]) : undefined;
    case "Home": return cells[0];
    default: return last(cells);
  }
}

// What is sent, and what comes back

async function send(place, values, isQuiet, from) {
  const body = new URLSearchParams(values);
  let answer;
  try {
    answer = await fetch(place, { method: "POST", body, headers: { "HX-Request": "true" } });
  } catch {
    document.dispatchEvent(new CustomEvent("mazzo:gone"));
    return;
  }
  document.dispatchEvent(new CustomEvent("mazzo:there"));
  if (answer.status === 204) return;
  const text = await answer.text();
  if (!answer.ok) { if (!isQuiet) location.reload(); return; }
  shown(text, answer.headers.get("x-place"), isQuiet, from);
}

// The focus goes where the action led, unless the player has gone elsewhere meanwhile.
function shown(text, place, isQuiet, from) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("solitario");
  if (!fresh) return;
  const before = document.activeElement;
  const wasInGrid = Boolean(before && before.closest("[data-piles]"));
  const wasInside = root().contains(before);
  morph(root(), fresh);
  if (place && place !== location.pathname) history.replaceState(null, "", place);
  const aim = document.getElementById(root().dataset.cell);
  const stays = wasInGrid && document.contains(before) && (isQuiet || before !== from);
  roving(stays ? before : aim);
  if (wasInGrid && grid() && aim && !stays) go(aim);
  else if (wasInside && !document.contains(before)) rescue(aim);
  if (root().dataset.says) region(root().dataset.says, Boolean(root().dataset.failed));
  if (root().dataset.sound) document.dispatchEvent(new CustomEvent("mazzo:sound", { detail: root().dataset.sound }));
}

// The control that was used is gone: the player goes on where the game does.
function rescue(cell) {
  const next = document.getElementById("ended") || document.getElementById("do-pause") || cell;
  if (next) next.focus();
}

function sendLater(place, values, isQuiet = false) {
  const from = document.activeElement;
  if (!isQuiet) named = null;
  unanswered += 1;
  queue = queue.then(() => send(place, values, isQuiet, from)).catch(() => location.reload()).then(() => {
    unanswered -= 1;
    typeOn();
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!root().contains(form) || form.method !== "post") return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form, event.submitter));
  if (form.id === "play" && !values.at && grid()) {
    const cell = grid().querySelector("[tabindex='0']");
    if (cell) values.at = cell.value;
    if (values.answer) delete values.at;
  }
  if (form.id === "play" && event.submitter && event.submitter.getAttribute("role") === "gridcell") go(event.submitter);
  sendLater(form.getAttribute("action"), values);
  if (form.id === "type") form.reset();
});

// Keys

const PLACES = { Digit0: "at-W", Digit9: "at-S" };
let named = null;

function place(event) {
  if (event.shiftKey) {
    const suit = /^Digit([1-4])$/.exec(event.code);
    return suit && document.getElementById(`at-F${suit[1]}`);
  }
  if (PLACES[event.code]) return document.getElementById(PLACES[event.code]);
  const pile = /^(?:Digit|Numpad)([1-7])$/.exec(event.code);
  const cells = pile && rows()[Number(pile[1])];
  return cells && cells[cells.length - 1];
}

// A key means what it does on the table that the keys before it lead to: it waits until those are answered.
const typed = [];

function typeOn() {
  while (typed.length && !unanswered) {
    const cell = cellAt(document.activeElement);
    if (cell) press(cell, typed.shift());
    else typed.length = 0;
  }
}

const cellAt = (element) => element && element.closest && element.closest("[data-piles] [role=gridcell]");
const WALKS = /^(Arrow(Left|Right|Up|Down)|Home|End)$/;
const LETTER = /^[a-zA-Z[\],.]$/;

function isMeant(event) {
  if (WALKS.test(event.key) || /^(Escape|Enter| )$/.test(event.key)) return true;
  return html.dataset.keys === "on" && (event.key === "?" || LETTER.test(event.key) || /^(Digit|Numpad)[0-9]$/.test(event.code));
}

document.addEventListener("keydown", (event) => {
  if (!cellAt(event.target) || event.ctrlKey || event.altKey || event.metaKey || !isMeant(event)) return;
  event.preventDefault();
  if (event.repeat && !WALKS.test(event.key)) return;
  typed.push({ key: event.key, code: event.code, shiftKey: event.shiftKey });
  typeOn();
});
document.addEventListener("keyup", (event) => { if (event.key === " " && cellAt(event.target)) event.preventDefault(); });

function press(cell, event) {
  if (WALKS.test(event.key)) {
    const next = step(cell, event.key);
    named = null;
    if (next) go(next);
    else region(grid().dataset[event.key.replace("Arrow", "").toLowerCase()] || "", false);
    return;
  }
  if (event.key === "Enter" || event.key === " ") { cell.click(); return; }
  if (event.key === "Escape") { sendLater(location.pathname, { key: "escape", at: cell.value }); return; }
  const asked = Boolean(root().dataset.question);
  const found = asked ? null : place(event);
  if (found) {
    if (named === found && found === cell) found.click();
    else { named = found; go(found); }
  } else if (!asked && /^[nN?q]$/.test(event.key)) {
    location.assign({ n: "/solitario/new", N: "/solitario/new", "?": "/help#solitario", q: "/" }[event.key]);
  } else if (LETTER.test(event.key)) {
    sendLater(location.pathname, { key: event.key, at: asked ? "" : cell.value });
  }
}

document.addEventListener("focusin", (event) => {
  const cell = event.target.closest && event.target.closest("[data-piles] [role=gridcell]");
  if (cell) roving(cell);
});

// The clock: the page says that it is looked at, and shows the seconds in between.

function beat(isAway) {
  const to = root().dataset.beat;
  if (!to) return;
  if (isAway) navigator.sendBeacon(to, new URLSearchParams({ away: "yes" }));
  else sendLater(to, {}, true);
}

setInterval(() => { if (!document.hidden) beat(false); }, BEAT_MS);
document.addEventListener("visibilitychange", () => beat(document.hidden));
window.addEventListener("pagehide", () => beat(true));
setInterval(() => {
  const clock = document.querySelector(".clock[data-runs]");
  if (!clock || document.hidden) return;
  const seconds = Number(clock.dataset.seconds) + 1;
  clock.dataset.seconds = seconds;
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}, 1000);

roving();
beat(false);
