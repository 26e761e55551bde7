// What a script can see of WCAG 2.2 AA that axe does not look at. Each function gives sentences, five at most; none is
// good. test_pages_wcag.py puts them into every page.

const seen = (one) => one.checkVisibility({ visibilityProperty: true });
const called = (one) =>
  `${one.tagName.toLowerCase()} "${(one.getAttribute("aria-label") ?? one.innerText ?? one.name ?? "").trim().slice(0, 30)}"`;
const some = (found) => [...found].slice(0, 5);

const texts = function* (root, without) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.data.trim() && !node.parentElement.closest(without) && node.parentElement.checkVisibility()) yield node;
  }
};
const boxesOf = (node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range;
};

// what the boxes around it leave of a box
const visible = (node, { left, right, top, bottom }) => {
  const part = { left, right, top, bottom };
  for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.overflowX === "visible" && style.overflowY === "visible") continue;
    const frame = at.getBoundingClientRect();
    part.left = Math.max(part.left, frame.left);
    part.right = Math.min(part.right, frame.right);
    part.top = Math.max(part.top, frame.top);
    part.bottom = Math.min(part.bottom, frame.bottom);
  }
  return part;
};

globalThis.wcag = {
  wide() {
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth + 1 ? [`the page is ${scrollWidth} wide in ${innerWidth}`] : [];
  },

  // text that a box without a scroll bar cuts; names that end in an ellipsis are meant so
  cut() {
    const found = new Set();
    for (const node of texts(document.body, "svg, .sr, .skip, script, option, textarea")) {
      const box = boxesOf(node).getBoundingClientRect();
      if (!box.width || !box.height) continue;
      for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        const frame = at.getBoundingClientRect();
        if (/auto|scroll/.test(style.overflowX + style.overflowY) || style.position === "fixed") break;
        if (style.textOverflow === "ellipsis") break;
        if (!/hidden|clip/.test(style.overflowX)) continue;
        if (box.right > frame.right + 3 || box.left < frame.left - 3 || box.bottom > frame.bottom + 5) {
          found.add(`"${node.data.trim().slice(0, 40)}" is cut by ${at.tagName.toLowerCase()}.${at.className}`);
        }
      }
    }
    return some(found);
  },

  // what sticks to the window is only passed by: focus() looks whether it covers
  overlap() {
    const stuck = (node) => {
      for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).position === "sticky") return true;
      }
      return false;
    };
    const rows = [];
    const without = "svg, .sr, .skip, script, option, select, textarea, [aria-hidden=true]";
    for (const node of texts(document.querySelector("main") ?? document.body, without)) {
      if (stuck(node)) continue;
      for (const box of boxesOf(node).getClientRects()) {
        const part = visible(node, box);
        if (part.right - part.left > 3 && part.bottom - part.top > 3) rows.push([part, node]);
      }
      if (rows.length > 900) break;
    }
    const found = new Set();
    rows.forEach(([a, one], at) => {
      for (const [b, other] of rows.slice(at + 1)) {
        if (one === other) continue;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width < 4 || height < Math.min(a.bottom - a.top, b.bottom - b.top) * 0.45) continue;
        found.add(`"${one.data.trim().slice(0, 30)}" lies over "${other.data.trim().slice(0, 30)}"`);
      }
    });
    return some(found);
  },

  // 2.5.8: 24 by 24, or so far from every other that a circle of 24 touches none, or a word in a sentence
  targets(least) {
    const known = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]";
    const boxes = [...document.querySelectorAll(known)]
      .filter((one) => seen(one) && !one.closest(".sr, .skip, .pitch, svg, [inert]"))
      .map((one) => [one, (/^(checkbox|radio)$/.test(one.type) && one.labels[0] ? one.labels[0] : one).getBoundingClientRect()])
      .filter(([, box]) => box.width > 1 && box.height > 1);
    const found = new Set();
    for (const [one, box] of boxes) {
      if (box.width >= least && box.height >= least) continue;
      const beside = [...one.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim().length > 2);
      if (beside && getComputedStyle(one).display === "inline") continue;
      const x = box.x + box.width / 2;
      const y = box.y + box.height / 2;
      const near = boxes.some(([other, rect]) => {
        if (other === one || other.contains(one) || one.contains(other)) return false;
        const small = rect.width < least || rect.height < least;
        const across = small ? Math.abs(rect.x + rect.width / 2 - x) : Math.max(rect.left - x, 0, x - rect.right);
        const down = small ? Math.abs(rect.y + rect.height / 2 - y) : Math.max(rect.top - y, 0, y - rect.bottom);
        return Math.hypot(across, down) < (small ? least : least / 2);
      });
      if (near) found.add(`${called(one)} is ${Math.round(box.width)}x${Math.round(box.height)}`);
    }
    return some(found);
  },

  // 2.4.7 and 2.4.11: each thing looks otherwise with the focus, and is not wholly covered, going on and going back
  focus() {
    const names = ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "borderColor", "backgroundColor", "stroke"];
    const look = (one) =>
      [one, ...one.querySelectorAll("rect")]
        .map((at) => names.map((name) => getComputedStyle(at)[name]).join())
        .join();
    const known = "a[href], button:not(:disabled), input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
    const every = [...document.querySelectorAll(known)].filter((one) => seen(one) && one.tabIndex >= 0);
    const parts = [0.1, 0.5, 0.9];
    const covered = (one) => {
      const boxes = [...one.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
      const free = (box, across, down) => {
        const top = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
        if (!top || top.matches("html, body")) return false;
        return one.contains(top) || top.contains(one) || top.closest("label")?.control === one;
      };
      return boxes.length > 0 && !boxes.some((box) => parts.some((x) => parts.some((y) => free(box, x, y))));
    };
    const found = new Set();
    for (const list of [every, [...every].reverse()]) {
      for (const one of list) {
        document.activeElement?.blur();
        const before = look(one);
        one.focus();
        if (document.activeElement !== one) continue;
        if (look(one) === before) found.add(`${called(one)} shows no focus`);
        if (covered(one)) found.add(`${called(one)} is covered when it has the focus`);
      }
    }
    return some(found);
  },

  moves() {
    const running = document.getAnimations().filter((one) => one.playState === "running");
    return some(new Set(running.map((one) => `${one.animationName ?? one.transitionProperty ?? "an animation"} runs`)));
  },
};
