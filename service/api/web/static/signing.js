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

/**
 * Offer to sign, where the match's protocol has it and the browser can.
 * @param {string} match @param {string} query
 * @returns {Promise<{ asked: () => View, draw: () => Promise<{ key: string, file: string } | null> }>}
 */
export async function signing(match, query) {
  /** @type {import("./types.js").LogPage | null} */
  const log = (await knowsSignatures()) ? await call("GET", `/v1/matches/${match}/log?limit=1${query ? `&${query}` : ""}`).catch(() => null) : null;
  const first = /** @type {Record<string, unknown>} */ (log?.entries[0]?.entry.body ?? {});
  let wanted = false;
  return {
    asked: () =>
      first.protocol !== "siegelpost/2"
        ? nothing
        : html`<div class="custody"><label class="switch"><input type="checkbox" @change=${(/** @type {Event} */ event) => { wanted = /** @type {HTMLInputElement} */ (event.target).checked; }}>${say("signMoves")}</label>
            <p class="quiet">${say("signMovesMeans")}</p></div>`,
    draw: async () => (wanted ? await drawSeatKey(match) : null),
  };
}

/** After sitting down: the only moment at which the key can be taken along. @param {string} match @param {string} file @returns {View} */
export const keyFile = (match, file) => html`<section class="sheet narrow">
  <h1>${say("keyTitle")}</h1><p>${say("keyLead")}</p>
  <div class="acts"><button @click=${() => download(file, `siegelpost-key-${match}.json`)}>${say("keySave")}</button>
    <a class="button seal" href="/table/${match}">${say("toTheTable")}</a></div></section>`;
