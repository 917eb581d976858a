// The answer aloud, for whoever asks for it: the browser's own voice, in the page's language. Nothing is spoken before.
const KEPT = "mazzo-voice";
let last = "";

function isOn() {
  return localStorage.getItem(KEPT) === "on";
}

function speak() {
  const part = document.querySelector("[data-speech]");
  const text = part ? part.dataset.speech : "";
  if (!isOn() || !text || text === last) return;
  last = text;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}

function shown() {
  for (const button of document.querySelectorAll("[data-speaks]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", isOn() ? "true" : "false");
  }
}

if ("speechSynthesis" in window) {
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-speaks]")) return;
    localStorage.setItem(KEPT, isOn() ? "off" : "on");
    if (isOn()) { last = ""; speak(); } else speechSynthesis.cancel();
    shown();
  });
  document.addEventListener("htmx:after:swap", () => { shown(); speak(); });
  shown();
  speak();
}
