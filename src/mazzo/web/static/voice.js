// Sounds and the voice of the browser, for whoever switched them on. A screen reader needs neither.

const html = document.documentElement;
const RATES = { slow: 0.75, usual: 1, fast: 1.4, faster: 2 };
const NAME = "mazzo-voice-name";
const speech = window.speechSynthesis;

function kept() {
  try { return localStorage.getItem(NAME) || ""; } catch { return ""; }
}

function speak(text) {
  if (!speech || !text) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = html.lang;
  said.rate = RATES[html.dataset.rate] || 1;
  said.voice = speech.getVoices().find((voice) => voice.name === kept() && voice.lang.startsWith(html.lang)) || null;
  speech.cancel();
  speech.speak(said);
}

// At the coach a button switches the voice on for the answers, whatever the settings say.
const ANSWERS = "mazzo-voice";
const heeds = () => { try { return localStorage.getItem(ANSWERS) === "on"; } catch { return false; } };
const isOn = () => html.dataset.voice === "on" || (heeds() && document.querySelector("[data-speech]"));

document.addEventListener("mazzo:said", (event) => { if (isOn()) speak(event.detail); });

function shown() {
  for (const button of document.querySelectorAll("[data-speaks]")) {
    button.hidden = html.dataset.voice === "on";
    button.setAttribute("aria-pressed", String(heeds()));
  }
}
if (speech) {
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-speaks]")) return;
    localStorage.setItem(ANSWERS, heeds() ? "off" : "on");
    if (heeds()) speak(document.querySelector("[data-speech]").dataset.speech);
    else speech.cancel();
    shown();
  });
  document.addEventListener("htmx:after:swap", shown);
  shown();
}

// A few tones, made here: pitch in hertz and length in seconds.
const TONES = {
  laid: [[392, 0.07]],
  turned: [[330, 0.05]],
  lifted: [[523, 0.05]],
  back: [[349, 0.06], [294, 0.06]],
  refused: [[165, 0.14]],
  bell: [[880, 0.12], [880, 0.2]],
  end: [[392, 0.12], [494, 0.12], [587, 0.12], [784, 0.3]],
};
let audio = null;

document.addEventListener("mazzo:sound", (event) => {
  const tones = TONES[event.detail];
  if (html.dataset.sounds !== "on" || !tones || !window.AudioContext) return;
  audio = audio || new AudioContext();
  let at = audio.currentTime + 0.01;
  for (const [pitch, length] of tones) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
});

// The settings: which voice of those this browser has in the language of the page.
const form = document.getElementById("voices");

function listed() {
  const voices = speech.getVoices().filter((voice) => voice.lang.startsWith(html.lang));
  form.hidden = !voices.length;
  const select = form.querySelector("select");
  select.replaceChildren(...voices.map((voice) => new Option(voice.name, voice.name, false, voice.name === kept())));
}

if (form && speech) {
  listed();
  speech.addEventListener("voiceschanged", listed);
  form.querySelector("select").addEventListener("change", (event) => {
    try { localStorage.setItem(NAME, event.target.value); } catch { /* not kept, and used until the page is left */ }
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); speak(form.dataset.try); });
}
