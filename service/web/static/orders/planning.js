// @ts-check
// Where a sealed card goes can be said in the same visit: whether that is offered now.
import { sealedHere } from "../frame/keep.js";
import { hasPlaces, isAnswered, roundOf } from "../table/table-facts.js";

/** @typedef {import("../table/table.js").Table} Table */
/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").DecisionInWords} DecisionInWords */

/** Once a card is sealed, where it goes can be said as well. @param {Table} table */
export function preparePlans(table) {
  const asked = table.asked();
  const planned = asked !== null && asked.facts.sealed && isAnswered(asked.facts) && roundOf(asked.facts) > 0 && hasPlaces(table.rules) && stands(table, asked)?.type !== "pass";
  const round = planned ? roundOf(asked.facts) : 0;
  if (round === table.planning) return;
  table.planning = round;
  table.plans = null;
  if (round && asked) void openPlans(table, round, asked).catch(() => { table.planning = 0; }); // with the next news again
}

/** What stands here, of the choices; undefined where it is not known. @param {Table} table @param {{ facts: Decision, words: DecisionInWords }} asked */
function stands(table, { facts, words }) {
  const sealed = sealedHere(table.id, facts.id, facts.mine?.commitment ?? null);
  return sealed === null ? undefined : words.choices.find((one) => one.words === sealed)?.move;
}

/** The card that was sealed, as its player sees it; null where that is not known, or it may be one of two. @param {Table} table @param {{ facts: Decision, words: DecisionInWords }} asked */
function cardOf(table, asked) {
  const { card, if_alone: alone = card } = /** @type {{ card?: string, if_alone?: string }} */ (stands(table, asked) ?? {});
  if (alone !== card) return null;
  const view = /** @type {{ hands?: ({ id: string, kind: string, type: string }[] | null)[] } | null} */ (/** @type {unknown} */ (table.match.view));
  return view?.hands?.[Number(table.match.seat)]?.find((one) => one.id === card) ?? null;
}

/** @param {Table} table @param {number} round @param {{ facts: Decision, words: DecisionInWords }} asked */
async function openPlans(table, round, asked) {
  const { Plans } = await import("./plans.js");
  const plans = new Plans(table.match, cardOf(table, asked), () => table.render());
  await plans.load();
  if (table.planning !== round) return;
  table.plans = plans;
  table.render();
}
