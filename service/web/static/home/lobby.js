// @ts-check
// Tables that wait for players: which game, how fast, who sits there and how many are wanted.
import { call } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, learn, listed, say } from "../frame/language.js";
import { condition, reliability } from "./invitations.js";
import { emblem, explained, nameOf } from "../frame/parts.js";
import { tempo } from "../frame/time.js";

learn({
  noOpenTables: ["No table waits for players.", "Kein Tisch wartet auf Mitspieler."],
  everyGame: ["all games", "alle Spiele"],
  whichTables: ["Show tables of", "Tische zeigen von"],
  whichPace: ["At which pace?", "In welchem Tempo?"],
  anyPace: ["any", "jedem"],
  quick: ["quick, less than a day for an answer", "schnell, weniger als ein Tag für eine Antwort"],
  slow: ["slow, a day or more", "langsam, ein Tag oder mehr"],
  whichSize: ["How many players?", "Zu wievielt?"],
  anySize: ["any number", "egal"],
  youSit: ["you sit here", "du sitzt hier"],
  wanted: ["one more is wanted", "einer fehlt noch"],
  wantedMany: ["{n} more are wanted", "{n} fehlen noch"],
  toTournaments: ["Tournaments", "Turniere"],
  toBots: ["Bots to challenge", "Bots zum Herausfordern"],
  ownTable: ["Open a table of your own", "Einen eigenen Tisch eröffnen"],
});

/** @typedef {import("../types.js").MatchSummary} MatchSummary */

const DAY = 86_400;

/** Whether a table asks for answers within less than a day. @param {MatchSummary} match */
const isQuick = ({ pace }) => pace.kind === "duration" && Number(pace.seconds) < DAY;

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  document.title = `${say("lobby")} · Siegelpost`;
  /** @type {[import("../types.js").MatchPage, import("../types.js").RulesList]} */
  const [found, rules] = await Promise.all([call("GET", "/v1/matches?limit=100"), call("GET", "/v1/rules")]);
  /** The game whose tables are shown, by its name; "" for all. */
  let shown = "";
  /** Whether quick or slow tables are shown; "" for both. @type {"" | "quick" | "slow"} */
  let pace = "";
  /** How many seats the tables shown have; 0 for any. */
  let size = 0;
  /** @type {unknown} */
  let error = null;
  /** @param {MatchSummary} match */
  const game = (match) => rules.rules.find((one) => one.id === match.rules);
  /** @param {MatchSummary} match */
  const called = (match) => String(game(match)?.titles[lang()] ?? match.rules);
  /** Tables without a title of their own are called by their game. @param {MatchSummary} match */
  const title = (match) => (game(match)?.title === match.title ? called(match) : match.title);
  /** @param {MatchSummary} match */
  const about = (match) => {
    const preset = "preset" in match.options && game(match)?.preset_titles[match.options.preset]?.[lang()];
    return [title(match) === called(match) ? "" : called(match), preset, tempo(match), condition(match)].filter(Boolean).join(" · ");
  };
  /** @param {MatchSummary} match */
  const sitting = (match) => {
    const names = match.seats.filter((one) => one.player).map((one) => nameOf(match, one.seat) + reliability(match, one.seat));
    const free = match.seats.length - names.length;
    return [names.length ? listed(names) : "", free === 1 ? say("wanted") : say("wantedMany", { n: free })].filter(Boolean).join("; ");
  };
  const games = () => [...new Set(found.matches.map(called))].sort((one, other) => one.localeCompare(other, lang()));
  const paces = () => new Set(found.matches.map(isQuick)).size;
  const choice = () => html`<label class="narrow-choice">${say("whichTables")}<select @change=${(/** @type {Event} */ event) => { shown = /** @type {HTMLSelectElement} */ (event.target).value; draw(); }}>
    <option value="">${say("everyGame")}</option>${games().map((one) => html`<option value=${one}>${one}</option>`)}</select></label>`;
  const tempoChoice = () => html`<label class="narrow-choice">${say("whichPace")}<select @change=${(/** @type {Event} */ event) => { pace = /** @type {typeof pace} */ (/** @type {HTMLSelectElement} */ (event.target).value); draw(); }}>
    <option value="">${say("anyPace")}</option><option value="quick">${say("quick")}</option><option value="slow">${say("slow")}</option></select></label>`;
  const sizes = () => [...new Set(found.matches.map((one) => one.seats.length))].sort();
  const sizeChoice = () => html`<label class="narrow-choice">${say("whichSize")}<select @change=${(/** @type {Event} */ event) => { size = Number(/** @type {HTMLSelectElement} */ (event.target).value); draw(); }}>
    <option value="0">${say("anySize")}</option>${sizes().map((one) => html`<option value=${one}>${one}</option>`)}</select></label>`;
  const wanted = (/** @type {MatchSummary} */ one) => (!size || one.seats.length === size) && (!shown || called(one) === shown) && (!pace || isQuick(one) === (pace === "quick"));
  const more = async () => {
    try {
      /** @type {import("../types.js").MatchPage} */
      const further = await call("GET", `/v1/matches?limit=100&cursor=${encodeURIComponent(String(found.next))}`);
      found.matches.push(...further.matches);
      found.next = further.next;
      error = null;
    } catch (failed) {
      error = failed;
    }
    draw();
  };
  const draw = () => page.show(html`
    <h1>${say("lobby")}</h1>
    ${found.matches.length === 0
      ? html`<section class="sheet empty"><p>${say("noOpenTables")}</p>${page.me ? html`<p><a class="button seal" href="/new">${say("new")}</a></p>` : html`<p><a class="button seal" href="/">${say("signIn")}</a></p>`}</section>`
      : html`<div class="acts">${games().length > 1 ? choice() : nothing}${paces() > 1 ? tempoChoice() : nothing}${sizes().length > 1 ? sizeChoice() : nothing}</div>
        <ul class="tiles" aria-live="polite">${found.matches.filter(wanted).map((one) => html`<li>${emblem(one)}<a href="/join/${one.match}"><strong>${title(one)}</strong>
          <span class="quiet">${about(one)}</span>
          <span>${one.seat === null ? "" : html`<b>${say("youSit")}</b> · `}${sitting(one)}</span></a></li>`)}</ul>
        ${error ? html`<p role="alert" class="alert">${explained(error)}</p>` : nothing}${found.next ? html`<p><button @click=${() => void more()}>${say("showMore")}</button></p>` : nothing}${page.me ? html`<p><a class="button" href="/new">${say("ownTable")}</a></p>` : nothing}`}
    <p><a href="/tournaments">${say("toTournaments")}</a> · <a href="/bots">${say("toBots")}</a></p>`);
  draw();
}
