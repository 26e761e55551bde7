/**
 * The table's tabs: Moves, Chat, Statistics, More. On a wide page one of them is always open, in the rail; on a phone a
 * button of the score opens them over the match, with the tab that was open last; the same button, a second tap on the open
 * tab or Escape closes them.
 *
 * Whoever fills a tab finds its panel by id (`in-moves`, `in-chat`, `in-statistics`, `in-more`) and may put a number on
 * it with `count`; a tab that is looked at loses its number.
 */

const LOOK_MS = 4000;
const PHONE = matchMedia("(width < 48rem)");

export class Tabs {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    /** @type {HTMLElement[]} */
    this.tabs = [...box.querySelectorAll("[role=tab]")].map((tab) => /** @type {HTMLElement} */ (tab));
    /** @type {HTMLElement|null} */
    this.open = null;
    this.looking = 0;
    /** The button that opens them on a phone. @type {HTMLElement|null} */
    this.opener = box.querySelector("[data-opener]");
    this.last = this.tabs[0];
    this.opener?.addEventListener("click", () => this.choose(this.open ? null : this.last));
    for (const tab of this.tabs) tab.addEventListener("click", () => this.choose(PHONE.matches && tab === this.open ? null : tab));
    box.querySelector("[role=tablist]")?.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !PHONE.matches || !this.open || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.choose(null);
      this.opener?.focus();
    });
    PHONE.addEventListener("change", () => this.choose(PHONE.matches ? null : this.tabs[0]));
    this.choose(PHONE.matches ? null : this.tabs[0]);
    box.toggleAttribute("data-ready", true);
  }

  /** Opens a tab, or none. @param {HTMLElement|null} tab */
  choose(tab) {
    this.open = tab;
    this.last = tab ?? this.last;
    this.opener?.setAttribute("aria-expanded", String(tab !== null));
    for (const each of this.tabs) {
      each.setAttribute("aria-selected", String(each === tab));
      each.tabIndex = each === (tab ?? this.tabs[0]) ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls") ?? "")?.toggleAttribute("hidden", each !== tab);
    }
    this.box.toggleAttribute("data-open", tab !== null);
    if (tab) this.#clear(tab);
    this.look();
    const list = tab && document.getElementById(tab.getAttribute("aria-controls") ?? "")?.querySelector("[data-moves]");
    if (list) list.scrollTop = list.scrollHeight;
  }

  /** What the open tab asks of the server is asked again, at most every few seconds (figures, say). */
  look() {
    const panel = this.open && document.getElementById(this.open.getAttribute("aria-controls") ?? "");
    const asks = panel ? panel.querySelector("[hx-trigger*=look]") : null;
    if (!asks || this.looking) return;
    asks.dispatchEvent(new CustomEvent("look"));
    this.looking = window.setTimeout(() => (this.looking = 0), LOOK_MS);
  }

  /** Closes the sheet of a phone, so that the board is seen; the focus that was in it goes to the button that opens it. */
  aside() {
    if (!PHONE.matches) return;
    const inside = this.box.contains(document.activeElement);
    this.choose(null);
    if (inside) this.opener?.focus({ preventScroll: true });
  }

  /** Shows how much is new in a tab that is not looked at. @param {string} name "chat", "more" @param {number} n */
  count(name, n) {
    const place = this.box.querySelector(`[data-count="${name}"]`);
    if (!place || place.closest("[role=tab]") === this.open) return;
    place.textContent = n ? String(n) : "";
    place.toggleAttribute("hidden", !n);
    this.#news();
  }

  /** A dot on the button that opens the tabs, while one of them has a number. */
  #news() {
    this.opener?.toggleAttribute("data-news", this.tabs.some((tab) => tab.querySelector("[data-count]:not([hidden])")));
  }

  /** @param {HTMLElement} tab */
  #clear(tab) {
    const place = tab.querySelector("[data-count]");
    if (!place) return;
    place.textContent = "";
    place.toggleAttribute("hidden", true);
    this.#news();
  }

  /** Arrows, Home and End walk the tabs. @param {KeyboardEvent} event */
  #key(event) {
    const here = this.tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: this.tabs.length - 1 };
    if (here < 0 || !(event.key in ways)) return;
    event.preventDefault();
    const tab = this.tabs[(ways[event.key] + this.tabs.length) % this.tabs.length];
    if (!PHONE.matches || this.open) this.choose(tab);
    for (const each of this.tabs) each.tabIndex = each === tab ? 0 : -1;
    tab.focus();
  }
}
