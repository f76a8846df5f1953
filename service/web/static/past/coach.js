// @ts-check
// The coach: looking back on a match that is over, and a hint for who practises against bots.
import { Refused, call } from "../frame/api.js";
import { lang, learn, say } from "../frame/language.js";
import { explained, nameOf } from "../frame/parts.js";
import { html, nothing, svg } from "../vendor/lit-html.js";

/** @typedef {import("../table/table.js").Table} Table */
/** @typedef {import("../types.js").Review} Review */
/** @typedef {import("../types.js").Hint} Hint */

learn({
  coach: ["Looking back with the coach", "Rückblick mit dem Coach"],
  askReview: ["Ask the coach", "Den Coach fragen"],
  coachThinks: ["The coach plays the match again in thought. That takes some minutes; this page shows what comes of it, now or later.", "Der Coach spielt die Partie in Gedanken nach. Das dauert einige Minuten; was dabei herauskommt, steht dann hier, jetzt oder später."],
  coachHow: ["The curve: of {n} matches that calm bots play to the end from there, how many the seat wins. Advice is what the bot Keen would have played from the seat's own view. Anybody can compute it again from the log.", "Die Kurve: wie viele von {n} Partien, die ruhige Bots von dort zu Ende spielen, der Platz gewinnt. Der Rat ist, was der Bot Keen mit dem Wissen des Platzes gespielt hätte. Aus dem Protokoll kann das jeder nachrechnen."],
  coachCurve: ["The chances after each round: {ends}", "Die Aussichten nach jeder Runde: {ends}"],
  coachEnd: ["{name} from {first} to {last} %", "{name} von {first} auf {last} %"],
  coachMoments: ["What decided", "Was entschieden hat"],
  coachMoment: ["Round {n}: {changes}", "Runde {n}: {changes}"],
  coachChange: ["{name} {before} → {after} %", "{name} {before} → {after} %"],
  coachLook: ["Look at it", "Ansehen"],
  coachElse: ["{name}: {played}. The coach: {advised}.", "{name}: {played}. Der Coach: {advised}."],
  coachAll: ["All moves where the coach would have played otherwise ({n} of {all})", "Alle Züge, die der Coach anders gespielt hätte ({n} von {all})"],
  coachRound: ["Round {n}", "Runde {n}"],
  askHint: ["What would the coach play?", "Was würde der Coach spielen?"],
  hintThinks: ["The coach is thinking …", "Der Coach denkt nach …"],
  hintIs: ["The coach advises: {words}", "Der Coach rät: {words}"],
  hintChoose: ["Choose that", "Das auswählen"],
  "p_no-review": ["The coach cannot look back on this match.", "Auf diese Partie kann der Coach nicht zurückblicken."],
  "p_no-hint": ["There are no hints at this table.", "An diesem Tisch gibt es keine Tipps."],
  "p_too-many-thoughts": ["You have asked the coach very often. Try again tomorrow.", "Du hast den Coach sehr oft gefragt. Versuch es morgen wieder."],
});

const PATIENCE = 20; // seconds that one request waits for a worker
const AGAIN = 2000; // milliseconds before we ask once more
const [WIDTH, HEIGHT] = [300, 90];
const DASHES = ["", "6 3", "2 3", "9 3 2 3", "1 2", "12 4"]; // lines are told apart without colours, in light and dark

/** What was asked on this page, by address. @type {Map<string, { found: Review | Hint | null, thinking: boolean, error: unknown }>} */
const asked = new Map();

/** @param {Table} table @param {string} path */
async function ask(table, path) {
  const state = { found: /** @type {any} */ (null), thinking: true, error: /** @type {unknown} */ (null) };
  asked.set(path, state);
  table.render();
  while (state.thinking) {
    try {
      state.found = await call("GET", `${path}?wait=${PATIENCE}&language=${lang()}${table.query()}`);
      state.thinking = false;
    } catch (error) {
      if (error instanceof Refused && error.code === "thought-pending") await new Promise((resolve) => setTimeout(resolve, AGAIN));
      else [state.error, state.thinking] = [error, false];
    }
  }
  table.render();
}

/** @param {unknown} error */
const refusal = (error) => (error ? html`<p role="alert" class="alert">${explained(error)}</p>` : nothing);

/** What the coach says about a match that is over, once somebody asks. @param {Table} table */
export function reviewed(table) {
  const path = `${table.path}/review`;
  const state = asked.get(path);
  const review = /** @type {Review | null} */ (state?.found ?? null);
  return html`<section class="coach" aria-live="polite"><h3>${say("coach")}</h3>
    ${review ? told(table, review) : state?.thinking ? html`<p class="notice">${say("coachThinks")}</p>` : html`<p><button @click=${() => void ask(table, path)}>${say("askReview")}</button></p>`}
    ${refusal(state?.error)}</section>`;
}

