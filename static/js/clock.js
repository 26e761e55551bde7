// The clock of a round, by the server's time: an element with data-clock counts down to data-ends. At nought the buzzer
// goes once.

import { asked, now } from "./time.js";

const beep = () => {
  const Context = window.AudioContext;
  if (!Context) return;
  const sound = new Context();
  if (sound.state !== "running") return; // nobody has touched this page: the browser lets it be silent only
  const tone = sound.createOscillator();
  const gain = sound.createGain();
  tone.type = "square";
  tone.frequency.value = 220;
  gain.gain.value = 0.15;
  tone.connect(gain).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 1.2);
};

const shown = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const tick = () => {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    if (clock.dataset.state !== "running") continue;
    const ends = Date.parse(clock.dataset.ends);
    if (!Number.isFinite(ends)) continue;
    const left = Math.max(0, Math.ceil((ends - now()) / 1000));
    const face = clock.querySelector("[data-face]");
    if (face) face.textContent = shown(left);
    clock.toggleAttribute("data-soon", left <= 60);
    if (left > 0) continue;
    clock.dataset.state = "over";
    for (const part of clock.querySelectorAll("[data-running]")) part.hidden = true;
    for (const part of clock.querySelectorAll("[data-over]")) part.hidden = false;
    beep();
  }
};

document.addEventListener("htmx:afterSettle", tick);
await asked;
tick();
setInterval(tick, 250);
