/**
 * The facts and the last lines beside a board on a phone: as many of them, whole, as there is room for. What is left out
 * is in the commentary; half a line would be noise.
 */

/** Keeps watch over the place from now on. @param {HTMLElement} page */
export function fitBeside(page) {
  const place = page.querySelector(".beside");
  if (!place) return;
  const fit = () => {
    const lines = [...place.querySelectorAll("li")];
    for (const line of lines) line.hidden = false;
    const { bottom, height } = place.getBoundingClientRect();
    if (!height) return;
    const over = lines.filter((line) => line.getBoundingClientRect().bottom > bottom + 1);
    for (const line of over) line.hidden = true;
  };
  new ResizeObserver(fit).observe(place);
  new MutationObserver(fit).observe(place, { childList: true, subtree: true });
}
