// @ts-check
// What the reader has to know first: a line above the picture, and beside or below it what is asked, waited for, or over.
import { above, askedAbove, way } from "./asked-above.js";
import { takeBack } from "./answering.js";
import { custodyStands, openingAwaited } from "../sealing/custody.js";
import { listed, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { deadline, nameOf } from "../frame/parts.js";
import { isPointable, question, stillSealed } from "./question.js";
import { saidLately } from "../orders/said-ahead.js";
import { awaits, firstAwaited, stays } from "./table-facts.js";
import { when } from "../frame/time.js";

const ROOM = 160; // letters above the picture of a phone

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").DecisionInWords} DecisionInWords */

/** What the reader should know before looking at the picture. @param {Table} table @param {{ facts: Decision, words: DecisionInWords } | null} asked @param {boolean} choosing */
export function atAGlance(table, asked, choosing) {
  const { match } = table;
  if (match.status === "closed") return table.later(async () => (await import("./over.js")).resultFirst);
  if (match.status !== "running") return nothing;
  if (match.pauses?.now) return above(say("paused"), pausedUntil(match.pauses.now));
  return html`${table.absences?.glance(match) ?? nothing}${waitedFor(table, asked, choosing)}`;
}

/** @param {{ until_at: string }} pause */
const pausedUntil = (pause) => say("pausedUntil", { moment: when(pause.until_at) });

/** What a question is about, where that leaves room for the picture; else it stands with the question only. @param {string | null} about */
const glance = (about) => (about !== null && about.length <= ROOM ? about.replace(/[^.!?]$/u, "$&.") : "");

/** What is asked, or who is waited for. @param {Table} table @param {{ facts: Decision, words: DecisionInWords } | null} asked @param {boolean} choosing */
function waitedFor(table, asked, choosing) {
  const { match } = table;
  const first = table.isFirst();
  if (choosing && asked)
    return askedAbove(asked.facts, asked.words.question, [stays(asked.facts) ? table.later(stillSealed) : "", first ? "" : glance(asked.words.about), way(isPointable(table, asked.words), first)], first);
  if (table.plans?.wishes && asked?.facts.mine) return above(say("planAsk"), `${say("planLead").split(". ")[0]}.`);
  const others = match.waiting_for.filter((seat) => seat !== match.seat).map((seat) => nameOf(match, seat));
  if (asked?.facts.mine) return above(say(asked.facts.sealed ? "sealed" : "answered"), others.length ? awaits(asked.facts, others) : "");
  return above(others.length ? say("waitingOthers", { names: listed(others) }) : say("resolving"));
}

/** @param {Table} table @param {{ facts: Decision, words: DecisionInWords } | null} asked @param {boolean} choosing @param {boolean} [wide] */
export function whatNow(table, asked, choosing, wide = false) {
  const { match } = table;
  const first = [
    table.notice ? html`<p role="status" class="notice">${table.notice}</p>` : nothing,
    table.alert ? html`<p role="alert" class="alert">${table.alert}</p>` : nothing,
    table.lacksRules ? html`<div role="status" class="notice">${say("partMissing")} <button @click=${() => void table.loadRules().then(() => table.render())}>${say("tryAgain")}</button></div>` : nothing,
    saidLately(table.words.said_ahead, table.answeredAt),
  ];
  if (match.status === "closed") return html`${first}${table.later(async () => (await import("./over.js")).over)}`;
  if (match.status === "lobby") return html`${first}${table.later(async () => (await import("../home/waiting-room.js")).waitingRoom)}`;
  // Nothing is asked in a pause: no answer is taken, and the deadlines that stand will move.
  if (match.pauses?.now) return html`${first}<h2>${say("paused")}</h2><p>${pausedUntil(match.pauses.now)}</p>`;
  if (choosing && asked) return html`${first}${question(table, asked.facts, asked.words, wide)}`;
  if (asked && asked.facts.mine) return html`${first}${table.later(standsNow)}`;
  const names = match.waiting_for.map((seat) => nameOf(match, seat));
  const opening = match.decisions.find((one) => one.phase === "opening" && match.seat !== null && one.awaited.includes(match.seat) && !one.mine?.opened);
  if (opening) return html`${first}${openingAwaited(opening, table.missing, () => table.render())}`;
  const awaited = firstAwaited(match);
  return html`${first}
    ${match.seat === null ? html`<p class="quiet">${isLate(match) ? say("cameLate") : ""} ${say("spectator")}</p>` : nothing}
    <h2>${names.length ? say("waitingOthers", { names: listed(names) }) : say("resolving")}</h2>
    ${awaited ? deadline(awaited.deadline_at, awaited.seconds_left) : nothing}`;
}

async function standsNow() {
  const { standing } = await import("./standing.js");
  return (/** @type {Table} */ table) => standing(table, takeBack, custodyStands);
}

/** Whether somebody came by an invitation to the table when all its seats were taken. @param {import("../types.js").Match} match */
const isLate = ({ status, absence }) =>
  status === "running" && location.search.includes("invitation=") && !absence?.may_stand_in.length && !absence?.substitutes.length;
