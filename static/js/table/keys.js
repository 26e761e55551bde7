/**
 * The keyboard: the key table of the table and of the replay. Single keys do nothing while somebody types or when they
 * were switched off on this device (WCAG 2.1.4); arrows, Enter and Escape always work.
 */

const OFF = "tabellone.keys.off";

/** Are single keys on, on this device? */
export function singleKeys() {
  try {
    return localStorage.getItem(OFF) !== "1";
  } catch {
    return true;
  }
}

/** @param {boolean} on */
export function setSingleKeys(on) {
  try {
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
  } catch {
    /* not kept, then */
  }
}

/**
 * Listens for keys; `bindings` maps a key (as `KeyboardEvent.key`, letters in lower case) to what it does.
 * @param {Record<string, (event: KeyboardEvent) => void>} bindings @param {AbortSignal} [signal] until then
 */
export function listen(bindings, signal) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return; // its own keys: Escape closes it, wherever the focus is
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, select, textarea, summary") && event.key !== "Escape") return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = bindings[key];
    if (!act || (event.key.length === 1 && !singleKeys())) return;
    if (key.startsWith("Arrow") && target?.closest("[role=slider], ol[tabindex]")) return;
    event.preventDefault();
    act(event);
  }, { signal });
}
