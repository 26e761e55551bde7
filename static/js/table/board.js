/**
 * The board: what moves on it, what may be touched, and where the last move went. It knows no game: the shapes below are
 * drawn by the server from the engine's geometry, the pieces and the ball come in a `Scene`, and what may be touched
 * comes from the chooser. Positions are SVG attributes; motion is the Web Animations API.
 *
 * @typedef {import("./words.js").Text} Text
 * @typedef {{id: string, seat: "home"|"away", shape: string, label: string, cell: string, x: number, y: number, name: Text, scale?: number, marks?: string[]}} Piece
 * @typedef {{x: number, y: number, cell: string, on: string|null, label?: string}} Ball
 * @typedef {{pieces: Piece[], ball: Ball|null, notes: Text[], labels?: {x: number, y: number, text: string}[], chips?: {seat: "home"|"away", text: Text}[]}} Scene
 * @typedef {{x: number, y: number, w: number, h: number, name: Text}} Cell
 * @typedef {{view_box: number[], cells: Record<string, Cell>, piece_size: number}} Geometry
 * @typedef {{picks: Map<string, string>, targets: Map<string, {name: string, danger: boolean, odds?: string, kind?: string}>, picked: string|null, cell: string|null, held?: boolean, pointed?: string}} Offer `held`: the player took up what is picked; `pointed`: the key of what a coach points at
 */

import { still, svg } from "./svg.js";
import { say, useAngle } from "./words.js";

/** Radius of the ball alone, and beside the piece that has it: as engines/core/svg.py draws it. */
const BALL = 26;
const BALL_HELD = 16;
const MOVE_MS = 260;
/** So long after a pointer is up its click may come; moved less than so far it was no dragging. */
const CLICK_MS = 350;
const STILL_PX = 8;
/** So much wider than high, a board lies; and where it stands up instead. */
const LYING = 1.1;
const NARROW = "(width < 48rem) and (orientation: portrait)";
/** A board that fills its box is drawn at most so much longer one way than the other, and with so much room around its cells. */
const STRETCH = 1.5;
const RIM = 4;
/** A piece alone in its cell fills at most so much of a cell that is stretched. */
const FILLED = 0.84;
/** On a board that fills its box a target can be touched over so many pixels, however small its cell is (a corner's spot). */
const TOUCH_PX = 32;
/** So far from the middle of its row or column a coordinate stands that is drawn in the cells at the edge. */
const ASIDE = 0.34;
/** A coordinate's size as the style sheet has it, and at most in pixels where the board fills its box. */
const COORD = 21;
const COORD_PX = 11;
/** The middle of a capital above its line, in sizes of the font. */
const MIDDLE = 0.36;

/** The sign of each kind of piece, on one of radius 36: as engines/core/svg.py draws it. @type {Record<string, string>} */
const SIGNS = {
  light: "M-22 0a22 22 0 1 0 44 0a22 22 0 1 0 -44 0z",
  dark: "M0 -28L28 0L0 28L-28 0z",
  captain: "M0 -27L7 -9.5L26 -8L11.5 4L16 22.5L0 12.5L-16 22.5L-11.5 4L-26 -8L-7 -9.5z",
  black: "M-19 -20H19V0C19 12 10 20 0 24C-10 20 -19 12 -19 0z",
  reserve: "M-6 -21H6V-6H21V6H6V21H-6V6H-21V-6H-6z",
};

/** @param {number} r */
const pentagon = (r) => `M${[[0, -1], [0.951, -0.309], [0.588, 0.809], [-0.588, 0.809], [-0.951, -0.309]].map(([x, y]) => `${(r * x).toFixed(2)} ${(r * y).toFixed(2)}`).join("L")}z`;

/** The cell of the target that `element` is or lies in; empty if there is none. @param {EventTarget|null} element */
const cellUnder = (element) => /^cell:(.*)$/s.exec((element instanceof Element && element.closest("[data-key]")?.getAttribute("data-key")) || "")?.[1] ?? "";

/** A shape and a wider light one under it. @param {string} tag @param {string} kind @param {Record<string, string|number>} shape */
const twice = (tag, kind, shape) => svg("g", {}, svg(tag, { class: "under", ...shape }), svg(tag, { class: kind, ...shape }));

