/** Saving, the text to take away, and the links: the panel "Save and share". */

import { copy } from "../copy.js";
import { t } from "../table/words.js";
import { send } from "./server.js";

export class Saving {
  /** @param {HTMLElement} page @param {any} data @param {{packed: () => any, saved: () => void, tell: (words: string) => void}} hooks */
  constructor(page, data, hooks) {
    this.page = page;
    this.hooks = hooks;
    /** @type {{id: string, version: number, visibility: string}|null} */
    this.row = data.saved;
    this.busy = false;
    this.state = page.querySelector("[data-save-state]");
    this.text = /** @type {HTMLTextAreaElement|null} */ (page.querySelector("[data-text]"));
    page.querySelector("[data-save]")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const { submitter } = /** @type {SubmitEvent} */ (event);
      this.#save(/** @type {HTMLFormElement} */ (event.currentTarget), submitter?.getAttribute("value") === "copy");
    });
    page.querySelector("[data-act=text]")?.addEventListener("click", () => this.#write());
    page.querySelector("[data-act=copy-text]")?.addEventListener("click", () => this.#copy());
  }

  /** Something is not saved now. */
  changed() {
    if (this.state && this.row) this.state.textContent = t("Not saved yet.");
  }

  /** @param {string} words */
  #say(words) {
    if (this.state) this.state.textContent = words;
    this.hooks.tell(words);
  }

  /** @param {HTMLFormElement} form @param {boolean} anew */
  async #save(form, anew) {
    if (this.busy) return;
    this.busy = true;
    const fields = new FormData(form);
    const before = this.row?.id;
    let row = anew ? null : this.row;
    this.#say(t("Saving…"));
    try {
      let sent = "";
      // What is changed while it is on its way is saved too.
      while (sent !== JSON.stringify(this.hooks.packed().tree)) {
        const body = { ...this.hooks.packed(), title: fields.get("title"), visibility: fields.get("visibility") ?? "", id: row?.id ?? null, version: row?.version ?? null };
        sent = JSON.stringify(body.tree);
        const saved = await send(this.page.dataset.save ?? "", body, this.page.dataset.csrf ?? "");
        this.row = row = saved;
      }
      this.hooks.saved();
      this.#say(t("Saved."));
      if (before !== row?.id) location.assign(/** @type {any} */ (row).address);
    } catch (error) {
      this.#say(/** @type {Error} */ (error).message);
    }
    this.busy = false;
  }

  /** The analysis as text, in its field. */
  async #write() {
    if (!this.text) return;
    try {
      const { text } = await send(this.page.dataset.tree ?? "", { tree: this.hooks.packed().tree, text_only: true }, this.page.dataset.csrf ?? "");
      this.text.value = text;
      this.page.querySelector("[data-text-box]")?.removeAttribute("hidden");
      this.text.focus();
      this.text.select();
    } catch (error) {
      this.#say(/** @type {Error} */ (error).message);
    }
  }

  async #copy() {
    if (this.text && (await copy(this.text.value))) this.#say(t("Copied"));
  }
}
