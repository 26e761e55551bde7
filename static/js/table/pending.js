/**
 * The pending move: what was sent and not yet acknowledged, kept on this device so that a cut, a reload or a crash of
 * the browser loses nothing. It is sent again, under the same id, until the server has answered; the server knows a
 * repeat by its id and plays it once.
 *
 * @typedef {{t: "move", id: string, v: number, moves: object[], timeline: number, seat?: string}} MoveFrame
 */

/** A UUID, version 4: `crypto.randomUUID` exists on secure pages only, and a bar's laptop speaks plain HTTP. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Random hex of `bytes` bytes: this side's own dice seed. @param {number} bytes */
export function randomHex(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The same move by HTTP, where the line does not answer: whichever of the two comes first counts, the other is a repeat.
 * Answers what the line would have said, or null (no way to the server, or it cannot save now).
 * @param {string} match @param {string} token against forged requests @param {MoveFrame} frame @param {number} patience milliseconds
 */
export async function byHttp(match, token, { id, v, moves, timeline, seat }, patience) {
  try {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
    const body = JSON.stringify({ id, v, moves, timeline, ...(seat ? { seat } : {}) });
    const answer = await fetch(`/api/v1/matches/${match}/moves/`, { method: "POST", headers, body, signal: AbortSignal.timeout(patience) });
    const said = await answer.json();
    if (answer.ok) return { t: "ack", id, v: said.v };
    if (said.code === "stale") return { t: "stale", id, v: said.v };
    return answer.status === 409 || answer.status === 422 ? { t: "error", id, reason: said.detail, rule: said.rule } : null;
  } catch {
    return null;
  }
}

export class Pending {
  /** @param {string} match @param {Storage} [store] */
  constructor(match, store) {
    this.key = `tabellone.pending.${match}`;
    this.store = store;
    /** @type {MoveFrame|null} */
    this.frame = null;
    try {
      this.store ??= localStorage; // a browser that keeps nothing throws at its name
      const kept = this.store.getItem(this.key);
      if (kept) this.frame = JSON.parse(kept);
    } catch {
      this.frame = null;
    }
  }

  /** A new move, kept until it is settled. @param {{v: number, timeline: number}} now the position that it is for @param {object[]} moves @param {string|null} [seat] on a screen that holds both @returns {MoveFrame} */
  keep({ v, timeline }, moves, seat = null) {
    this.frame = { t: "move", id: newId(), v, moves, timeline, ...(seat ? { seat } : {}) };
    try {
      this.store?.setItem(this.key, JSON.stringify(this.frame));
    } catch {
      /* a full or forbidden store: the move still lives in this page */
    }
    return this.frame;
  }

  /** Forgets the move if `id` is its id (null: whichever it is); true if there was one. @param {string|null} id */
  settle(id) {
    if (!this.frame || (id !== null && this.frame.id !== id)) return false;
    this.frame = null;
    try {
      this.store?.removeItem(this.key);
    } catch {
      /* as above */
    }
    return true;
  }
}
