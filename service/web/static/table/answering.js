// @ts-check
// What the reader does about a question: tapping, putting together, answering, taking back.
import { call } from "../frame/api.js";
import { askToLast, custodyOf } from "../sealing/custody.js";
import { knows, lang, learn, say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { reach, reachable, reveal } from "./picture.js";
import { aimed, FOOT, isAnswered, sealing, toTheBoard } from "./table-facts.js";

learn({
  tookBack: ["Taken back: nothing of yours is sealed now.", "Zurückgenommen: Von dir ist jetzt nichts versiegelt."],
});

const STILL = 40; // pixels: a page that has moved by less was not scrolled by its reader

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Decision} Decision */

/** @param {Table} table @param {string} spot */
export function pick(table, spot) {
  table.title = "";
  const choices = aimed(table, table.asked()?.words.choices ?? []);
  const on = [...table.picked, spot];
  table.picked = reachable(choices, on).length ? on : table.picked.includes(spot) ? [] : [spot];
  const here = reachable(choices, table.picked);
  const exact = here.filter((one) => one.spots.length === table.picked.length);
  table.listOpen = table.picked.length > 0 && here.length > 1;
  table.composer = null;
  // Of several ways to mean a tap none is taken unasked.
  table.choose(table.picked.length && exact.length === 1 ? /** @type {Choice} */ (exact[0]) : null);
  const find = (/** @type {string | undefined} */ name) => table.box.querySelector(`[id="spot-${name}"]`);
  const next = here.map((one) => find(one.spots[table.picked.length])).filter((one) => one !== null);
  const there = find(spot);
  if (there && table.picked.length && (next.length || !table.chosen)) table.lens.approach(there, [there, ...next]);
  if (!table.chosen) reveal(next, document.querySelector(".confirm"));
}

/** Have the server judge what was put together, and say it in words. @param {Table} table @param {Decision} facts */
export async function compose(table, facts) {
  const { composer } = table;
  if (!composer || table.busy) return;
  const { move } = composer;
  table.busy = true;
  table.alert = "";
  table.render();
  try {
    /** @type {import("../types.js").Checked} */
    const checked = await call("POST", `${table.path}/decisions/${encodeURIComponent(facts.id)}/check?language=${lang()}`, { body: { move } });
    if (checked.legal) table.chosen = { move: /** @type {Choice["move"]} */ (move), words: checked.words ?? "", price: null, follow_ups: [], group: null, spots: [] };
    else composer.problem = knows(`r_${checked.code}`) ? say(`r_${checked.code}`) : ((lang() === "en" && checked.message) || say("refusedMove"));
  } catch (error) {
    composer.problem = explained(error);
  }
  table.busy = false;
  table.choose(table.chosen);
  document.getElementById("compose-problem")?.scrollIntoView({ block: "nearest" });
}

/** Answer with what is chosen. @param {Table} table @param {import("../types.js").FollowUp["answers"]} further what is said with it about the questions that follow */
export async function answer(table, further = []) {
  const asked = table.asked();
  if (!asked || !table.chosen || table.busy) return;
  const { facts } = asked;
  const choice = table.chosen;
  const seen = table.match.n;
  table.further = [];
  await table.act(async () => {
    const custody = custodyOf(table.id, facts);
    if (facts.sealed) await (await sealing()).seal(table.match, facts, choice.move, choice.words, custody);
    else await (await sealing()).answer(table.match, facts, choice.move, choice.words);
    table.further = further;
    table.answeredAt = table.visit.acted = seen;
    table.actedOn = facts.id;
    if (custody === "client") void askToLast(() => table.render());
    if (table.chosen === choice) {
      table.chosen = null;
      table.picked = [];
      table.tool = "";
      table.composer = null;
      table.listOpen = false;
      table.filter = "";
    }
    table.lens.whole();
    table.changing = table.aside = false;
  });
  // Whoever has answered wants to see what happens on the table: focus goes on, the page stays.
  document.getElementById("ask")?.focus({ preventScroll: true });
  if (!table.alert) {
    toTheBoard();
    table.answered = { question: facts.id, top: window.scrollY };
    goOn(table);
  }
  if (facts.sealed && !table.alert && table.page.me?.mail) void offerPush(table); // a guest is told nothing anywhere
  goFurther(table);
}

/** Give the next of what was said together, if that is what is asked now; if something else is, the player decides. @param {Table} table */
export function goFurther(table) {
  const [next, ...rest] = table.further;
  const asked = table.asked();
  if (!next || table.busy || !asked || asked.facts.id === table.actedOn || isAnswered(asked.facts)) return;
  const move = JSON.stringify(next.move);
  const choice = asked.facts.kind === next.kind ? asked.words.choices.find((one) => JSON.stringify(one.move) === move) : undefined;
  table.further = [];
  if (!choice || table.chosen || table.picked.length) return;
  table.chosen = choice;
  void answer(table, rest);
}

/**
 * Show the next question that came by the reader's own act, and the picture that it is about, or the result if nothing more is asked;
 * not to who reads or types elsewhere by now.
 * @param {Table} table
 */
export function goOn(table) {
  const asked = table.asked();
  const over = table.match.status === "closed";
  if (!table.answered || (!over && (!asked || isAnswered(asked.facts) || asked.facts.id === table.answered.question))) return;
  const { top } = table.answered;
  table.answered = null;
  if (Math.abs(window.scrollY - top) >= STILL || document.activeElement?.matches("input, textarea, select")) return;
  if (over) document.querySelector(".head")?.scrollIntoView({ block: "start" });
  else {
    toTheBoard();
    reach(table.box, document.querySelector(FOOT));
  }
}

/** @param {Table} table */
async function offerPush(table) {
  if (table.offer) return;
  const { PushOffer } = await import("../account/push-offer.js");
  table.offer = new PushOffer(() => table.render());
  await table.offer.begin();
}

/** @param {Table} table @param {Decision} facts */
export async function takeBack(table, facts) {
  await table.act(async () => {
    await (await sealing()).withdraw(table.match, facts);
    table.notice = say("tookBack");
  });
}
