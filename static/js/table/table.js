/**
 * The live table: takes the server's frames, keeps the one state of this page, and hands it to the parts that show it.
 * Nothing is shown as done before the server said so; a gap in the versions or a lost line asks the server again.
 */

import { Board } from "./board.js";
import { Chooser } from "./choose.js";
import { Clocks } from "./clock.js";
import { Commentary } from "./commentary.js";
import { control } from "./controls.js";
import { Dock } from "./dock.js";
import { Draft } from "./draft.js";
import { byHttp, newId, Pending, randomHex } from "./pending.js";
import { ruleLink } from "./rules.js";
import { personAt, Screens } from "./screens.js";
import { Score } from "./score.js";
import { Settings } from "./settings.js";
import { Looks } from "./looks.js";
import { inHand, moveOrPlay, targetsOf, thingName, told } from "./offering.js";
import { Skip } from "./skip.js";
import { Line } from "./socket.js";
import { Tabs } from "./tabs.js";
import { asked, describe, threatened } from "./telling.js";
import { Usual } from "./usual.js";
import { loadWords, nameOf, say, sentence, spoken, t, useNames } from "./words.js";

/** @typedef {import("./choose.js").Choice} Choice */

const LATE_MS = 2000;
const RESEND_MS = 4000;
/** Before the kick-off there is no position. @type {import("./board.js").Scene} */
const EMPTY = { pieces: [], ball: null, notes: [] };
/** @type {import("./board.js").Offer} */
const NOTHING = { picks: new Map(), targets: new Map(), picked: null, cell: null };