export class Board {
  /**
   * @param {SVGSVGElement} element @param {Geometry} geometry
   * @param {{pick: (id: string) => void, point: (cell: string) => void, look: (cell: string) => void}} hooks `look`: the
   * cell that the pointer is over or that has the focus, or an empty string
   */
  constructor(element, geometry, hooks = { pick() {}, point() {}, look() {} }) {
    this.element = element;
    this.geometry = geometry;
    this.hooks = hooks;
    this.turned = false;
    /** A board that lies stands up on a narrow page: its left end is at the bottom then. */
    this.upright = false;
    /** Where the drawing that is shown begins, how large it is, and how it is stretched; pieces are not. */
    this.shown = { x: 0, y: 0, width: geometry.view_box[2], height: geometry.view_box[3], kx: 1, ky: 1 };
    /** The box that it fills, empty where it lies in its own shape. */
    this.filled = "";
    this.locked = false;
    /** The pointer that is down, or was a moment ago, has taken something up. */
    this.grabbed = false;
    /** The pointer that was down last was a finger's: it looks at nothing, it does. */
    this.finger = false;
    /** @type {WeakMap<Element, {cx: number, cy: number}>} where each button is, for the arrow keys */
    this.places = new WeakMap();
    /** @type {Scene|null} */
    this.scene = null;
    /** @type {Scene|null} */
    this.before = null;
    /** @type {Offer|null} */
    this.offered = null;
    for (const moving of element.querySelectorAll(".pc, [data-id=ball], .count")) moving.remove();
    this.ground = svg("g", {}, ...element.childNodes);
    this.under = svg("g", { class: "under" });
    this.pieces = svg("g", { class: "pieces" });
    this.over = svg("g", { class: "over" });
    this.warned = svg("g", { class: "threats" });
    this.drawn = svg("g", { class: "drawn" });
    /** @type {string[]} */
    this.marks = [];
    /** @type {{pick: string|null, to: string|null, threat: string}[]} */
    this.threats = [];
    element.append(this.ground, this.under, this.pieces, this.warned, this.drawn, this.over);
    const [, , width, height] = geometry.view_box;
    if (width > LYING * height) this.#stand(matchMedia(NARROW));
    new ResizeObserver(() => this.#fills() !== this.filled && this.#lay()).observe(element);
    this.#lay();
    this.over.addEventListener("click", (event) => this.#touch(event));
    this.over.addEventListener("pointerdown", (event) => this.#grab(event));
    // Words that come under a finger, between its touch and its click, would move the board away from it.
    this.over.addEventListener("pointerover", (event) => event.pointerType === "touch" || this.hooks.look(cellUnder(event.target)));
    this.over.addEventListener("focusin", (event) => this.finger || this.hooks.look(cellUnder(event.target)));
    for (const go of ["pointerout", "focusout"]) this.over.addEventListener(go, () => this.hooks.look(""));
    addEventListener("keydown", () => (this.finger = false), true);
    this.over.addEventListener("keydown", (event) => {
      if (event.key === "Tab" && this.#reach().length && this.offered?.held) {
        event.preventDefault();
        this.cycle(event.shiftKey ? -1 : 1, "legal");
      }
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.#touch(event);
    });
  }

  /** Turns the board by half a turn, or back; names stay. Answers whether it is turned now. */
  turn() {
    this.turned = !this.turned;
    this.#lay();
    return this.turned;
  }

  /** Stands a board that lies up while the page is narrow. @param {MediaQueryList} narrow */
  #stand(narrow) {
    const page = /** @type {HTMLElement|null} */ (this.element.closest("[data-shape]"));
    const shape = page?.dataset.shape ?? "";
    const look = () => {
      this.upright = narrow.matches;
      if (page) page.dataset.shape = this.upright ? "even" : shape;
      this.#lay();
    };
    narrow.addEventListener("change", look);
    look();
  }

  /** The box that the board is to fill, where the style sheet wants it filled (`--fills`); else an empty string. */
  #fills() {
    const { width, height } = this.element.getBoundingClientRect();
    return width && height && getComputedStyle(this.element).getPropertyValue("--fills") ? `${width} ${height}` : "";
  }

  /** Lays the ground as the board is shown, its words readable, and everything on it anew. */
  #lay() {
    const [x, y, w, h] = this.geometry.view_box;
    const angle = (this.upright ? 270 : 0) + (this.turned ? 180 : 0);
    this.filled = this.#fills();
    this.shown = this.filled ? this.#fit(.../** @type {[number, number]} */ (this.filled.split(" ").map(Number))) : { x: this.upright ? 0 : x, y: this.upright ? 0 : y, width: this.upright ? h : w, height: this.upright ? w : h, kx: 1, ky: 1 };
    const { x: left, y: top, width, height, kx, ky } = this.shown;
    this.element.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    const [right, down] = [x + w, y + h];
    const stood = this.turned ? `matrix(0 1 -1 0 ${down} ${-x})` : `matrix(0 -1 1 0 ${-y} ${right})`;
    const lying = this.turned ? `rotate(180 ${x + w / 2} ${y + h / 2})` : "";
    this.ground.setAttribute("transform", `scale(${kx} ${ky}) ${this.upright ? stood : lying}`);
    for (const text of this.ground.querySelectorAll("text")) this.#write(text, angle);
    useAngle(angle);
    this.redraw();
  }

