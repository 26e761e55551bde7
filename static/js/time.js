// The server's time, for whatever counts down to a moment of the server's: a phone or a projector whose clock is wrong
// shows what all others show. It comes from /clock/, at first and every ten minutes; the page itself may have been kept
// for a while. Without an answer this browser's clock is the best there is, and the server is asked again soon.

const AGAIN = 600_000;
const SOON = 30_000;
const PATIENCE = 4_000;
let ahead = 0; // milliseconds that the server's clock is ahead of this one

const ask = async () => {
  const sent = Date.now();
  let wait = AGAIN;
  try {
    const answer = await fetch("/clock/", { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) });
    const { now } = await answer.json();
    ahead = now - (sent + Date.now()) / 2;
  } catch {
    wait = SOON; // no connection, or a slow one that says too little: the last known difference stays
  }
  setTimeout(ask, wait);
};

/** Resolves when the server has been asked. */
export const asked = ask();

/** The server's time, in milliseconds as `Date.now()`. */
export const now = () => Date.now() + ahead;
