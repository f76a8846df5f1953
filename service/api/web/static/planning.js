// @ts-check
// Where a sealed card goes can be said in the same visit: whether that is offered now.
import { sealedHere } from "./keep.js";
import { hasPlaces, isAnswered, roundOf } from "./table-facts.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Decision} Decision */
/** @typedef {import("./types.js").DecisionInWords} DecisionInWords */

/** Once a card is sealed, where it goes can be said as well. @param {Table} table */
export function preparePlans(table) {
  const asked = table.asked();
  const planned = asked !== null && asked.facts.sealed && isAnswered(asked.facts) && roundOf(asked.facts) > 0 && hasPlaces(table.rules) && !passed(table, asked);
  const round = planned ? roundOf(asked.facts) : 0;
  if (round === table.planning) return;
  table.planning = round;
  table.plans = null;
  if (round) void openPlans(table, round).catch(() => { table.planning = 0; }); // with the next news again
}

/** Whether what stands is known here to be a pass, after which no card is laid. @param {Table} table @param {{ facts: Decision, words: DecisionInWords }} asked */
function passed(table, { facts, words }) {
  const sealed = sealedHere(table.id, facts.id, facts.mine?.commitment ?? null);
  return sealed !== null && words.choices.some((one) => one.words === sealed && one.move.type === "pass");
}

/** @param {Table} table @param {number} round */
async function openPlans(table, round) {
  const { Plans } = await import("./plans.js");
  const plans = new Plans(table.match, table.box, () => table.render());
  await plans.load();
  if (table.planning !== round) return;
  table.plans = plans;
  table.render();
}