/** @param {number} thousandths */
const percent = (thousandths) => Math.round(thousandths / 10);

/** @param {Table} table @param {Review} review */
function told(table, review) {
  const { rounds, advice } = review;
  const others = advice.filter((one) => JSON.stringify(one.played) !== JSON.stringify(one.advised));
  /** @param {typeof others} some */
  const lines = (some) => html`<ul>${some.map((one) => html`<li>${say("coachElse", { name: nameOf(table.match, one.seat), played: one.played_words, advised: one.advised_words })}</li>`)}</ul>`;
  const numbers = [...new Set(others.map((one) => one.round))];
  return html`${rounds.length > 1 ? curves(table, rounds) : nothing}<p class="hint">${say("coachHow", { n: review.playouts })}</p>
    ${review.moments.length ? html`<h4>${say("coachMoments")}</h4><ol class="moments">${review.moments.map((place) => {
      const [before, after] = [rounds[place - 1], rounds[place]];
      if (!before || !after) return nothing;
      const changes = after.chances.map((one, seat) => say("coachChange", { name: nameOf(table.match, seat), before: percent(before.chances[seat] ?? 0), after: percent(one) })).join(", ");
      return html`<li><p>${say("coachMoment", { n: after.round, changes })} ${table.replay ? html`<button class="link" @click=${() => void look(table, after.n)}>${say("coachLook")}</button>` : nothing}</p>${lines(others.filter((one) => one.round === after.round))}</li>`;
    })}</ol>` : nothing}
    <details><summary>${say("coachAll", { n: others.length, all: advice.length })}</summary>${numbers.map((n) => html`<h4>${say("coachRound", { n })}</h4>${lines(others.filter((one) => one.round === n))}`)}</details>`;
}

/** The chances as a curve for each seat; of two, whose chances add up, one says it all. @param {Table} table @param {Review["rounds"]} rounds */
function curves(table, rounds) {
  const [first, last] = [rounds[0]?.chances ?? [], rounds.at(-1)?.chances ?? []];
  const seats = first.map((_, seat) => seat);
  const shown = seats.length === 2 ? [table.match.seat ?? 0] : seats;
  const x = (/** @type {number} */ place) => Math.round((place * WIDTH) / Math.max(1, rounds.length - 1));
  const points = (/** @type {number} */ seat) => rounds.map((one, place) => `${x(place)},${Math.round(HEIGHT * (1 - (one.chances[seat] ?? 0) / 1000))}`).join(" ");
  /** @param {number} seat */
  const end = (seat) => say("coachEnd", { name: nameOf(table.match, seat), first: percent(first[seat] ?? 0), last: percent(last[seat] ?? 0) });
  return html`<svg role="img" aria-label=${say("coachCurve", { ends: seats.map(end).join("; ") })} viewBox="-4 -4 308 98" width="300" height="95">
      <path class="half" d="M0 ${HEIGHT / 2}H${WIDTH}"></path>${shown.map((seat) => svg`<polyline points=${points(seat)} stroke-dasharray=${DASHES[shown.length > 1 ? seat % DASHES.length : 0] || "none"}></polyline>`)}</svg>
    <ul class="key">${shown.map((seat) => html`<li><svg aria-hidden="true" viewBox="0 0 30 8" width="30" height="8"><path d="M0 4H30" stroke-dasharray=${DASHES[shown.length > 1 ? seat % DASHES.length : 0] || "none"}></path></svg> ${end(seat)}</li>`)}</ul>`;
}

/** @param {Table} table @param {number} n */
async function look(table, n) {
  await table.replay?.look(n);
  document.querySelector(".board")?.scrollIntoView({ block: "start" });
}

/** A hint for the question that is asked, once the reader wants one. @param {Table} table */
export function hinted(table) {
  const question = table.asked();
  if (!question) return nothing;
  const path = `${table.path}/decisions/${question.facts.id}/hint`;
  const state = asked.get(path);
  const hint = /** @type {Hint | null} */ (state?.found ?? null);
  const choice = hint && question.words.choices.find((one) => JSON.stringify(one.move) === JSON.stringify(hint.move));
  const choose = () => {
    if (!choice) return;
    table.picked = [...choice.spots];
    table.choose(choice);
  };
  return html`<div class="hinted" aria-live="polite">${hint
    ? html`<p class="notice">${say("hintIs", { words: hint.words })}${choice ? html` <button class="small" @click=${choose}>${say("hintChoose")}</button>` : nothing}</p>`
    : state?.thinking ? html`<p class="quiet">${say("hintThinks")}</p>` : html`<p><button class="link" @click=${() => void ask(table, path)}>${say("askHint")}</button></p>`}${refusal(state?.error)}</div>`;
}
