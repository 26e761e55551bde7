// What every page does with a script: shows the current tab, puts focus on a refusal, lets a confirmation go after 6 s,
// asks before what cannot be undone, sends a form once however often its button is tapped, copies links, and makes the
// site an app where the browser can. Every page works without it.

import "./keep.js";

const settle = (root) => {
  for (const current of root.querySelectorAll(":is(.tabs, .segmented) > [aria-current]")) {
    const strip = current.parentElement;
    strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
  }
  // what is to be put right: all of it in one place above, or else its first field
  root.querySelector(".alert[role=alert][tabindex], :is(input, select, textarea)[aria-invalid=true]")?.focus();
  for (const toast of root.querySelectorAll("[data-toast]")) setTimeout(() => toast.remove(), 6000);
};

settle(document);
document.addEventListener("htmx:afterSettle", (event) => {
  reveal();
  countOn();
  const alert = event.detail.elt.querySelector?.(".alert[role=alert][tabindex]");
  alert?.focus();
});

// Two steps back taken at once ask twice, and the answer to the first may come last: only the last one is shown.
let restoring;
document.addEventListener("htmx:historyCacheMiss", (event) => {
  restoring?.abort();
  restoring = event.detail.xhr;
});

// The theme button answers "the other one than what is seen", which the server cannot know while the system decides.
for (const button of document.querySelectorAll("[data-theme-button]")) {
  if (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches) button.value = "light";
}

const copied = async (button, text) => {
  const { copy } = await import("./copy.js");
  if (!(await copy(text))) return document.getElementById(button.dataset.field)?.select();
  (button.querySelector("span:not(.sr)") ?? button).textContent = button.dataset.copied;
  button.dispatchEvent(new Event("shared", { bubbles: true }));
};

document.addEventListener("click", async (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (dialog) {
      event.preventDefault();
      dialog.showModal();
    }
    return;
  }
  if (event.target.closest("[data-close]")) {
    event.target.closest("dialog")?.close();
    return;
  }
  if (event.target.closest("[data-print]")) {
    window.print();
    return;
  }
  const sharer = event.target.closest("[data-share]");
  if (sharer) {
    const { share: url, title, text } = sharer.dataset;
    if (navigator.share) {
      const shared = await navigator.share({ url, title, text }).then(() => true, () => false);
      if (shared) sharer.dispatchEvent(new Event("shared", { bubbles: true }));
    } else await copied(sharer, url);
    return;
  }
  const copier = event.target.closest("[data-copy]");
  if (copier) await copied(copier, copier.dataset.copy);
});

// The foot of a printed page says when it was printed, in the zone of the times above it.
addEventListener("beforeprint", () => {
  const foot = document.querySelector(".printfoot");
  const said = foot?.querySelector("[data-printed]");
  if (!said) return;
  const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  const shown = { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" };
  const zone = foot.dataset.zone || undefined;
  said.querySelector("[data-when]").textContent = new Intl.DateTimeFormat(language, { ...shown, timeZone: zone }).format(new Date());
  said.hidden = false;
});

// A second tap while the answer is on its way sends nothing; who comes back to the page may send again.
const sent = new WeakMap();
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (performance.now() - (sent.get(form) ?? -Infinity) < 4000) event.preventDefault();
  else sent.set(form, performance.now());
});
addEventListener("pageshow", (event) => {
  if (event.persisted) for (const form of document.forms) sent.delete(form);
});

// A strip that scrolls sideways shows the whole of what has the focus; a browser is content with a pixel of it.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(":is(.tabs, .segmented) > *")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});

// What only a script can use is hidden by the style sheet where there is none; a part that a script alone fills is
// marked hidden until then.
const reveal = () => {
  for (const element of document.querySelectorAll("[data-script-only]")) element.hidden = false;
};
reveal();

// "4 min ago" counts on by itself, once the page is there.
const countOn = () => {
  if (document.querySelector("time[data-ago]")) import("./ago.js").catch(() => {});
};
addEventListener("load", countOn);

// Times are shown in the reader's zone: the browser says it once, an account may choose another.
if (!document.cookie.includes("zone=")) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

// The service worker shows a page of ours where there is no network (deploy/installable.py); plain HTTP has none.
navigator.serviceWorker?.register("/worker.js").catch(() => {});
