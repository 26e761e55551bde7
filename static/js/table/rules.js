/** The way from what is shown to the game's rules page: a small link to a chapter, in a new tab, so that the match stays. */

import { html } from "./svg.js";
import { t } from "./words.js";

/**
 * A link to `chapter`, an anchor of the rules page whose address the page names.
 * @param {HTMLElement} page @param {string} chapter
 */
export function ruleLink(page, chapter) {
  const href = `${page.dataset.rules}#${chapter}`;
  return html("a", { class: "rulelink", href, target: "_blank", rel: "noopener", "aria-label": t("Rule, in a new tab") }, t("Rule"));
}
