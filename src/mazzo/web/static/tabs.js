// On a phone the coach's sheet shows one of three tabs; whatever is done at the table or asked for brings back Now.
// Without scripts, and beside the table on a desk, all three are there below each other.

const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

function tabs() {
  return [...document.querySelectorAll(".tabs [role=tab]")];
}

function choose(name) {
  const list = document.querySelector(".tabs");
  if (!list) return;
  list.parentElement.dataset.tab = name;
  settle();
}

// The names of panels and tabs are for those who have tabs at all.
function settle() {
  const list = document.querySelector(".tabs");
  if (!list) return;
  const isThere = list.checkVisibility();
  for (const tab of tabs()) {
    const isChosen = tab.dataset.shows === list.parentElement.dataset.tab;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls"));
    if (isThere) {
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
    } else {
      panel.removeAttribute("role");
      panel.removeAttribute("aria-labelledby");
    }
  }
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-shows]");
  if (tab) choose(tab.dataset.shows);
  else if (event.target.closest(".tile, .hand button, .panel a[hx-get], .panel button:not([type=button])")) choose("now");
});
document.addEventListener("keydown", (event) => {
  const tab = event.target.closest("[data-shows]");
  if (!tab || !(event.key in KEYS)) return;
  const all = tabs();
  const next = all[(all.indexOf(tab) + KEYS[event.key] + all.length) % all.length];
  event.preventDefault();
  choose(next.dataset.shows);
  next.focus();
});
document.addEventListener("htmx:after:swap", settle);
window.addEventListener("resize", settle);
settle();
