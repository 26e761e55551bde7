/** Copies text; also on a plain-HTTP network, where pages have no `navigator.clipboard`. */

/** @param {string} text @returns {Promise<boolean>} whether it was copied */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return byHand(text);
  }
}

/** The older way: a field that nobody sees is selected and copied. @param {string} text */
function byHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "sr";
  // Inside an open dialog: whatever is outside of it cannot be selected.
  const place = document.querySelector("dialog[open]") ?? document.body;
  const focused = document.activeElement;
  place.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
