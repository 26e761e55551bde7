// A moment of the last hours is told as "4 min ago", in the words that the browser has for the page's language. The page
// itself names the day, which stays true however long it is kept; so does this, which counts on, and gives the day back
// when a day has passed.

import { asked, now } from "./time.js";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const days = new WeakMap(); // element -> the day that the page named
const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
const relative = new Intl.RelativeTimeFormat(language, { style: "short", numeric: "auto" });

const said = (seconds) => {
  if (seconds < MINUTE) return relative.format(0, "second");
  return seconds < HOUR ? relative.format(-Math.floor(seconds / MINUTE), "minute") : relative.format(-Math.floor(seconds / HOUR), "hour");
};

const tell = () => {
  for (const time of document.querySelectorAll("time[data-ago]")) {
    if (!days.has(time)) days.set(time, time.textContent);
    const seconds = Math.max(0, (now() - Date.parse(time.dateTime)) / 1000);
    const words = seconds < DAY ? said(seconds) : days.get(time);
    if (time.textContent !== words) time.textContent = words;
  }
};

tell();
asked.then(tell);
setInterval(tell, 1000 * MINUTE);
document.addEventListener("htmx:afterSwap", tell);
document.addEventListener("visibilitychange", tell);
