// A card by a few letters: the field offers what it may mean, the likeliest first. Whatever is typed can be sent as it is.
// The cards are the buttons of the list beside it; without scripts that list is opened and used as it is.

const MOST = 6;
let found = [];
let at = -1;

const field = () => document.querySelector("[data-finds]");
const plain = (text) => text.normalize("NFD").replace(/[^\p{L}\p{N} ]/gu, "").toLowerCase();

function fits(button, typed) {
  const name = plain(button.textContent);
  const words = name.split(" ");
  const initials = words.map((word) => word[0]).join("");
  return name.startsWith(typed) || words.some((word) => word.startsWith(typed)) || initials === typed || button.value === typed;
}

function list() {
  return document.getElementById("found");
}

function close() {
  found = [];
  at = -1;
  if (list()) list().remove();
  if (!field()) return;
  field().setAttribute("aria-expanded", "false");
  field().removeAttribute("aria-activedescendant");
}

function option(button, number) {
  const one = document.createElement("li");
  one.id = `found-${number}`;
  one.setAttribute("role", "option");
  one.setAttribute("aria-selected", String(number === at));
  const name = document.createElement("b");
  name.textContent = button.textContent;
  const about = document.createElement("span");
  about.className = "note";
  about.textContent = [button.dataset.title.slice(button.textContent.length + 2), button.dataset.share].filter(Boolean).join(", ");
  one.append(name, " ", about);
  one.addEventListener("pointerdown", (event) => { event.preventDefault(); close(); button.click(); });
  return one;
}

function draw() {
  const old = list();
  const fresh = document.createElement("ul");
  fresh.id = "found";
  fresh.className = "found";
  fresh.setAttribute("role", "listbox");
  fresh.setAttribute("aria-label", field().dataset.title);
  fresh.append(...found.map(option));
  if (old) old.replaceWith(fresh); else field().closest(".finds").after(fresh);
  field().setAttribute("aria-expanded", "true");
  if (at < 0) field().removeAttribute("aria-activedescendant");
  else field().setAttribute("aria-activedescendant", `found-${at}`);
}

function seek() {
  const typed = plain(field().value).trim();
  const all = [...document.querySelectorAll(`${field().dataset.finds} button`)];
  at = -1;
  found = typed ? all.filter((button) => fits(button, typed)).slice(0, MOST) : [];
  if (found.length) draw(); else close();
}

function settle() {
  const input = field();
  if (!input) return;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", "found");
  input.setAttribute("aria-expanded", "false");
}

document.addEventListener("input", (event) => { if (event.target === field()) seek(); });
document.addEventListener("focusout", (event) => { if (event.target === field()) close(); });
document.addEventListener("keydown", (event) => {
  if (event.target !== field()) return;
  if (event.key === "Escape" && found.length) { event.preventDefault(); close(); }
  else if (/^Arrow(Up|Down)$/.test(event.key) && found.length) {
    event.preventDefault();
    const steps = found.length + 1;
    at = ((at + 1 + (event.key === "ArrowDown" ? 1 : -1) + steps) % steps) - 1;
    draw();
  } else if (event.key === "Enter" && at >= 0) {
    event.preventDefault();
    const chosen = found[at];
    close();
    chosen.click();
  }
});
document.addEventListener("htmx:after:swap", () => { close(); settle(); });
settle();
