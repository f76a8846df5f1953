// @ts-check
// Sitting down with a key of one's own: the choice, and the file that takes the key to another device.
import { download } from "../frame/download.js";
import { FAIR } from "../sealing/fair-words.js";
import { learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { knowsSignatures } from "../sealing/seal.js";
import { drawSeatKey } from "../sealing/seat-key.js";

/** @typedef {import("../types.js").View} View */

learn(FAIR);
learn({
  advanced: ["Advanced", "Für Fortgeschrittene"],
  toTheTable: ["To the table", "Zum Tisch"],
});

/** @param {(on: boolean) => void} wish @returns {View} */
const asked = (wish) => html`<details><summary>${say("advanced")}</summary><label class="switch"><input type="checkbox" @change=${(/** @type {Event} */ event) => wish(/** @type {HTMLInputElement} */ (event.target).checked)}>${say("signMoves")}</label>
  <p class="quiet">${say("signMovesMeans")}</p></details>`;

/** Offer to sign what is done in a seat, where the browser can. */
export async function signing() {
  const able = await knowsSignatures();
  let wanted = false;
  return {
    asked: () => (able ? asked((on) => { wanted = on; }) : nothing),
    draw: async (/** @type {string} */ match) => (wanted ? await drawSeatKey(match) : null),
  };
}

/** After sitting down: the only moment at which the key can be taken along. @param {string} match @param {string} file @returns {View} */
export const keyFile = (match, file) => html`<section class="sheet narrow">
  <h1>${say("keyTitle")}</h1><p>${say("keyLead")}</p>
  <div class="acts"><button @click=${() => download(file, `siegelpost-key-${match}.json`)}>${say("keySave")}</button>
    <a class="button seal" href="/table/${match}">${say("toTheTable")}</a></div></section>`;
