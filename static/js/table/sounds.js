/**
 * Sounds, off until asked for: five short ones, made here by WebAudio. Each of them says what a line of the commentary
 * says too; a step makes at most one.
 */

/** The loudest at first. @type {[string, (line: any) => boolean][]} */
const ORDER = [
  ["goal", (line) => line.kind === "goal"],
  ["whistle", (line) => line.kind === "whistle" || line.kind === "end"],
  ["card", (line) => line.kind === "card"],
  ["roll", (line) => (line.dice ?? []).length > 0],
  ["move", () => true],
];

export class Sounds {
  /** @param {boolean} on */
  constructor(on) {
    this.on = on;
    /** @type {AudioContext|null} */
    this.context = null;
  }

  /** @param {boolean} on */
  set(on) {
    this.on = on;
    if (on) this.play("move");
  }

  /** The sound of one step. @param {any[]} lines */
  step(lines) {
    if (!this.on || !lines.length) return;
    const found = ORDER.find(([, fits]) => lines.some(fits));
    if (found) this.play(found[0]);
  }

  /** @param {string} name */
  play(name) {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
    const start = this.context.currentTime + 0.01;
    if (name === "move") this.#knock(start, 300, 0.05, 0.25);
    else if (name === "roll") for (const [at, pitch] of [[0, 900], [0.07, 700], [0.16, 800], [0.3, 600]]) this.#knock(start + at, pitch, 0.04, 0.2);
    else if (name === "card") for (const at of [0, 0.14]) this.#knock(start + at, 180, 0.09, 0.35);
    else if (name === "whistle") this.#whistle(start, 0.35);
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
    source.connect(gain).connect(context.destination);
    source.start(at);
    source.stop(at + length);
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
