/** Questions of the analysis board and of puzzles to their worker (packaging/offline/boards.js), in place of the site. */

export class Asker {
  /** Starts nothing yet: the first question does. @param {string} room */
  constructor(room) {
    this.room = room;
    this.asked = 0;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (why: Error) => void}>} */
    this.waiting = new Map();
    this.worker = new Worker(/** @type {HTMLElement} */ (document.querySelector("[data-worker]")).dataset.worker ?? "", { type: "module" });
    this.worker.addEventListener("error", (event) => this.#failed(event.message ?? ""));
    this.worker.addEventListener("message", ({ data }) => {
      if (data.t === "failed") return this.#failed(data.why);
      const asker = this.waiting.get(data.n);
      this.waiting.delete(data.n);
      document.querySelector("[data-starting]")?.setAttribute("hidden", "");
      if (data.answer.error) asker?.reject(new Error(data.answer.error));
      else asker?.resolve(data.answer);
      return undefined;
    });
    document.querySelector("[data-starting]")?.removeAttribute("hidden");
  }

  /** @param {string} about @param {any} asked @returns {Promise<any>} */
  ask(about, asked) {
    this.asked += 1;
    const n = this.asked;
    this.worker.postMessage({ n, room: this.room, about, asked });
    return new Promise((resolve, reject) => this.waiting.set(n, { resolve, reject }));
  }

  /** Nothing that waits comes any more. @param {string} why */
  #failed(why) {
    document.querySelector("[data-starting]")?.setAttribute("hidden", "");
    document.querySelector("[data-failed]")?.removeAttribute("hidden");
    const place = document.querySelector("[data-failed] [data-why]");
    if (place) place.textContent = why;
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }
}
