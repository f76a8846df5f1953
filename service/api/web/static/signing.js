// @ts-check
// Sitting down with a key of one's own: the choice, and the file that takes the key to another device.
import { call } from "./api.js";
import { download } from "./download.js";
import { FAIR } from "./fair-words.js";
import { learn, say } from "./language.js";
import { html, nothing } from "./lit-html.js";
import { knowsSignatures } from "./seal.js";
import { drawSeatKey } from "./seat-key.js";

/** @typedef {import("./types.js").View} View */

learn(FAIR);

/** @param {(on: boolean) => void} wish @returns {View} */
const asked = (wish) => html`<div class="custody"><label class="switch"><input type="checkbox" @change=${(/** @type {Event} */ event) => wish(/** @type {HTMLInputElement} */ (event.target).checked)}>${say("signMoves")}</label>
  <p class="quiet">${say("signMovesMeans")}</p></div>`;

/** Offer to sign in a match that is about to be made, which is one of siegelpost/2 or is not sat down at. */
export async function signingOfNew() {
  const able = await knowsSignatures();
  let wanted = false;
  return {
    asked: () => (able ? asked((on) => { wanted = on; }) : nothing),
    draw: async (/** @type {string} */ match) => (wanted ? await drawSeatKey(match) : null),
  };
}

/**
 * Offer to sign, where the match's protocol has it and the browser can.
 * @param {string} match @param {string} query
 * @returns {Promise<{ earlier: boolean, asked: () => View, draw: () => Promise<{ key: string, file: string } | null> }>} `earlier`: it follows siegelpost/1
 */
export async function signing(match, query) {
  /** @type {import("./types.js").LogPage | null} */
  const log = await call("GET", `/v1/matches/${match}/log?limit=1${query ? `&${query}` : ""}`).catch(() => null);
  const able = await knowsSignatures();
  const first = /** @type {Record<string, unknown>} */ (log?.entries[0]?.entry.body ?? {});
  let wanted = false;
  return {
    earlier: log !== null && first.protocol === undefined,
    asked: () =>
      !able || first.protocol !== "siegelpost/2"
        ? nothing
        : asked((on) => { wanted = on; }),
    draw: async () => (wanted ? await drawSeatKey(match) : null),
  };
}

/** After sitting down: the only moment at which the key can be taken along. @param {string} match @param {string} file @returns {View} */
export const keyFile = (match, file) => html`<section class="sheet narrow">
  <h1>${say("keyTitle")}</h1><p>${say("keyLead")}</p>
  <div class="acts"><button @click=${() => download(file, `siegelpost-key-${match}.json`)}>${say("keySave")}</button>
    <a class="button seal" href="/table/${match}">${say("toTheTable")}</a></div></section>`;
