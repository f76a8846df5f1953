// @ts-check
// What is asked: the question, its choices, and the bar in which a choice is confirmed.
import { answer, compose } from "./answering.js";
import { call } from "../frame/api.js";
import { advised } from "./asked-above.js";
import { BESIDE } from "../frame/fold.js";
import { divided, groupsOf } from "./choice-groups.js";
import { custodyAsked, custodyOf, tell } from "../sealing/custody.js";
import { lang, learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { deadline, nameOf, place } from "../frame/parts.js";
import { besides as said, called, drawing, reachable } from "./picture.js";
import { aimed, isAnswered, stays } from "./table-facts.js";
import { span } from "../frame/time.js";

learn({
  moreMeanings: ["{n} more ways, in the list …", "{n} weitere Möglichkeiten, in der Liste …"],
  orElse: ["Or:", "Oder:"],
  tapFurther: ["Or tap one of the places that are marked now.", "Oder tipp noch auf eine der Stellen, die jetzt markiert sind."],
  andThen: ["And then: {words}", "Und dann: {words}"],
  tools: ["Build and trade", "Bauen und tauschen"],
  notOnPicture: ["What is not in the picture", "Was nicht im Bild steht"],
});

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").DecisionInWords} DecisionInWords */

const FEW = 14; // so many choices are listed without being asked for
const AT_HAND = 2; // more of them would cover the picture
const BRIEF = 64; // letters on a button at the foot of a phone
const AT_ONCE = 4; // so many ways to mean a tap are offered at once, of more than that
const AT_FIRST = 2; // only so many

/** What can be put together in forms, and what is listed beside that. @param {Table} table @param {Decision} facts @param {DecisionInWords} words */
function offered(table, facts, words) {
  const able = table.forms?.forms(table.schema(facts), words.choices) ?? [];
  // The server judges what a form makes, so it would see a card that the player keeps.
  const own = facts.sealed && custodyOf(table.id, facts) === "client";
  const made = own ? [] : able;
  const types = new Set(made.filter((one) => !one.beside).map((one) => one.type));
  // What a form makes needs no list of examples.
  return { able, own, made, choices: words.choices.filter((one) => !types.has(String(one.move.type))) };
}

/** Whether there is one answer only, and no form that makes others: one press gives it, for no other could be meant. @param {Table} table @param {Decision} facts @param {DecisionInWords} words */
function theOnly(table, facts, words) {
  return words.choices.length === 1 && words.choices[0]?.spots.length === 0 && Boolean(table.rules) && !facts.sealed && offered(table, facts, words).able.length === 0;
}

/** @param {Table} table @param {DecisionInWords} words */
function onlyAnswer(table, { choices }) {
  const only = /** @type {Choice} */ (choices[0]);
  return html`<button class="seal big" ?disabled=${table.busy} @click=${() => { table.choose(only, false); void answer(table); }}>${only.words}</button>`;
}

/** @param {Table} table @param {Decision} facts @param {DecisionInWords} words @param {boolean} [wide] whether nothing of it stands at the foot of the window */
export function question(table, facts, words, wide = false) {
  const { able, own, made, choices } = offered(table, facts, words);
  const here = reachable(aimed(table, choices), table.picked);
  const pointable = isPointable(table, words);
  return html`
    <p class="kicker">${say(facts.optional ? "askedAside" : "yourTurn")}${place(facts.id) ? ` · ${place(facts.id)}` : ""}</p>
    <h2>${words.question}</h2>
    ${barOf(table, facts, words, true)}
    ${stays(facts) ? html`<p class="notice">${table.later(stillSealed)}</p>` : nothing}
    ${facts.left_until_at ? table.later(async () => (await import("./left-to-you.js")).leftToYou) : facts.optional && facts.deadline_at === null ? (words.about === null ? nothing : table.later(async () => (await import("./left-to-you.js")).botWaits)) : deadline(facts.deadline_at, facts.seconds_left)}${moreTime(table, facts)}
    ${words.about ? html`<p>${words.about.length > BRIEF ? words.about : html`<strong>${words.about}</strong>`}</p>` : nothing}${advised(words.advice)}
    ${ordersFirst(table, facts)}${besides(table, facts)}
    ${wide && theOnly(table, facts, words) ? html`<p>${onlyAnswer(table, words)}</p>` : table.tool && table.composer ? nothing : table.rules || table.lacksRules || pointable ? listed(table, here, { ...words, choices }, pointable, new Set(able.map((one) => one.type))) : nothing}${own && able.length ? html`<p class="hint">${tell("noForms", () => table.render())}</p>` : formsOf(table, facts, words, made)}
    ${table.words.coach === "hint" && !table.isFirst() ? table.later(async () => (await import("../past/coach.js")).hinted) : nothing}
    ${table.fromNowOn?.offered(facts) ?? nothing}
    ${custodyAsked(table.id, facts, () => table.render())}
    <p class="quiet terms">${facts.sealed ? say("sealedAsk") : ""} ${facts.sealed && table.match.grace_seconds ? say(facts.deadline_at ? "graceAsk" : "graceAskOpen", { n: table.match.grace_seconds }) : ""} ${facts.optional ? (words.about === null || facts.deadline_at !== null ? say("optional") : "") : words.silence && !stays(facts) ? say("silence", { move: words.silence }) : ""}</p>`;
}

export const stillSealed = async () => (await import("./standing.js")).staysSealed;

/** The way to what may be answered as well, and back. @param {Table} table @param {Decision} facts */
function besides(table, facts) {
  const other = table.asking().find((one) => one.facts.optional !== facts.optional && !isAnswered(one.facts));
  if (!other) return nothing;
  const turn = () => {
    table.aside = !facts.optional;
    table.picked = [];
    table.composer = null;
    table.listOpen = false;
    table.choose(null);
  };
  return html`<p class="besides"><button @click=${turn}>${facts.optional ? say("backTo", { question: other.words.question }) : other.words.question} …</button></p>`;
}

/** Open a form for what cannot be listed. @param {Table} table @param {Decision} facts @param {DecisionInWords} words @param {import("../orders/compose.js").Form} form */
function openForm(table, facts, words, form) {
  if (!table.forms) return;
  table.composer = table.forms.takeUp(new table.forms.Composer(table.schema(facts), form, words.choices));
  table.composing = facts.id;
  table.picked = [];
}

/** Drawings by their tool: parsed once, not with every second that passes. @type {WeakMap<object, SVGElement | Element | null>} */
const drawn = new WeakMap();

/** The bar of what can be built, bought and traded, with prices. @param {Table} table @param {Decision} facts @param {DecisionInWords} words @param {boolean} beside whether it is asked for beside the picture, not at the foot */
function barOf(table, facts, words, beside) {
  if (!words.tools.length || BESIDE.matches !== beside) return nothing;
  const open = (/** @type {string} */ type) => {
    const form = offered(table, facts, words).made.find((one) => one.type === type);
    if (form) openForm(table, facts, words, form);
    return form !== undefined;
  };
  return html`<div class="tools" role="group" aria-label=${say("tools")}>${words.tools.map((one) => {
    if (!drawn.has(one)) drawn.set(one, drawing(one.drawing));
    return html`<button aria-label=${one.words} title=${one.words} aria-pressed=${String(table.tool === one.type)} aria-disabled=${String(!one.usable)}
      ?disabled=${table.busy} @click=${() => void import("./tools.js").then(({ press }) => press(table, words.choices, one, open))}>${drawn.get(one)}</button>`;
  })}</div>`;
}

/** Forms for what cannot be listed: open at once if it is the one thing to do. @param {Table} table @param {Decision} facts @param {DecisionInWords} words @param {import("../orders/compose.js").Form[]} made */
function formsOf(table, facts, words, made) {
  if (!table.forms) return nothing;
  const { heading } = table.forms;
  const [only] = made;
  if (only && made.length === 1 && !table.composer && facts.sealed) openForm(table, facts, words, only);
  const { composer, match } = table;
  const thing = (/** @type {string} */ kind) => table.box.querySelector(`[id="spot-card-${kind}"] > title`)?.textContent ?? table.rules?.order_names[lang()]?.[kind] ?? kind;
  const icon = (/** @type {string} */ kind) => {
    const sign = table.box.querySelector(`[id="spot-card-${kind}"]`)?.getAttribute("data-sign");
    return sign ? html`<svg class="sign" viewBox="-10 -11 20 22" aria-hidden="true"><use href="#${sign}"></use></svg>` : nothing;
  };
  const shown = [...table.box.querySelectorAll("[id^='spot-card-']")].map((one) => one.id.slice("spot-card-".length));
  const others = match.seats.filter((one) => one.seat !== match.seat).map((one) => ({ seat: one.seat, name: nameOf(match, one.seat) }));
  const beside = made.filter((form) => composer?.form.type !== form.type && !words.tools.some((one) => one.type === form.type));
  return html`${beside.map((form) => html`<p><button @click=${() => { openForm(table, facts, words, form); table.choose(null); }}>${heading(form.type)} …</button></p>`)}
    ${composer && table.composing === facts.id ? composer.render({ called: thing, icon, held: table.words.held, others, order: (/** @type {string} */ kind) => shown.indexOf(kind), changed: () => table.choose(null), done: () => void compose(table, facts), busy: table.busy }) : nothing}`;
}

/** @param {Table} table @param {Choice[]} here @param {DecisionInWords} words @param {boolean} pointable @param {Set<string>} made types of moves that a form makes */
function listed(table, here, words, pointable, made) {
  const many = here.length > FEW;
  const groups = groupsOf(here, made);
  if (many && groups.length > 1) return html`${pointable ? html`<p class="hint">${say("chooseOnPicture")}</p>` : nothing}${divided(groups, table.chosen, (group) => list(table, group.choices, words, false, group.title))}`;
  if (!pointable) return list(table, here, words, many);
  // What the picture does not show (to pass, to stay) can always be chosen here.
  const unseen = words.choices.filter((one) => one.spots.length === 0);
  const folded = here.length > unseen.length && !table.listOpen && !table.listed;
  return html`<p class="hint">${say("chooseOnPicture")}</p>
    ${folded ? html`${unseen.length ? list(table, unseen, words, false) : nothing}
        ${here.length > 1 ? html`<button class="link" @click=${() => { table.listed = true; table.render(); }}>${say("all", { n: here.length })}</button>` : nothing}`
      : list(table, here, words, many)}`;
}

/** @param {Table} table @param {Choice[]} here @param {DecisionInWords} words @param {boolean} many @param {string} [title] */
function list(table, here, words, many, title = words.question) {
  const wanted = many ? table.filter.toLowerCase() : "";
  // Two cards that are alike in every way are one choice to a reader.
  const different = here.filter((one, place) => here.findIndex((other) => other.words === one.words) === place || table.chosen === one);
  const found = wanted ? different.filter((one) => one.words.toLowerCase().includes(wanted)) : different;
  return html`
    ${many ? html`<label class="filter">${say("filter", { n: here.length })}<input type="search" .value=${table.filter} @input=${(/** @type {InputEvent} */ event) => { table.filter = /** @type {HTMLInputElement} */ (event.target).value; table.render(); }}></label>` : nothing}
    <fieldset class=${many ? "choices many" : "choices"}><legend class="hidden">${title}</legend>
      ${found.length ? found.map((one) => html`<label class="choice">
        <input type="radio" name="move" .checked=${table.chosen === one} @change=${() => table.choose(one)}><span>${one.words}${one.price ? html`<span class="price">${one.price}</span>` : nothing}</span></label>`) : html`<p class="quiet">${say("noneLeft")}</p>`}
    </fieldset>`;
}

/** How many things a choice names. @param {Choice} choice */
const names = ({ move }) => new Set(Object.values(move).map(String)).size;

/** After the first tap: what it can mean, or where to tap next. @param {Table} table @param {Decision} facts @param {DecisionInWords} words */
export function between(table, facts, words) {
  if (table.picked.length === 0) return atHand(table, facts, words);
  // What names nothing but what was tapped comes first.
  const exact = reachable(words.choices, table.picked).filter((one) => one.spots.length === table.picked.length).sort((one, other) => names(one) - names(other));
  // The list below has them all; here they must not cover the picture.
  const shown = exact.length > AT_ONCE ? AT_FIRST : AT_ONCE;
  return html`<div class="confirm" role="region" aria-label=${say("chosenSoFar")}>
    <p>${called(table.box, table.picked).map((one) => html`<strong>${one}</strong> `)}${exact.length ? nothing : html`<span class="quiet">${say("tapOn")}</span>`}</p>
    <div class="acts meanings">
      ${exact.slice(0, shown).map((one, place) => html`<button class=${place ? "" : "seal"} @click=${() => table.choose(one)}>${one.words}</button>`)}
      ${exact.length > shown ? html`<button class="link" @click=${() => document.getElementById("ask")?.scrollIntoView()}>${say("moreMeanings", { n: exact.length - shown })}</button>` : nothing}
      <button @click=${() => { table.picked = []; table.lens.whole(); table.choose(null); }}>${say("notThis")}</button>
    </div>
  </div>`;
}

/**
 * To pass, or to end: what the picture does not show stays at the foot of a narrow screen, and need not be looked for far below.
 * Several ways to end are one button, which offers them.
 * @param {Table} table @param {Decision} facts @param {DecisionInWords} words
 */
export function atHand(table, facts, words) {
  const pointable = isPointable(table, words);
  const { choices } = offered(table, facts, words);
  const plain = choices.filter((one) => one.spots.length === 0 && (!pointable || Object.keys(one.move).length === 1));
  const group = plain[0]?.group;
  const short = pointable ? plain.length <= AT_HAND : plain.length <= AT_ONCE && plain.every((one) => one.words.length <= BRIEF);
  const tools = barOf(table, facts, words, false);
  const bar = (/** @type {import("../types.js").View} */ inside) => html`<div class="at-hand" role="region" aria-label=${say("notOnPicture")}>${tools}${inside}</div>`;
  if (theOnly(table, facts, words)) return bar(onlyAnswer(table, words));
  if (plain.length && short) return bar(plain.map((one) => html`<button @click=${() => table.choose(one, false)}>${one.words}</button>`));
  if (!pointable || !group || plain.some((one) => one.group !== group)) return tools === nothing ? nothing : bar(nothing);
  if (!table.ways) return bar(html`<button @click=${() => { table.ways = true; table.render(); }}>${group} …</button>`);
  return bar(html`<div class="acts meanings">${plain.map((one) => html`<button @click=${() => table.choose(one, false)}>${one.words}</button>`)}
    <button @click=${() => table.choose(null, false)}>${say("notThis")}</button></div>`);
}

/** What else the tap can mean, if it goes on: a move that takes one more place. @param {Table} table @param {Choice[]} choices */
function further(table, choices) {
  const more = table.picked.length ? reachable(choices, table.picked).filter((one) => one.spots.length > table.picked.length) : [];
  if (more.length > AT_ONCE) return html`<p class="quiet">${say("tapFurther")}</p>`;
  return more.map((one) => html`<p>${say("orElse")} <button class="link" @click=${() => { table.picked = one.spots; table.choose(one); }}>${one.words}</button></p>`);
}

/** @param {Table} table @param {Decision} facts @param {Choice} choice @param {Choice[]} choices */
export function confirmation(table, facts, choice, choices) {
  return html`<div id="confirm" class="confirm" role="region" aria-label=${facts.sealed ? say("willSeal") : say("willDo")}>
    <p><span class="quiet">${facts.sealed ? say("willSeal") : say("willDo")}</span> <strong>${choice.words}</strong>${choice.price ? html`<span class="price">${choice.price}</span>` : nothing}
      ${choice.price ? nothing : said(table.box, table.picked, choice.words).map((one) => html`<span class="where">${one}</span>`)}</p>${further(table, choices)}
    <div class="acts">
      <button class="button" @click=${() => { table.picked = []; table.lens.whole(); table.choose(null); }} ?disabled=${table.busy}>${say("notThis")}</button>
      <button class="seal big" @click=${() => void answer(table)} ?disabled=${table.busy}>
        <svg viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>${table.busy ? say("sealing") : facts.sealed ? say("seal") : say("doIt")}</button>
    </div>
    ${choice.follow_ups.length ? html`<div class="acts meanings">${choice.follow_ups.map((one) => html`<button @click=${() => void answer(table, one.answers)} ?disabled=${table.busy}>${say("andThen", { words: one.words })}</button>`)}</div>` : nothing}
  </div>`;
}

/** Whether something of what may be answered can be tapped: not in the picture of an earlier moment. @param {Table} table @param {DecisionInWords} words */
export function isPointable(table, words) {
  return !table.replay?.past && words.choices.some((one) => one.spots.length > 0 && table.box.querySelector(`[id="spot-${one.spots[0]}"]`));
}

/** Where answers are held back, orders that are in force answer a while after the question. @param {Table} table @param {Decision} facts */
function ordersFirst(table, facts) {
  const { match } = table;
  if (!match.hold_seconds || facts.optional) return nothing;
  if (!table.orders && match.orders_seq && table.inForce?.seq !== match.orders_seq) {
    const asked = { seq: match.orders_seq, now: false };
    table.inForce = asked;
    void call("GET", `${table.path}/orders`).then(({ in_force }) => {
      asked.now = in_force;
      table.render();
    }).catch(() => { table.inForce = null; });
  }
  const now = table.orders ? table.orders.standing > 0 : table.inForce?.now;
  return now ? html`<p class="notice">${say("ordersFirst", { span: span(match.hold_seconds) })}</p>` : nothing;
}

/** "I need more time", where the match allows it. @param {Table} table @param {Decision} facts */
function moreTime(table, facts) {
  if (table.time === null && table.match.extensions?.mine?.decisions.length) {
    void import("./moretime.js").then(({ MoreTime }) => {
      table.time ??= new MoreTime(() => table.render(), (doing) => table.act(doing));
      table.render();
    });
  }
  // Time that needs nobody's leave is offered first; asking the others for it stands behind it.
  const own = table.match.extensions?.mine?.decisions.includes(facts.id) && table.time?.asked !== facts.id;
  return html`${table.time?.render(table.match, facts) ?? nothing}${own ? nothing : (table.requests?.asking(table.match, facts) ?? nothing)}`;
}
