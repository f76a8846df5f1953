// @ts-check
// Seconds that run down: for the eye alone. Who has the page read to them is told the moment beside it, once.
import { learn, say } from "./language.js";
import { html } from "../vendor/lit-html.js";

learn({
  secondsLeft: ["{n} s left", "noch {n} s"],
  minutesLeft: ["{m}:{s} minutes left", "noch {m}:{s} Minuten"],
});

const TICK = 1000; // milliseconds
const MINUTE = 60; // seconds

let ticking = 0;

function tick() {
  const shown = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-until]"));
  for (const one of shown) {
    const left = Math.ceil((Date.parse(String(one.dataset.until)) - Date.now()) / TICK);
    one.textContent = left >= MINUTE ? say("minutesLeft", { m: Math.floor(left / MINUTE), s: String(left % MINUTE).padStart(2, "0") }) : left > 0 ? say("secondsLeft", { n: left }) : "";
  }
  if (shown.length) return;
  clearInterval(ticking);
  ticking = 0;
}

/** @param {string} at RFC 3339 */
export function countdown(at) {
  if (!ticking) ticking = window.setInterval(tick, TICK);
  setTimeout(tick);
  return html`<span class="countdown" aria-hidden="true" data-until=${at}></span>`;
}
