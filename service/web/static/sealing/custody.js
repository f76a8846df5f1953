// @ts-check
// Who keeps a sealed card until it is turned over: the server's box, or this browser alone. What the table shows about it.
import { html, nothing } from "../vendor/lit-html.js";
import { knows, learn, say } from "../frame/language.js";
import { when } from "../frame/time.js";

/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").View} View */

learn({
  keepHere: ["Keep my card in this browser until all have sealed", "Meine Karte in diesem Browser behalten, bis alle versiegelt haben"],
  keepDemanded: ["At this table everybody keeps their own card until all have sealed.", "An diesem Tisch behält jeder seine Karte selbst, bis alle versiegelt haben."],
  openingBegun: ["All have sealed. The cards are being turned over.", "Alle haben versiegelt. Die Karten werden aufgedeckt."],
  openedNow: ["All have sealed; your card was opened.", "Alle haben versiegelt; deine Karte ist aufgedeckt."],
});

const WISH = "siegelpost.custody";

/** @returns {string[]} matches whose cards the player wants to keep here */
function wishes() {
  try {
    const read = JSON.parse(localStorage.getItem(WISH) ?? "[]");
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/** In whose custody to seal. @param {string} match @param {Decision} facts @returns {"escrow" | "client"} */
export function custodyOf(match, facts) {
  if (facts.custody !== "any") return facts.custody;
  return wishes().includes(match) ? "client" : "escrow";
}

/** @param {string} match @param {boolean} on */
export function wish(match, on) {
  const rest = wishes().filter((one) => one !== match);
  try {
    localStorage.setItem(WISH, JSON.stringify(on ? [...rest, match].slice(-200) : rest));
  } catch {
    // A forbidden storage: then nothing can be kept here, either.
  }
}

/**
 * What only those read who keep a card here; nothing until the words are there, and then it is drawn again.
 * @param {string} key @param {() => void} draw @param {{ [name: string]: string }} [facts]
 */
export function tell(key, draw, facts = {}) {
  if (knows(key)) return say(key, facts);
  void import("./custody-words.js").then(({ CUSTODY }) => {
    if (knows(key)) return;
    learn(CUSTODY);
    draw();
  }).catch(() => {}); // offline: when the page is drawn again
  return "";
}

/** Whether this browser promises to keep it; null until it was looked up. @type {boolean | null} */
let lasting = null;

/** Ask the browser not to delete what it keeps. @param {() => void} draw @param {boolean} [ask] only after something that the player did */
export async function askToLast(draw, ask = true) {
  lasting = await import("./vault.js").then((vault) => vault.isLasting(ask)).catch(() => false);
  draw();
}

/**
 * Beside the question: the choice, or what the table demands.
 * @param {string} match @param {Decision} facts @param {() => void} draw @returns {View}
 */
export function custodyAsked(match, facts, draw) {
  if (!facts.sealed) return nothing;
  if (facts.custody === "escrow") return wishes().includes(match) ? html`<p class="notice" role="status">${tell("boxOnly", draw)}</p>` : nothing;
  const here = custodyOf(match, facts) === "client";
  /** @param {Event} event */
  const toggle = (event) => {
    wish(match, /** @type {HTMLInputElement} */ (event.target).checked);
    draw();
    void askToLast(draw);
  };
  return html`<div class="custody">
    ${facts.custody === "any"
      ? html`<label class="switch"><input type="checkbox" .checked=${here} @change=${toggle}>${say("keepHere")}</label>`
      : html`<p><strong>${say("keepDemanded")}</strong></p>`}
    ${here ? html`<p class="quiet">${tell("keepHereMeans", draw)}</p>${fleeting(draw)}` : nothing}
  </div>`;
}

/**
 * Beside a seal that stands.
 * @param {Decision} facts @param {boolean} here whether the card is in this browser @param {() => void} draw @returns {View}
 */
export function custodyStands(facts, here, draw) {
  if (facts.mine?.custody !== "client" || facts.mine.commitment === null) return nothing;
  if (!here) return html`<div class="custody"><p>${tell("bringFile", draw)}</p><p><a class="button" href="/kept">${say("keptLink")}</a></p></div>`;
  if (lasting === null) void askToLast(draw, false);
  return html`<div class="custody"><p>${tell("comeBack", draw)}</p>${fleeting(draw)}
    <p><a class="button" href="/kept">${say("keptLink")}</a></p></div>`;
}

/**
 * While openings are awaited.
 * @param {Decision} facts @param {boolean} missing @param {() => void} draw @returns {View}
 */
export function openingAwaited(facts, missing, draw) {
  const until = facts.opening_ends_at ? when(facts.opening_ends_at) : "";
  return missing
    ? html`<p role="alert" class="alert">${tell("openingMissing", draw, { until })}</p><p><a class="button seal" href="/kept">${say("keptLink")}</a></p>`
    : html`<p class="quiet">${say("openingBegun")}</p>`;
}

/** @param {() => void} draw */
const fleeting = (draw) => (lasting === false ? html`<p role="status" class="notice">${tell("notLasting", draw)}</p>` : nothing);
