/**
 * The list of line-ups in the dock: what the game suggests, as last time, and what the player keeps under a name: with
 * the account, or in this browser for whoever plays as a guest.
 *
 * @typedef {{id: string, name: string, cells: Record<string, string>, of: string}} Kept
 */

import { html } from "./svg.js";
import { say, t } from "./words.js";

export class LineUps {
  /**
   * @param {HTMLElement} page
   * @param {{suggest: (key: string) => void, wish: (cells: Record<string, string>, of: string) => void, clear: () => void, cells: () => {cells: Record<string, string>, of: string}}} hooks
   */
  constructor(page, hooks) {
    this.hooks = hooks;
    this.game = page.dataset.game ?? "";
    this.account = page.dataset.account === "1";
    this.token = page.dataset.csrf ?? "";
    this.box = /** @type {HTMLElement|null} */ (page.querySelector("[data-lineup]"));
    this.list = /** @type {HTMLSelectElement|null} */ (page.querySelector("#lineup"));
    this.dialog = /** @type {HTMLDialogElement|null} */ (document.getElementById("keep"));
    this.shown = "";
    /** @type {Kept[]|null} */
    this.kept = null;
    this.list?.addEventListener("change", () => this.#choose(this.list?.value ?? ""));
    this.box?.querySelector("[data-keep]")?.addEventListener("click", () => this.#openDialog());
    this.dialog?.querySelector("form")?.addEventListener("submit", (event) => this.#keep(event));
  }

  /** Shows the list for this draft. @param {import("./draft.js").Answer} answer */
  async open(answer) {
    if (!this.list || !this.box) return;
    this.box.hidden = false;
    const mark = JSON.stringify([answer.v, answer.last, answer.line_ups.map((one) => one.key)]);
    this.answer = answer;
    if (mark === this.shown) return;
    this.shown = mark;
    this.#fill();
    if (this.kept === null) {
      this.kept = await this.#load();
      this.#fill();
    }
  }

  close() {
    this.shown = "";
    if (this.box) this.box.hidden = true;
    if (this.dialog?.open) this.dialog.close();
  }

  /** @param {string} value */
  chosen(value) {
    if (this.list && [...this.list.options].some((option) => option.value === value)) this.list.value = value;
  }

  #fill() {
    if (!this.list || !this.answer) return;
    const was = this.list.value;
    const options = [html("option", { value: "" }, t("Line-ups"))];
    if (this.answer.last) options.push(html("option", { value: "last" }, t("As last time")));
    for (const one of this.answer.line_ups) options.push(html("option", { value: one.key }, say(one.name)));
    for (const one of this.kept ?? []) options.push(html("option", { value: `kept:${one.id}` }, t("Mine: {name}", { name: one.name })));
    options.push(html("option", { value: "clear" }, t("From an empty board")));
    this.list.replaceChildren(...options);
    this.chosen(was);
  }

  /** @param {string} value */
  #choose(value) {
    if (value.startsWith("kept:")) {
      const one = this.kept?.find((each) => `kept:${each.id}` === value);
      if (one) this.hooks.wish(one.cells, one.of);
    } else if (value === "clear") this.hooks.clear();
    else if (value) this.hooks.suggest(value);
  }

  #openDialog() {
    this.#listKept();
    this.#refuse("");
    this.dialog?.showModal();
  }

  #listKept() {
    const place = this.dialog?.querySelector("[data-kept]");
    place?.replaceChildren(
      ...(this.kept ?? []).map((one) => {
        const button = html("button", { type: "button", class: "btn quiet compact", "aria-label": t("Remove {name}", { name: one.name }) }, t("Remove"));
        button.addEventListener("click", () => this.#drop(one));
        return html("li", { class: "row row-apart" }, html("span", {}, one.name), button);
      }),
    );
  }

  /** @param {string} words */
  #refuse(words) {
    const place = /** @type {HTMLElement|null|undefined} */ (this.dialog?.querySelector("[data-refusal]"));
    if (!place) return;
    place.textContent = words;
    place.hidden = !words;
  }

  /** @param {Event} event */
  async #keep(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (this.dialog?.querySelector("input"));
    const name = field.value.trim().replace(/\s+/g, " ");
    if (!name) return;
    const { cells, of } = this.hooks.cells();
    try {
      const made = await this.#store({ name, cells, of });
      this.kept = [...(this.kept ?? []).filter((one) => one.name !== name), made].sort((a, b) => a.name.localeCompare(b.name));
    } catch (error) {
      return this.#refuse(error instanceof Error && error.message ? error.message : t("Couldn’t save. Try again."));
    }
    field.value = "";
    this.#fill();
    this.chosen(`kept:${this.kept.find((one) => one.name === name)?.id}`);
    this.dialog?.close();
    return undefined;
  }

  /** @param {Kept} one */
  async #drop(one) {
    if (this.account) await fetch(`/api/v1/line-ups/${one.id}/`, { method: "DELETE", headers: { "X-CSRFToken": this.token } });
    this.kept = (this.kept ?? []).filter((each) => each.id !== one.id);
    if (!this.account) this.#write();
    this.#fill();
    this.#listKept();
  }

  // ── where they are: the account's, or this browser's ──

  /** @returns {Promise<Kept[]>} */
  async #load() {
    try {
      if (!this.account) return JSON.parse(localStorage.getItem(this.#key()) ?? "[]");
      const answer = await fetch(`/api/v1/line-ups/?game=${this.game}`);
      return answer.ok ? (await answer.json()).map((/** @type {any} */ one) => ({ ...one, of: "home" })) : [];
    } catch {
      return [];
    }
  }

  /** @param {{name: string, cells: Record<string, string>, of: string}} one @returns {Promise<Kept>} */
  async #store(one) {
    if (!this.account) {
      const made = { id: one.name, ...one };
      this.kept = [...(this.kept ?? []).filter((each) => each.name !== one.name), made];
      this.#write();
      return made;
    }
    const headers = { "Content-Type": "application/json", "X-CSRFToken": this.token };
    const answer = await fetch("/api/v1/line-ups/", { method: "POST", headers, body: JSON.stringify({ game: this.game, ...one }) });
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.detail);
    return { ...body, of: "home" };
  }

  #write() {
    localStorage.setItem(this.#key(), JSON.stringify(this.kept));
  }

  #key() {
    return `tabellone.lineups.${this.game}`;
  }
}
