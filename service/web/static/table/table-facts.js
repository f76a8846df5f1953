// @ts-check
// What the parts of a table's page ask of its match, and where the API has it.
import { lang, listed, say } from "../frame/language.js";

/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").Match} Match */

// Nobody waits for these modules before the table is seen; they are there before anything is chosen.
export const sealing = () => import("../sealing/sealing.js");

/** Who is awaited; of a sealed question, that it shows later who is not. @param {Decision} facts @param {string[]} names */
export const awaits = (facts, names) => say(facts.sealed ? `awaitedSealed${names.length > 1 ? "Many" : ""}` : "stillAwaited", { names: listed(names) });

/** Where a table is found, as whom this page asks, and in which language. @param {string} id */
export function addresses(id) {
  const invitation = new URLSearchParams(location.search).get("invitation");
  const query = invitation ? `&invitation=${encodeURIComponent(invitation)}` : "";
  const [path, said] = [`/v1/matches/${id}`, `language=${lang()}${query}`];
  return { path, query, said, match: `${path}?${query.slice(1)}`, margin: `${path}/margin?${query.slice(1)}`, words: `${path}/words?${said}`, picture: `${path}/picture.svg?${said}` };
}

/** Whether the rules' standing orders have plans that say where a card goes. @param {unknown} rules */
export const hasPlaces = (rules) => Boolean(/** @type {any} */ (rules)?.orders?.properties?.plans?.items?.properties?.place);

/** The round of a decision that asks for the card to be laid later; 0 for others. @param {Decision} facts */
export const roundOf = (facts) => Number(/^r(\d+)\.choose$/.exec(facts.id)?.[1] ?? 0);

/** Whether anything was ever played, so that there is a picture and a story. @param {Match} match */
export const dealt = (match) => match.status === "running" || (match.status === "closed" && match.outcome !== null);

/** Whether an answer of mine stands in a decision: sealed and not taken back, or given openly and about to count. @param {Decision} facts */
export const isAnswered = (facts) => (facts.sealed ? facts.mine?.commitment != null : facts.mine !== null);

/** Whether something that I have sealed stands while I look for something else. @param {Decision} facts */
export const stays = (facts) => facts.sealed && isAnswered(facts);

/** The decision that others are waited for in. Not what anybody may do besides: that has no deadline and no round. @param {Match} match */
export const firstAwaited = (match) => match.decisions.find((one) => !one.optional) ?? match.decisions[0];

/** The bar at the foot of a phone's screen, if there is one. */
export const FOOT = ".confirm, .at-hand, .plan > .foot";

/** Scroll to the question above the picture, or to the picture, where less than half of it, or not the question, can be seen. */
export function toTheBoard() {
  const board = document.querySelector(".board");
  if (!board) return;
  const { top, bottom, height } = board.getBoundingClientRect();
  const line = [...document.querySelectorAll(".head .above")].find((one) => one.getClientRects().length > 0);
  const hidden = Math.min(bottom, window.innerHeight) - Math.max(top, 0) < Math.min(height, window.innerHeight) / 2;
  if (hidden || (line && line.getBoundingClientRect().top < 0)) (line ?? board).scrollIntoView({ block: "start" });
}

/** Fold the menu up again: who has chosen something in it, or turns to the table, has done with it. */
export const closeMenu = () => document.querySelector("details.more")?.removeAttribute("open");

/** The choices that the pressed tool leads to; all of them while none is pressed. @param {import("./table.js").Table} table @param {import("../types.js").Choice[]} choices */
export const aimed = ({ tool }, choices) => (tool ? choices.filter((one) => one.move.type === tool) : choices);
