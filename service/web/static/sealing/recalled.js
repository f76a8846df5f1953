// @ts-check
// What I have sealed by a letter or on another device: a worker of the server reads it for my sign-in, and it stays known here.
import { call, Refused } from "../frame/api.js";
import { keepSealed } from "../frame/keep.js";
import { lang, learn, say } from "../frame/language.js";
import { html } from "../vendor/lit-html.js";

/** @typedef {import("../table/table.js").Table} Table */
/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {{ words: string | null, failed: boolean }} Recall */

learn({
  recalling: ["You have sealed by mail or on another device. One moment: what you sealed is being looked up …", "Du hast per Mail oder auf einem anderen Gerät versiegelt. Einen Augenblick, wir sehen nach, was …"],
  notRecalled: [
    "You have sealed by mail or on another device, and it counts. What it is cannot be shown just now.",
    "Du hast per Mail oder auf einem anderen Gerät versiegelt, und es gilt. Was es ist, lässt sich gerade nicht zeigen.",
  ],
});

const PATIENCE = 20; // seconds that one request waits for a worker
const TRIES = 3;
const AGAIN = 1000; // milliseconds before we ask once more

/** What was asked for, by what it is bound by. @type {Map<string, Recall>} */
const asked = new Map();

/** What stands, in words, or that it is being looked up. @param {Table} table */
export function recalledNow(table) {
  const facts = table.asked()?.facts;
  return facts ? shown(table, facts) : "";
}

/** @param {Table} table @param {Decision} facts */
function shown(table, facts) {
  const commitment = String(facts.mine?.commitment);
  let found = asked.get(commitment);
  if (!found) {
    found = { words: null, failed: false };
    asked.set(commitment, found);
    void recall(table, facts, commitment, found);
  }
  return html`<h2 role="status">${found.words !== null ? say("sealedWords", { move: found.words }) : say(found.failed ? "notRecalled" : "recalling")}</h2>
    ${found.failed ? html`<p><button @click=${() => { asked.delete(commitment); table.render(); }}>${say("tryAgain")}</button></p>` : ""}`;
}

/** @param {Table} table @param {Decision} facts @param {string} commitment @param {Recall} found */
async function recall(table, facts, commitment, found) {
  const path = `${table.path}/decisions/${encodeURIComponent(facts.id)}/sealed?wait=${PATIENCE}&language=${lang()}`;
  for (let again = 0; again < TRIES && found.words === null; again += 1) {
    try {
      const answer = await call("GET", path);
      if (answer.commitment !== commitment) break; // replaced meanwhile: with the next news that is looked up
      found.words = String(answer.words ?? "");
      keepSealed(table.id, facts.id, found.words, commitment);
      // If it was a pass, nothing is laid.
      table.planning = 0;
      table.plans = null;
      await table.refresh();
    } catch (error) {
      if (!(error instanceof Refused && error.code === "unavailable")) break;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
  found.failed = found.words === null;
  table.render();
}
