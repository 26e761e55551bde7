/** Small makers of SVG and HTML elements; nothing is ever parsed from a string. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children.
 * @param {string} tag @param {Record<string, string|number|null>} [attributes] @param {...(Node|string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, given] of Object.entries(attributes)) if (given !== null) element.setAttribute(name, String(given));
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/**
 * An HTML element with attributes and children.
 * @param {string} tag @param {Record<string, string|number|null>} [attributes] @param {...(Node|string)} children
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, given] of Object.entries(attributes)) if (given !== null) element.setAttribute(name, String(given));
  element.append(...children);
  return element;
}

/** Does the reader want no motion? */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