  /** The part of the drawing that a box of this size shows. @param {number} width @param {number} height */
  #fit(width, height) {
    const goals = [...this.ground.querySelectorAll("rect.goal")].map((goal) => {
      const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(goal.getAttribute(name)));
      return { x, y, w, h };
    });
    const ends = [...Object.values(this.geometry.cells), ...goals].flatMap(({ x, y, w, h }) => [this.#stands(x, y), this.#stands(x + w, y + h)]);
    const [across, up] = [ends.map(([x]) => x), ends.map(([, y]) => y)];
    const [x, y] = [Math.min(...across) - RIM, Math.min(...up) - RIM];
    const [w, h] = [Math.max(...across) + RIM - x, Math.max(...up) + RIM - y];
    const unit = Math.min(width / w, height / h);
    const [kx, ky] = [Math.min(STRETCH, width / w / unit), Math.min(STRETCH, height / h / unit)];
    return { x: x * kx, y: y * ky, width: w * kx, height: h * ky, kx, ky };
  }

  /** Writes words of the ground upright and in their own shape. @param {Element} text @param {number} angle */
  #write(text, angle) {
    const { x: left, y: top, width, height, kx, ky } = this.shown;
    const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
    let way = "";
    const size = this.filled && !text.matches(".zone") ? Math.min(1, (COORD_PX / COORD) * (width / Number(this.filled.split(" ")[0]))) : 1;
    if (this.filled && !text.matches(".zone")) {
      const [atX, atY] = this.#at(x, y);
      const cell = Object.values(this.geometry.cells)[0];
      const [beside, above] = [atX < left || atX > left + width, atY < top || atY > top + height];
      const [inX, inY] = [Math.max(left + 16, Math.min(left + width - 16, atX)), Math.max(top + 24, Math.min(top + height - 10, atY))];
      way = ` translate(${(inX - atX + (above ? ASIDE * cell.w * kx : 0)) / size} ${(inY - atY - (beside ? ASIDE * cell.h * ky * 0.6 : 0)) / size})`;
    }
    const straight = angle % 360 ? ` rotate(${360 - (angle % 360)})` : "";
    const own = this.filled ? ` scale(${size / kx} ${size / ky})` : "";
    // Turned on its point, not in its middle, it would leave the board.
    const middle = straight && !own ? y - MIDDLE * parseFloat(getComputedStyle(text).fontSize) : y;
    text.setAttribute("transform", straight || own ? `translate(${x} ${middle})${straight}${own}${way} translate(${-x} ${-middle})` : "");
  }

  redraw() {
    if (this.scene) this.#paint(this.scene);
    this.#mark();
    this.threaten(this.threats);
    this.drawMarks(this.marks);
    if (this.offered) this.offer(this.offered);
  }

  /** A point as it is shown: turned with the board, and stretched. @param {number} x @param {number} y @returns {[number, number]} */
  #at(x, y) {
    const [across, down] = this.#stands(x, y);
    return [across * this.shown.kx, down * this.shown.ky];
  }

  /** A point turned with the board. @param {number} x @param {number} y @returns {[number, number]} */
  #stands(x, y) {
    const [left, top, w, h] = this.geometry.view_box;
    if (this.upright) return this.turned ? [top + h - y, x - left] : [y - top, left + w - x];
    return this.turned ? [2 * left + w - x, 2 * top + h - y] : [x, y];
  }

  /** Where a piece is drawn: who stands beyond the edge of what is shown stands at the edge. @param {number} x @param {number} y */
  #inside(x, y) {
    const [across, down] = this.#at(x, y);
    if (!this.filled) return [across, down];
    const { x: left, y: top, width, height } = this.shown;
    const r = this.geometry.piece_size / 2;
    return [Math.max(left + r, Math.min(left + width - r, across)), Math.max(top + r, Math.min(top + height - r, down))];
  }

  /** The rectangle of a cell as it is shown, a little smaller. @param {string} name @param {number} inset */
  #box(name, inset) {
    const cell = this.geometry.cells[name];
    if (!cell) return null;
    const [cx, cy] = this.#at(cell.x + cell.w / 2, cell.y + cell.h / 2);
    const [w, h] = this.#size(cell);
    return { x: cx - w / 2 + inset, y: cy - h / 2 + inset, width: w - 2 * inset, height: h - 2 * inset, cx, cy };
  }

  /** Width and height of a cell as it is shown. @param {Cell} cell */
  #size({ w, h }) {
    const [across, up] = this.upright ? [h, w] : [w, h];
    return [across * this.shown.kx, up * this.shown.ky];
  }

  /** How much larger a piece is drawn than the engine has it. @param {Piece} piece */
  #grown({ cell, scale = 1 }) {
    const place = this.geometry.cells[cell];
    if (!this.filled || !place || this.scene?.pieces.filter((other) => other.cell === cell).length !== 1) return scale;
    const most = (FILLED * Math.min(...this.#size(place))) / this.geometry.piece_size;
    return Math.min(place.w, place.h) > this.geometry.piece_size * 2.5 ? scale : Math.max(scale, most);
  }

  /** Where a piece or the ball is touched. @param {string} id @param {number} inset */
  #hold(id, inset) {
    const thing = id === "ball" ? this.scene?.ball : this.scene?.pieces.find((piece) => piece.id === id);
    const cell = thing ? this.geometry.cells[thing.cell] : undefined;
    if (!thing || !cell) return null;
    const crowd = this.scene?.pieces.filter((piece) => piece.cell === thing.cell).length ?? 0;
    const side = this.geometry.piece_size * (("scale" in thing && thing.scale) || 1) * (crowd < 2 ? 1.35 : 1.15);
    if (crowd < 2 && Math.min(cell.w, cell.h) <= this.geometry.piece_size * 2.5) return this.#box(thing.cell, inset);
    const [cx, cy] = this.#at(thing.x, thing.y);
    return { x: cx - side / 2, y: cy - side / 2, width: side, height: side, cx, cy };
  }

  /** Draws `scene`; with `animate`, what stood elsewhere glides to its place. @param {Scene} scene @param {boolean} animate */
  draw(scene, animate) {
    const before = this.scene;
    this.before = animate ? before : null;
    this.scene = scene;
    this.#paint(scene);
    this.#mark();
    if (animate && before && !still()) this.#glide(before, scene);
  }

  /** @param {Scene} scene */
  #paint(scene) {
    const drawn = scene.pieces.map((piece) => this.#piece(piece, scene.ball));
    if (scene.ball) drawn.push(this.#ball(scene.ball));
    for (const label of scene.labels ?? []) {
      const [x, y] = this.#at(label.x, label.y);
      drawn.unshift(svg("text", { class: "coord count", x, y, "aria-hidden": "true" }, label.text));
    }
    this.pieces.replaceChildren(...drawn);
  }

  /** @param {Piece} piece @param {Ball|null} ball */
  #piece(piece, ball) {
    const marks = piece.marks ?? [];
    const [x, y] = this.#inside(piece.x, piece.y);
    const size = this.geometry.piece_size;
    const grown = this.#grown(piece);
    const r = size / 2;
    const round = piece.shape === "round";
    const place = svg("g", { class: ["pc", ...marks].join(" "), "data-seat": piece.seat, "data-id": piece.id, transform: `translate(${x} ${y})${grown === 1 ? "" : ` scale(${grown})`}` });
    place.append(svg("title", {}, `${say(piece.name)}, ${this.cellName(piece.cell)}`));
    place.append(svg("ellipse", { class: "shade", cy: 8, rx: r + 2, ry: r }));
    if (marks.includes("holder") || ball?.on === piece.id) place.append(svg("circle", { class: "holder", r: r + 7 }));
    if (round) place.append(svg("circle", { class: "body", r }));
    else place.append(svg("rect", { class: "body", x: -r, y: -r, width: size, height: size, rx: 8 }));
    const kind = Object.keys(SIGNS).find((mark) => marks.includes(mark));
    if (kind) place.append(svg("path", { class: "core", d: SIGNS[kind], transform: `scale(${r / 36})` }));
    const inner = r - 8;
    if (marks.includes("keeper") && round && !kind) place.append(svg("circle", { class: "inner", r: inner }));
    else if (marks.includes("keeper") && !kind) place.append(svg("rect", { class: "inner", x: -inner, y: -inner, width: 2 * inner, height: 2 * inner, rx: 5 }));
    if (marks.includes("defender")) place.append(svg("rect", { class: "bar", x: -16, y: -4, width: 32, height: 8, rx: 2 }));
    if (marks.includes("yellow")) place.append(svg("rect", { class: "yellowcard", x: r - 8, y: -r - 2, width: 14, height: 20, rx: 2 }));
    if (marks.includes("locked")) place.append(svg("path", { class: "lock", d: `M${-r - 2} ${r - 6}h16v12h-16zm3 0v-4a5 5 0 0 1 10 0v4` }));
    if (piece.label && !kind) place.append(svg("text", {}, piece.label));
    return place;
  }

  /** @param {Ball} ball */
  #ball(ball) {
    const [x, y] = this.#at(ball.x, ball.y);
    const r = ball.on === null ? BALL : BALL_HELD;
    const place = svg("g", { "data-id": "ball", transform: `translate(${x} ${y})` });
    place.append(svg("ellipse", { class: "shade", cy: 6, rx: r, ry: r - 2 }), svg("circle", { class: "ball", r }));
    if (ball.label) place.append(svg("text", { class: "balllabel" }, ball.label));
    else place.append(svg("path", { class: "ballmark", d: pentagon(r * 0.45) }));
    return place;
  }

  /** Everything that moved between two scenes: `[id, from, to]`. @param {Scene} before @param {Scene} scene */
  #moved(before, scene) {
    /** @type {Map<string, {x: number, y: number, cell: string}>} */
    const old = new Map(before.pieces.map((piece) => [piece.id, piece]));
    if (before.ball) old.set("ball", before.ball);
    const now = [...scene.pieces.map((piece) => ({ ...piece })), ...(scene.ball ? [{ ...scene.ball, id: "ball" }] : [])];
    return now.flatMap((thing) => {
      const from = old.get(thing.id);
      return from && (from.x !== thing.x || from.y !== thing.y) ? [{ id: thing.id, from, to: thing }] : [];
    });
  }

  /** @param {Scene} before @param {Scene} scene */
  #glide(before, scene) {
    for (const { id, from, to } of this.#moved(before, scene)) {
      const element = this.pieces.querySelector(`[data-id="${CSS.escape(id)}"]`);
      const [fromX, fromY] = this.#at(from.x, from.y);
      const [toX, toY] = this.#at(to.x, to.y);
      const steps = Math.hypot(to.x - from.x, to.y - from.y) / (this.geometry.piece_size * 1.5);
      const duration = MOVE_MS + (id === "ball" ? Math.min(400, 40 * steps) : 0);
      element?.animate([{ translate: `${fromX - toX}px ${fromY - toY}px` }, { translate: "0px 0px" }], { duration, easing: "cubic-bezier(.2,.7,.3,1)" });
    }
  }

  /** The last move: a dashed cell where it began and a dotted path. */
  #mark() {
    /** @type {SVGElement[]} */
    const marks = [];
    if (this.before && this.scene) {
      for (const { from, to } of this.#moved(this.before, this.scene).slice(0, 4)) {
        const box = this.#box(from.cell, 6);
        if (box) marks.push(svg("rect", { class: "last", x: box.x, y: box.y, width: box.width, height: box.height, rx: 6 }));
        const [fromX, fromY] = this.#at(from.x, from.y);
        const [toX, toY] = this.#at(to.x, to.y);
        if (from.cell !== to.cell) marks.push(svg("path", { class: "lastpath", d: `M${fromX} ${fromY}L${toX} ${toY}` }));
      }
    }
    this.under.replaceChildren(...marks);
  }

  /**
   * Marks where the side that is to act may shoot (the ball, and the cell in the goal if there is one) or go for the ball:
   * each mark has a light one under it, as no one colour stands out from the pitch and from both sides.
   * @param {{pick: string|null, to: string|null, threat: string}[]} threats
   */
  threaten(threats) {
    this.threats = threats;
    /** @type {Map<string, SVGElement>} */
    const marks = new Map();
    for (const { pick, to, threat } of threats) {
      const from = pick ?? "ball";
      const hold = this.#hold(from, 1);
      if (hold) marks.set(from, twice("circle", `may-${threat}`, { cx: hold.cx, cy: hold.cy, r: Math.min(hold.width, hold.height) * 0.47 }));
      const box = to ? this.#box(to, 5) : null;
      if (box && threat === "goal") marks.set(`to:${to}`, twice("rect", `may-${threat}`, { x: box.x, y: box.y, width: box.width, height: box.height, rx: 6 }));
    }
    this.warned.replaceChildren(...marks.values());
  }

  /** The cell under a point of the window; empty beside the board. @param {number} x @param {number} y */
  cellAt(x, y) {
    const matrix = this.element.getScreenCTM();
    if (!matrix) return "";
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return Object.keys(this.geometry.cells).find((name) => {
      const box = this.#box(name, 0);
      return box && point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;
    }) ?? "";
  }

  /** Draws marked cells ("E5") and arrows ("D8-E9") over the pieces. @param {string[]} marks */
  drawMarks(marks) {
    this.marks = marks;
    this.drawn.replaceChildren(
      ...marks.flatMap((mark) => {
        const [from, to] = mark.split("-").map((name) => this.#box(name, 5));
        if (!from) return [];
        if (!to) return [twice("rect", "ringed", { x: from.x, y: from.y, width: from.width, height: from.height, rx: 10 })];
        const angle = Math.atan2(to.cy - from.cy, to.cx - from.cx);
        const head = this.geometry.piece_size * 0.55;
        const [x, y] = [to.cx - head * Math.cos(angle), to.cy - head * Math.sin(angle)];
        const wing = (/** @type {number} */ side) => `${(x + head * 0.55 * Math.cos(angle + side)).toFixed(1)} ${(y + head * 0.55 * Math.sin(angle + side)).toFixed(1)}`;
        const d = `M${from.cx} ${from.cy}L${x.toFixed(1)} ${y.toFixed(1)}M${wing(Math.PI / 2)}L${to.cx} ${to.cy}L${wing(-Math.PI / 2)}z`;
        return [twice("path", "arrow", { d })];
      }),
    );
  }

  /** Shows what may be touched: one tab stop, the rest by arrows. @param {Offer} offer */
  offer(offer) {
    const focused = this.over.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    this.offered = offer;
    /** @type {SVGElement[]} */
    const shown = [];
    if (offer.picked && offer.picked !== "ball") {
      const box = this.#hold(offer.picked, 3);
      if (box) shown.push(svg("rect", { class: "sel", x: box.x, y: box.y, width: box.width, height: box.height, rx: 6 }));
    }
    for (const [id, name] of offer.picks) {
      const thing = id === "ball" ? this.scene?.ball : this.scene?.pieces.find((piece) => piece.id === id);
      if (!thing || (offer.picked !== null && offer.targets.has(thing.cell) && id !== offer.picked)) continue;
      shown.push(this.#button(`pick:${id}`, "pick", thing.cell, name, id === offer.picked, this.#hold(id, 2)));
    }
    for (const [cell, target] of offer.targets) shown.push(this.#target(cell, target, cell === offer.cell));
    for (const one of shown) one.classList.toggle("coached", one.getAttribute("data-key") === offer.pointed);
    // Small things lie over big ones, so that a piece in a zone can be touched, and the piece that the coach rings over all.
    const rank = (/** @type {SVGElement} */ one) => [".pick", ".pick:not([aria-pressed])", ".pick.coached"].filter((kind) => one.matches(kind)).length;
    this.over.replaceChildren(...[...shown].sort((one, other) => rank(one) - rank(other)));
    const buttons = this.buttons();
    const again = buttons.find((button) => button.getAttribute("data-key") === focused) ?? buttons[0];
    again?.setAttribute("tabindex", "0");
    if (focused && again) again.focus({ preventScroll: true });
    this.element.toggleAttribute("data-locked", this.locked);
  }

  /**
   * @param {string} key @param {string} kind @param {string} cell @param {string} name @param {boolean} pressed
   * @param {{x: number, y: number, width: number, height: number, cx: number, cy: number}|null} box
   */
  #button(key, kind, cell, name, pressed, box = this.#box(cell, 2)) {
    const group = svg("g", { class: kind, role: "button", tabindex: -1, "aria-label": name, "data-key": key, "data-cell": cell });
    if (box) this.places.set(group, box);
    if (pressed) group.setAttribute("aria-pressed", "true");
    if (box) group.append(svg("rect", { x: box.x, y: box.y, width: box.width, height: box.height, rx: 6 }));
    return group;
  }

  /** @param {string} cell @param {{name: string, danger: boolean, odds?: string, kind?: string}} target @param {boolean} chosen */
  #target(cell, target, chosen) {
    const group = this.#button(`cell:${cell}`, `legal ${target.kind ?? ""}`.trim(), cell, target.name, chosen);
    const box = this.#box(cell, 0);
    if (!box) return group;
    this.#widen(group, box);
    const occupied = this.scene?.pieces.some((piece) => piece.cell === cell);
    const unit = Math.min(box.width, box.height);
    if (chosen) group.append(svg("rect", { class: "sel", x: box.x + 4, y: box.y + 4, width: box.width - 8, height: box.height - 8, rx: 6 }));
    if (target.odds) group.append(...this.#odds(target.odds, box, target.danger));
    else if (target.danger) {
      group.append(svg("circle", { class: "risk", cx: box.cx, cy: box.cy, r: unit * 0.2 }));
      group.append(svg("path", { class: "risk", d: `M${box.cx - unit * 0.14} ${box.cy + unit * 0.14}l${unit * 0.28} ${-unit * 0.28}` }));
    } else if (occupied && unit > 2 * this.geometry.piece_size) {
      // A zone for many: a ring would strike through their numbers.
      group.append(svg("rect", { class: "take", x: box.x + 7, y: box.y + 7, width: box.width - 14, height: box.height - 14, rx: 12 }));
    } else if (occupied) group.append(svg("circle", { class: "take", cx: box.cx, cy: box.cy, r: unit * 0.47 }));
    else group.append(svg("circle", { cx: box.cx, cy: box.cy, r: unit * 0.16 }));
    if (target.kind === "both") group.append(svg("circle", { class: "also", cx: box.cx, cy: box.cy, r: unit * 0.3 }));
    return group;
  }

  /** Lets a small target be touched around its cell too. @param {SVGElement} group @param {{width: number, height: number, cx: number, cy: number}} box */
  #widen(group, box) {
    const least = this.filled ? (TOUCH_PX * this.shown.width) / Number(this.filled.split(" ")[0]) : 0;
    if (Math.min(box.width, box.height) >= least) return;
    const [width, height] = [Math.max(box.width, least), Math.max(box.height, least)];
    for (const [name, value] of Object.entries({ x: box.cx - width / 2, y: box.cy - height / 2, width, height })) group.firstElementChild?.setAttribute(name, String(value));
  }

  /** A figure in a target: the roll that it takes. @param {string} odds @param {{cx: number, cy: number, width: number, height: number}} box @param {boolean} danger */
  #odds(odds, box, danger) {
    const high = this.upright ? 52 : Math.min(40, box.height * 0.4);
    const wide = high * 1.5;
    // At the edge that has the zone's name and no pieces: the upper one, which is the left one of a board that stands.
    const edge = (this.turned ? -1 : 1) * ((this.upright ? box.width - wide : box.height - high) / 2 - 4);
    const [x, y] = this.upright ? [box.cx - edge, box.cy] : [box.cx, box.cy - edge];
    return [
      svg("rect", { class: danger ? "figure danger" : "figure", x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: high / 2 }),
      svg("text", { class: "odds", x, y, "font-size": high * 0.72 }, odds),
    ];
  }

  /** What the arrow keys walk over: with something in hand the targets, else everything. */
  #reach() {
    const buttons = this.buttons();
    const targets = this.offered?.held ? buttons.filter((button) => button.matches(".legal")) : [];
    return targets.length ? targets : buttons;
  }

  /** @returns {SVGElement[]} everything that may be touched, in the order of the engine */
  buttons() {
    return /** @type {SVGElement[]} */ ([...this.over.querySelectorAll("[role=button]")]);
  }

  /** @param {Event} event */
  #touch(event) {
    if (this.locked || !(event.target instanceof Element)) return;
    // A finger's click comes after its pointer has taken something up, and meets what lies there since.
    if (event.type === "click" && this.grabbed) return;
    const button = event.target.closest("[data-key]");
    const [kind, name] = (button?.getAttribute("data-key") ?? "").split(/:(.*)/s);
    if (kind === "pick") this.hooks.pick(name);
    else if (kind === "cell") this.hooks.point(name);
  }

  /** Dragging: a piece is taken up where the pointer goes down and put on the cell where it is let go. @param {PointerEvent} event */
  #grab(event) {
    const key = event.target instanceof Element ? event.target.closest(".pick")?.getAttribute("data-key") ?? "" : "";
    this.grabbed = false;
    this.finger = event.pointerType === "touch";
    if (this.locked || event.button !== 0 || !key) return;
    if (this.offered?.picked !== key.slice(5)) {
      this.grabbed = true;
      this.hooks.pick(key.slice(5));
    }
    const over = (/** @type {PointerEvent} */ move) => this.hooks.look(cellUnder(document.elementFromPoint(move.clientX, move.clientY)));
    addEventListener("pointermove", over);
    const drop = (/** @type {PointerEvent} */ up) => {
      removeEventListener("pointermove", over);
      removeEventListener("pointercancel", drop);
      removeEventListener("pointerup", drop);
      window.setTimeout(() => {
        this.grabbed = false;
      }, CLICK_MS);
      if (Math.hypot(up.clientX - event.clientX, up.clientY - event.clientY) < STILL_PX) return;
      const under = cellUnder(document.elementFromPoint(up.clientX, up.clientY));
      if (up.type === "pointerup" && under && !this.locked) this.hooks.point(under);
    };
    addEventListener("pointercancel", drop);
    addEventListener("pointerup", drop);
  }

  /** Moves the focus to the nearest button in a direction. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const buttons = this.#reach();
    const current = /** @type {SVGElement|undefined} */ (this.buttons().find((button) => button === document.activeElement));
    if (!current) return this.focus(buttons[0]);
    const here = this.places.get(current);
    if (!here) return undefined;
    let best;
    let least = Infinity;
    for (const button of buttons) {
      const there = button === current ? null : this.places.get(button);
      if (!there) continue;
      const along = (there.cx - here.cx) * dx + (there.cy - here.cy) * dy;
      const aside = Math.abs((there.cx - here.cx) * dy) + Math.abs((there.cy - here.cy) * dx);
      if (along > 1 && along + 2 * aside < least) {
        least = along + 2 * aside;
        best = button;
      }
    }
    return this.focus(best ?? current);
  }

  /** Next or previous button, over all or only what may be picked up. @param {number} by @param {string} [kind] */
  cycle(by, kind) {
    const buttons = this.buttons().filter((button) => !kind || button.classList.contains(kind));
    const here = buttons.findIndex((button) => button === document.activeElement);
    return this.focus(here < 0 && by < 0 ? buttons.at(-1) : buttons[(here + by + buttons.length) % buttons.length]);
  }

  /** @param {SVGElement|undefined} button */
  focus(button) {
    if (!button) return;
    for (const other of this.buttons()) other.setAttribute("tabindex", "-1");
    button.setAttribute("tabindex", "0");
    button.focus();
  }

  /** While locked nothing on the board answers a touch. @param {boolean} locked */
  lock(locked) {
    this.locked = locked;
    this.element.toggleAttribute("data-locked", locked);
  }

  /** How a cell is called. @param {string} name */
  cellName(name) {
    return this.geometry.cells[name] ? say(this.geometry.cells[name].name) : name;
  }
}
