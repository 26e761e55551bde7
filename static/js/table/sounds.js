/**
 * Sounds, off until asked for: short ones, made here by WebAudio. Each of them says what the page says in words too. Which
 * of them are heard, and how loud, is set in the panel "More" and kept in the browser's storage.
 */

import { store, stored } from "./settings.js";

const ON = "tabellone.sound";
const SILENT = "tabellone.sound.silent";
const VOLUME = "tabellone.sound.volume";
/** The gain of each volume; at 3 the loudest sound, 0.35, stays under 1. @type {Record<string, number>} */
const GAIN = { 1: 0.3, 2: 1, 3: 2.2 };
/** A sound waits at most this long for the one before it, in seconds. */
const WAIT = 0.6;

/** A step's tone, the event it belongs to, and its lines: the loudest first. @type {[string, string, (line: any) => boolean][]} */
const ORDER = [
  ["goal", "goal", (line) => line.kind === "goal"],
  ["whistle", "play", (line) => line.kind === "whistle" || line.kind === "end"],
  ["card", "play", (line) => line.kind === "card"],
  ["dice", "dice", (line) => (line.dice ?? []).length > 0],
  ["play", "play", () => true],
];

export class Sounds {
  /** @param {HTMLElement} page */
  constructor(page) {
    /** @type {AudioContext|null} */
    this.context = null;
    /** @type {GainNode|null} */
    this.volume = null;
    this.busy = 0;
    this.on = stored(ON) === "1";
    this.silent = new Set((stored(SILENT) ?? "").split(",").filter(Boolean));
    this.box = /** @type {HTMLInputElement|null} */ (document.getElementById("set-sound"));
    this.choice = page.querySelector("[data-sounds]");
    this.box?.addEventListener("change", () => this.#switch(!!this.box?.checked));
    for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (page.querySelectorAll("[data-sound]"))) {
      const event = each.dataset.sound ?? "";
      each.checked = !this.silent.has(event);
      each.addEventListener("change", () => {
        if (each.checked) this.silent.delete(event);
        else this.silent.add(event);
        store(SILENT, [...this.silent].join(",") || null);
      });
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-try]"))) {
      button.addEventListener("click", () => this.#play(button.dataset.try ?? ""));
    }
    const volume = /** @type {HTMLSelectElement|null} */ (document.getElementById("set-volume"));
    const kept = stored(VOLUME) ?? "";
    this.gain = GAIN[kept] ?? 1;
    if (volume && kept in GAIN) volume.value = kept;
    volume?.addEventListener("change", () => {
      store(VOLUME, volume.value);
      this.gain = GAIN[volume.value] ?? 1;
      this.#play("play");
    });
    this.#show();
  }

  /** Sounds on, or off. */
  toggle() {
    if (this.box) this.#switch(!this.on);
  }

  /** @param {boolean} on */
  #switch(on) {
    this.on = on;
    store(ON, on ? "1" : null);
    this.#show();
    if (on) this.#play("play");
  }

  #show() {
    if (this.box) this.box.checked = this.on;
    this.choice?.toggleAttribute("hidden", !this.on);
  }

  /** @param {string} event */
  #wanted(event) {
    return this.on && !this.silent.has(event);
  }

  /** The sound of one step, one at most. @param {any[]} lines */
  step(lines) {
    const heard = ORDER.find(([, event, fits]) => this.#wanted(event) && lines.some(fits));
    if (heard) this.#play(heard[0]);
  }

  /** The sound of what is no step: "turn", "clock", "chat". @param {string} event */
  tell(event) {
    if (this.#wanted(event)) this.#play(event);
  }

  /** @param {string} name */
  #play(name) {
    if (!navigator.userActivation.hasBeenActive) return; // the browser would keep it back, and play all at the first touch
    this.context ??= new AudioContext();
    this.volume ??= new GainNode(this.context);
    this.volume.connect(this.context.destination);
    this.volume.gain.value = this.gain;
    if (this.context.state === "suspended") this.context.resume();
    const now = this.context.currentTime + 0.01;
    const start = Math.max(now, Math.min(this.busy, now + WAIT));
    if (name === "play") this.#knock(start, 300, 0.05, 0.25);
    else if (name === "dice") for (const [at, pitch] of [[0, 900], [0.07, 700], [0.16, 800], [0.3, 600]]) this.#knock(start + at, pitch, 0.04, 0.2);
    else if (name === "card") for (const at of [0, 0.14]) this.#knock(start + at, 180, 0.09, 0.35);
    else if (name === "whistle") this.#whistle(start, 0.35);
    else if (name === "turn") for (const [at, pitch] of [[0, 523], [0.12, 659]]) this.#tone(start + at, pitch, 0.22, 0.12, "sine");
    else if (name === "clock") for (const at of [0, 0.2, 0.4]) this.#tone(start + at, 1047, 0.1, 0.1, "triangle");
    else if (name === "chat") this.#tone(start, 1319, 0.18, 0.08, "sine");
    else if (name === "goal") {
      for (const [at, pitch] of [[0, 392], [0.11, 494], [0.22, 587], [0.33, 784]]) this.#tone(start + at, pitch, 0.28, 0.12, "triangle");
    }
  }

  /** @param {number} at seconds @param {number} pitch hertz @param {number} length seconds @param {number} loud 0..1 @param {OscillatorType} shape */
  #tone(at, pitch, length, loud, shape) {
    const context = /** @type {AudioContext} */ (this.context);
    const source = new OscillatorNode(context, { type: shape, frequency: pitch });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(gain).connect(/** @type {GainNode} */ (this.volume));
    source.start(at);
    source.stop(at + length);
    this.busy = at + length;
    return source;
  }

  /** A knock on wood. @param {number} at @param {number} pitch @param {number} length @param {number} loud */
  #knock(at, pitch, length, loud) {
    const source = this.#tone(at, pitch, length, loud, "triangle");
    source.frequency.exponentialRampToValueAtTime(pitch / 2, at + length);
  }

  /** A referee's whistle: a high tone that trembles. @param {number} at @param {number} length */
  #whistle(at, length) {
    const context = /** @type {AudioContext} */ (this.context);
    const source = this.#tone(at, 2300, length, 0.07, "square");
    const pea = new OscillatorNode(context, { frequency: 38 });
    const depth = new GainNode(context, { gain: 140 });
    pea.connect(depth).connect(source.frequency);
    pea.start(at);
    pea.stop(at + length);
  }
}