class Table {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.id = page.dataset.match ?? "";
    /** @type {any} the last whole truth: every key of a full frame */
    this.now = null;
    this.whole = false;
    this.pending = new Pending(this.id);
    /** @type {Map<string, object>} what is no move (resigning, an offer, a claim) and not answered yet, by its id */
    this.wishes = new Map();
    /** @type {Set<string>} ids of wishes that the server could not save */
    this.unsaved = new Set();
    this.chooser = new Chooser();
    this.score = new Score(page);
    this.tabs = new Tabs(/** @type {HTMLElement} */ (page.querySelector("[data-tabs]")));
    this.talk = new Commentary(page);
    this.clocks = new Clocks(page, (words) => {
      this.talk.now(words);
      this.sounds?.tell("clock");
    });
    const geometry = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("geometry")).textContent ?? "{}");
    this.board = new Board(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (page.querySelector("svg.pitch"))), geometry, {
      pick: (id) => this.#pick(id),
      point: (cell) => this.#point(cell),
      look: (cell) => this.#look(cell),
    });
    this.dock = new Dock(/** @type {HTMLElement} */ (page.querySelector(".dock")), {
      choose: (choice) => this.#choose(choice),
      confirm: () => this.#confirm(),
      back: () => this.#back(),
    }, geometry.dice);
    this.draft = new Draft(page, {
      show: () => this.#show(),
      send: (moves) => this.#sendAll(moves),
      tell: (words) => this.talk.later(words),
      match: () => ({ v: this.now?.v ?? -1, you: this.#seat() }),
      names: { thing: (id) => this.#thing(id), cell: (name) => this.board.cellName(name) },
    });
    /** @type {number|undefined} */
    this.lateTimer = undefined;
    /** When the pending move was last sent. */
    this.sentAt = 0;
    /** The version that the last acknowledged moves lead to; their steps may still be on their way. */
    this.ackedTo = 0;
    /** For how many beats the server has owed the position, or steps that it acknowledged. */
    this.owed = 0;
    this.lastLine = "";
    /** @type {string[]} what the marks of threats say */
    this.warnings = [];
    /** The turn that was spoken last. */
    this.toldTurn = "";
    /** Has somebody else decided since this side last did? */
    this.waited = false;
    /** @type {boolean|undefined} */
    this.agreed = undefined;
    this.screens = new Screens(page, (frame) => this.line.send(frame));
    /** Fetched once the page is there: they are off until asked for. @type {import("./sounds.js").Sounds|undefined} */
    this.sounds = undefined;
    const fetchSounds = () => import("./sounds.js").then(({ Sounds }) => void (this.sounds = new Sounds(page))).catch(() => {});
    if (document.readyState === "complete") fetchSounds();
    else addEventListener("load", fetchSounds);
    this.settings = new Settings(page, {
      threats: () => {
        this.#threats();
        this.#show();
      },
    });
    if (this.settings.turned(page.dataset.you || null)) this.board.turn();
    this.usual = new Usual(page, () => this.#truth());
    this.looks = new Looks(page);
    this.skip = new Skip(page, { send: (frame) => this.line.send(frame), sentAt: () => this.sentAt });
    this.#controls();
    this.line = new Line(page.dataset.socket ?? "", {
      // Steps tell how a position became another; before the kick-off there is none, so the whole truth is asked for.
      version: () => (this.now?.v && this.now.status !== "waiting" ? this.now.v : null),
      seen: () => [this.page.dataset.seen, this.now ? `timeline=${this.now.timeline}` : ""].filter(Boolean).join("&"),
      onFrame: (frame) => this.#frame(frame),
      onState: (state) => this.#state(state),
    });
    /** Hides a sentence that was to be read. */
    this.warned = 0;
    /** What a coach points at. @type {{v: number, label: import("./words.js").Text, pick: string|null, to: string|null}|null} */
    this.advice = null;
    page.addEventListener("advice", (event) => {
      this.advice = /** @type {CustomEvent} */ (event).detail;
      this.#show();
    });
    page.addEventListener("say", (event) => this.#wish(/** @type {CustomEvent} */ (event).detail));
    page.addEventListener("aside", () => this.tabs.aside());
    page.addEventListener("news", (event) => {
      this.tabs.count(.../** @type {CustomEvent} */ (event).detail);
      this.sounds?.tell("chat");
    });
    setInterval(() => {
      this.#again(true);
      for (const [id, frame] of this.wishes) if (this.unsaved.delete(id)) this.line.send(frame);
      this.#demand();
    }, RESEND_MS);
    setInterval(() => this.score.presence(this.now?.presence, this.now?.head, this.line.offset), 1000);
  }

  // ── what the server says ──

  /** @param {"open"|"closed"} state */
  #state(state) {
    if (state === "open") {
      for (const frame of this.wishes.values()) this.line.send(frame);
      return this.#again();
    }
    this.whole = false;
    this.board.lock(true);
    this.#show();
    // Counted from the cut, whatever is tried meanwhile and fails.
    this.lateTimer ??= window.setTimeout(() => this.#late(true), LATE_MS);
    return undefined;
  }

  /** @param {boolean} late */
  #late(late) {
    this.page.toggleAttribute("data-late", late);
    this.page.querySelector("[data-late-bar]")?.toggleAttribute("hidden", !late);
  }

  /** After a cut the server sends the missing steps or a full frame; only then may the board be touched again. */
  #wholeAgain() {
    this.whole = true;
    clearTimeout(this.lateTimer);
    this.lateTimer = undefined;
    this.#late(false);
    this.#answerAsUsual();
    this.#show();
  }

  /** @param {any} frame */
  #frame(frame) {
    if (frame.t === "full") this.#full(frame);
    else if (frame.t === "step") this.#step(frame);
    else if (frame.t === "ack" || frame.t === "stale") this.#settled(frame);
    else if (frame.t === "error") this.#refused(frame);
    else if (frame.t === "presence") this.#presence(frame);
    else if (frame.t === "device") this.#device(frame);
    // What is no move (chat, offers, rulings) is its own module's: it hears every frame, and asks this one to send.
    this.page.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }

  /** @param {any} frame */
  #full(frame) {
    if (this.now && this.now.timeline !== frame.timeline) this.#rewound(frame);
    this.now = frame;
    useNames(frame.head.home.name, frame.head.away.name);
    this.talk.start(frame.lines ?? []);
    this.#lines(frame.lines ?? []);
    this.board.draw(frame.scene ?? EMPTY, false);
    this.score.draw(frame.head, frame.status, false);
    this.score.presence(frame.presence, frame.head, this.line.offset);
    if (frame.you && frame.status === "waiting") this.#seed(); // each time: a cut may have lost it, and the first one counts
    this.#truth();
    this.#wholeAgain();
    this.#again();
  }

  /**
   * Another database took over, which may lack the last moves: what was acknowledged may be gone. What is still pending
   * is sent with the timeline that it was made in, so the server knows it, or calls it stale: it is never another move.
   * @param {any} frame
   */
  #rewound(frame) {
    this.ackedTo = Math.min(this.ackedTo, frame.v);
    this.toldTurn = "";
    if (frame.v < this.now.v) this.#warn(t("The server lost the last moves: the match goes on from this position."));
  }

  /** This side's own dice seed; it and the published fingerprint are kept here, for the check after the match. */
  #seed() {
    const key = `tabellone.dice.${this.id}`;
    let seed = randomHex(32);
    try {
      seed = JSON.parse(localStorage.getItem(key) ?? "null")?.seed ?? seed;
      localStorage.setItem(key, JSON.stringify({ seed, commitment: this.page.dataset.commitment }));
    } catch {
      /* the check then has only the record */
    }
    this.line.send({ t: "seed", seed });
    if (this.now.you === "both") this.line.send({ t: "seed", seed: randomHex(32) });
  }

  /** @param {any} frame */
  #step(frame) {
    if (!this.now || frame.v > this.now.v + 1) {
      this.whole = false;
      this.board.lock(true);
      return this.line.again();
    }
    if (frame.v <= this.now.v) return undefined;
    this.now = { ...this.now, ...frame, t: "full" };
    if (frame.head) useNames(this.now.head.home.name, this.now.head.away.name);
    const lines = (frame.lines ?? []).map((/** @type {any} */ line) => ({ v: frame.v, ...line }));
    this.talk.add(lines);
    this.sounds?.step(lines);
    this.#lines(lines);
    if (frame.scene) this.board.draw(frame.scene, true);
    this.score.draw(this.now.head, this.now.status, true);
    this.tabs.look();
    this.#truth();
    if (!this.whole) this.#wholeAgain();
    return undefined;
  }

  /** The dice and the last sentence of these lines. @param {any[]} lines */
  #lines(lines) {
    const last = lines.at(-1);
    if (last) this.lastLine = sentence(last.text);
    if (!last) return;
    const v = lines.findLast((line) => line.dice)?.v;
    this.dock.rolled(lines.filter((line) => line.v === v).flatMap((line) => line.dice ?? []), this.whole);
    if (v !== last.v) this.dock.rolled([], false);
  }

  /** While others think: where they may shoot or go for the ball, for who wants to see and hear it. */
  #threats() {
    if (!this.now) return;
    const { choices, threats, to_act: toAct, scene } = this.now;
    const shown = this.settings.threats() && !choices?.length ? threats ?? [] : [];
    this.board.threaten(shown);
    const told = this.warnings.join(" ");
    this.warnings = shown.length ? threatened(shown, scene, nameOf(toAct[0]), (cell) => this.board.cellName(cell)) : [];
    if (this.warnings.join(" ") !== told) this.talk.later(this.warnings.join(" "));
  }

  /** A new position stands: offer what is to be chosen. */
  #truth() {
    const { choices, clock, status } = this.now;
    this.chooser.offer(choices ?? [], this.now.scene?.ball?.on ?? null);
    this.#threats();
    this.screens.show(this.now);
    // That a seat has made its sealed choice is public; what it chose is not known here.
    for (const place of this.page.querySelectorAll("[data-chosen]")) place.toggleAttribute("hidden", !this.#chosen(place.getAttribute("data-chosen") ?? ""));
    this.#drafting();
    this.score.chips(this.now.scene ?? null);
    this.clocks.set(clock ?? null, this.#seat(), this.line.bestTrip < Infinity ? this.line.offset : null);
    this.page.dataset.status = status;
    this.page.dataset.v = String(this.now.v);
    this.page.toggleAttribute("data-yours", this.#mine());
    const usual = this.#usual();
    if (this.waited && this.#mine() && !usual && this.now.you !== "both") this.sounds?.tell("turn");
    if (!usual) this.waited = !this.#mine();
    if (status === "finished" || status === "void") document.body.classList.remove("in-match");
    const gathered = `${this.now.head.home.name} / ${this.now.head.away.name}`;
    const came = status === "waiting" && this.page.dataset.gathered !== gathered;
    this.page.dataset.gathered = gathered;
    const agreed = Boolean(clock?.resume); // an official's has no end
    if (came || agreed !== (this.agreed ?? agreed) || before(this.page.dataset.shown, status)) this.page.dispatchEvent(new CustomEvent("status", { bubbles: true }));
    this.page.dataset.shown = status;
    this.agreed = agreed;
    this.#answerAsUsual();
    this.#show();
    this.#tellTurn();
  }

  /** The choice that is to be sent without asking, or null. */
  #usual() {
    return this.#locked() || this.draft.on ? null : this.usual.choice(this.now);
  }

  /** Sends it, once nothing else is on its way. */
  #answerAsUsual() {
    const usual = this.#usual();
    if (!usual) return;
    this.#send(usual);
    this.usual.told(this.now, usual);
  }

  /** Speaks whose turn it is, what is asked and what can be done, once a turn; not while an answer to it is on its way. */
  #tellTurn() {
    const turn = `${this.now.v} ${this.#seat()}`;
    if (!this.#mine() || this.toldTurn === turn || this.pending.frame || this.now.v < this.ackedTo) return;
    this.toldTurn = turn;
    this.talk.now(spoken([this.#turn(), say(this.now.prompt), this.#ways()]));
  }

  /** What can be done now, in words: the numbered buttons, and how many things can be chosen on the board. */
  #ways() {
    if (this.draft.on) return "";
    const places = this.chooser.hand().length ? 0 : this.board.buttons().length;
    return [this.#inHand(), ...this.dock.spoken(), places ? t("{n} choices on the board, by arrow keys and Enter.", { n: places }) : ""].filter(Boolean).join(" ");
  }

  /** What to do with what is in hand. */
  #inHand() {
    return inHand(this.#scene(), this.chooser);
  }

  /** The board as it is shown: with a draft on it, if there is one. @returns {import("./board.js").Scene} */
  #scene() {
    return this.draft.now?.scene ?? this.now.scene ?? EMPTY;
  }

  /** @param {string} seat */
  #chosen(seat) {
    return (this.now.chosen ?? []).includes(seat);
  }

  /** The seat that this page decides for now: its own, or at a hot seat whichever is asked. */
  #seat() {
    return Screens.seat(this.now) ?? this.now?.you ?? "";
  }

  /** @param {{t: string, id: string, v: number}} frame */
  #settled(frame) {
    this.wishes.delete(frame.id);
    if (!this.pending.settle(frame.id)) return;
    if (frame.t === "ack") this.ackedTo = Math.max(this.ackedTo, frame.v);
    if (this.now) {
      this.#drafting();
      if (this.now.v >= this.ackedTo) this.#answerAsUsual();
    }
    this.#show();
    if (this.now) this.#tellTurn();
  }

  /** @param {any} frame */
  #refused(frame) {
    // Without an id it is no answer to what a person did here (a second device's seed comes too late, say).
    if (frame.id === null || this.page.dataset.saying?.includes(frame.id)) return;
    // The log may hold it all the same: it is sent again under its id, until another answer comes.
    if (frame.code === "busy" && this.pending.frame?.id === frame.id) return;
    if (frame.code === "busy" && this.wishes.has(frame.id)) return void this.unsaved.add(frame.id);
    this.wishes.delete(frame.id);
    this.pending.settle(frame.id);
    this.#warn(t(frame.reason), frame.rule);
    this.chooser.drop();
    this.#drafting();
    this.#show();
  }

  /** A sentence that must be read now, beside the board; one with a link to its rule stays until the next move. @param {string} words @param {string} [rule] */
  #warn(words, rule) {
    const place = this.page.querySelector("[data-refused]");
    clearTimeout(this.warned);
    if (place) {
      place.replaceChildren(words, ...(rule ? [" ", ruleLink(this.page, rule)] : []));
      place.removeAttribute("hidden");
      if (!rule) this.warned = window.setTimeout(() => place.setAttribute("hidden", ""), 8000);
    }
    this.talk.now(words);
  }

  /** A draft begins, goes on or ends; not while its own moves arrive one by one. */
  #drafting() {
    if (!this.pending.frame && this.now.v >= this.ackedTo) this.draft.offer(this.now, this.#mine());
  }

  /** @param {any} frame */
  #presence(frame) {
    if (!this.now) return;
    this.now.presence = frame;
    this.score.presence(frame, this.now.head, this.line.offset);
  }

  /** Another device of this player took the seat, or this one did. @param {any} frame */
  #device(frame) {
    this.screens.device(frame);
    if (this.screens.elsewhere) this.pending.settle(null);
    if (this.now) this.#drafting();
    this.page.toggleAttribute("data-yours", this.#mine());
    this.#show();
  }

  // ── what the player does ──

  #mine() {
    return !!this.now && this.now.status === "live" && !this.screens.elsewhere && (this.now.choices ?? []).length > 0;
  }

  #locked() {
    return !this.whole || this.pending.frame !== null || !this.#mine();
  }

  /** @param {string} id */
  #pick(id) {
    if (this.draft.on) return void this.draft.pick(id);
    this.chooser.pick(id);
    this.#show();
    this.talk.now(this.#inHand() ? this.#ways() : t("Nothing in hand."));
  }

  /** What a target would do, read before it is done. @param {string} cell */
  #look(cell) {
    // What is to be confirmed stands there already.
    const ways = this.draft.on || !cell || this.chooser.ways.length ? [] : this.chooser.targets().get(cell) ?? [];
    this.dock.peek(ways.map(told).join(" / "));
  }

  /** @param {string} cell */
  #point(cell) {
    if (this.draft.on) return void this.draft.point(cell);
    if (this.chooser.cell === cell && this.chooser.ready()) return this.#confirm();
    const ways = this.chooser.point(cell);
    if (ways.length === 1 && !this.settings.confirms(ways[0])) return this.#send(ways[0]);
    this.#show();
    this.talk.now([this.#toConfirm(), this.#ways()].filter(Boolean).join(" "));
    return undefined;
  }

  /** The choice that waits to be confirmed, with its risk; empty without one. */
  #toConfirm() {
    const ready = this.chooser.ready();
    return ready ? `${[told(ready), say(ready.danger)].filter(Boolean).join(". ")}.` : "";
  }

  /** @param {Choice} choice */
  #choose(choice) {
    if (choice.to !== null && this.settings.confirmsAll()) {
      this.chooser.settle(choice);
      this.#show();
    } else this.#send(choice);
  }

  #confirm() {
    if (this.draft.on) return this.draft.confirm();
    const ready = this.chooser.ready();
    if (ready) this.#send(ready);
    return undefined;
  }

  #back() {
    if (this.draft.on) return this.draft.back();
    const moved = this.chooser.back();
    if (moved) this.#show();
    return moved;
  }

  /** @param {Choice} choice */
  #send(choice) {
    this.#sendAll([choice.move]);
  }

  /** Moves of this seat, all or none. @param {object[]} moves */
  #sendAll(moves) {
    if (this.#locked()) return;
    this.usual.said = undefined;
    const frame = this.pending.keep(this.now, moves, Screens.seat(this.now));
    this.line.send(frame);
    this.page.querySelector("[data-refused]")?.setAttribute("hidden", "");
    this.sentAt = Date.now();
    this.talk.hush();
    this.#show();
  }

  /** Sends the pending move (again): the server knows a repeat by its id. `late`: no answer came in time, so by HTTP too. @param {boolean} [late] */
  #again(late = false) {
    const { frame } = this.pending;
    if (!frame || !this.now) return;
    if (Date.now() - this.sentAt < RESEND_MS / 2 && this.whole) return;
    if (this.now.you === null) return void this.pending.settle(null);
    if (this.line.send(frame)) this.sentAt = Date.now();
    if (late && this.page.dataset.csrf !== undefined) this.#byHttp(frame);
  }

  /** What the server owes for two beats, the position or steps that it acknowledged, is asked for on a new line. */
  #demand() {
    const owes = this.line.isOpen() && !this.pending.frame && (!this.whole || this.now.v < this.ackedTo);
    this.owed = owes ? this.owed + 1 : 0;
    if (this.owed <= 2) return;
    this.owed = 0;
    this.whole = false;
    this.line.again();
  }

  /** The pending move by HTTP; the line that brought no answer to it is given up for a new one. @param {import("./pending.js").MoveFrame} frame */
  async #byHttp(frame) {
    const answer = await byHttp(this.id, this.page.dataset.csrf ?? "", frame, RESEND_MS);
    if (!answer || this.pending.frame?.id !== frame.id) return;
    const open = this.line.isOpen();
    this.whole = false;
    this.#frame(answer);
    if (open) this.line.again();
  }

  // ── showing it ──

  #show() {
    if (!this.now) return;
    const mine = this.#mine();
    const locked = this.#locked();
    const choosing = mine && !this.pending.frame;
    this.skip.show(this.now, mine);
    if (this.draft.on) return this.#showDraft(mine, locked);
    const targets = choosing ? targetsOf(this.chooser) : new Map();
    const picks = new Map(choosing ? this.chooser.things().map((id) => [id, this.#thing(id)]) : []);
    const advised = choosing && this.advice?.v === this.now.v ? this.advice : null;
    this.board.lock(locked);
    const { touched, held, cell } = this.chooser;
    const [up = null] = this.chooser.hand();
    this.dock.peek("");
    this.board.offer({ picks, targets, picked: choosing ? up : null, cell: choosing ? cell : null, held: choosing && held && up !== null && !this.chooser.ready(), pointed: advised ? this.#pointed(advised) : "" });
    this.dock.offer({
      advised: advised ? say(advised.label) : "",
      legend: choosing && touched && !this.chooser.ways.length,
      buttons: choosing && !this.chooser.ready() ? this.chooser.buttons() : [],
      ready: choosing ? this.chooser.ready() : null,
      several: this.chooser.ways.length > 1,
      back: choosing && (this.chooser.ways.length > 0 || held),
      locked,
    });
    this.dock.facts(this.now.scene?.notes ?? [], this.warnings, this.lastLine);
    this.usual.show(this.now, choosing);
    this.#ask(mine);
    return undefined;
  }

  /** Where a coach points on the board: at the cell, else at what is to be taken up. @param {{pick: string|null, to: string|null}} advised */
  #pointed({ pick, to }) {
    if (this.chooser.ways.length > 1) return ""; // a button is meant
    const hand = this.chooser.hand();
    if (to !== null && (pick === null || hand.includes(pick))) return `cell:${to}`;
    const thing = pick === "ball" ? this.chooser.pair ?? pick : pick;
    return thing !== null && hand.includes(thing) ? "" : `pick:${thing}`;
  }

  /** A draft on the board: its own pieces, picks and places. @param {boolean} mine @param {boolean} locked */
  #showDraft(mine, locked) {
    const { sentence, buttons } = this.draft.dock();
    const { picks, targets, picked } = this.draft.offers();
    const none = this.pending.frame || this.draft.busy || this.now.v < this.ackedTo;
    if (this.draft.now) this.board.draw(this.draft.now.scene, false);
    this.board.lock(locked);
    this.board.offer(none ? NOTHING : { picks, targets, picked, cell: null });
    this.dock.plain(none ? [] : buttons);
    this.dock.facts(this.now.scene?.notes ?? [], [], this.lastLine);
    this.usual.show(this.now, false);
    if (this.pending.frame) this.#ask(mine);
    else this.dock.ask(this.#turn(), sentence);
    return undefined;
  }

  /** @param {string} id */
  #thing(id) {
    return thingName(this.#scene(), this.chooser.pair, (name) => this.board.cellName(name), id);
  }

  #turn() {
    return this.now.you === "both" ? t("{name} to play.", { name: personAt(this.now, /** @type {"home"|"away"} */ (this.#seat())) }) : t("Your turn.");
  }

  /** @param {boolean} mine */
  #ask(mine) {
    const { you, holds } = this.now;
    const turn = mine || (you === "both" && holds) ? this.#turn() : "";
    const chosen = !!you && this.#chosen(you);
    const [kicker, sentence] = asked(this.now, { sending: !!this.pending.frame, turn, chosen, last: this.lastLine });
    const ready = mine ? this.chooser.ready() : null;
    if (ready) this.dock.ask(kicker, say(ready.label));
    else if (mine && this.chooser.ways.length > 1) this.dock.ask(kicker, t("There are two ways to get there. Which one?"));
    else if (mine && !this.pending.frame && this.chooser.picked !== null) this.dock.ask(this.chooser.held ? this.#inHand() : `${kicker} ${this.#inHand()}`, sentence);
    else this.dock.ask(kicker, (mine && !this.pending.frame && moveOrPlay(this.#scene(), this.chooser)) || sentence);
  }

  // ── buttons and keys that are not moves ──

  /** Sends what is no move, again after a cut: the server knows a repeat by its id. The chat keeps its lines itself. @param {any} frame */
  #wish(frame) {
    if (frame.id && frame.t !== "say") this.wishes.set(frame.id, frame);
    this.line.send(frame);
  }

  #controls() {
    control(this.board, this.dock, {
      resign: () => this.#wish({ t: "resign", id: newId() }),
      turn: () => {
        this.settings.turn(this.page.dataset.you || null, this.board.turn());
        this.#show(); // what names a side of the board names another one now
      },
      describe: () => this.#describe(),
      confirm: () => this.#confirm(),
      back: () => this.#back(),
      sound: () => this.sounds?.toggle(),
      skip: () => this.skip.act(),
      zen: () => this.looks.zen(),
    });
  }

  /** The position in sentences, shown and spoken. */
  #describe() {
    if (!this.now?.scene) return;
    const sentences = [...describe(this.draft.now?.scene ?? this.now.scene, (cell) => this.board.cellName(cell)), ...this.warnings];
    this.tabs.aside();
    const place = this.page.querySelector("[data-described]");
    if (place) {
      place.replaceChildren(...sentences.map((words) => Object.assign(document.createElement("p"), { textContent: words })));
      place.removeAttribute("hidden");
    }
    this.talk.now(sentences.join(" "));
  }
}

/** Has the status changed since the page or this script last showed it, so that fragments must be fetched again? @param {string|undefined} shown @param {string} status */
const before = (shown, status) => shown !== status;

const page = document.querySelector("[data-match]");
if (page instanceof HTMLElement) {
  await loadWords(page.dataset.words ?? "");
  new Table(page);
}
