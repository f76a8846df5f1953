// @ts-check
// Public tables: those that wait for players (which game, how fast, who sits there, how many are wanted), and those to watch.
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
  whichLanguage: ["In which language?", "In welcher Sprache?"],
  toWatch: ["Watch others play", "Bei anderen zusehen"],
  youSit: ["you sit here", "du sitzt hier"],
  wanted: ["one more is wanted", "einer fehlt noch"],
  wantedMany: ["{n} more are wanted", "{n} fehlen noch"],
  toTournaments: ["Tournaments", "Turniere"],
  toBots: ["Bots to challenge", "Bots zum Herausfordern"],
  toPuzzles: ["Puzzle of the day", "Rätsel des Tages"],
  ownTable: ["Open a table of your own", "Einen eigenen Tisch eröffnen"],
});

/** @typedef {import("../types.js").MatchSummary} MatchSummary */

const DAY = 86_400;

/** Whether a table asks for answers within less than a day. @param {MatchSummary} match */
const isQuick = ({ pace }) => pace.kind === "duration" && Number(pace.seconds) < DAY;

/**
 * A choice by which tables are shown, unless all of them are alike.
 * @param {string} question @param {[value: string, name: string][]} answers @param {string} any @param {(value: string) => void} choose
 */
const choice = (question, answers, any, choose) => answers.length < 2 ? nothing : html`<label class="narrow-choice">${say(question)}<select @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
  <option value="">${say(any)}</option>${answers.map(([value, name]) => html`<option value=${value}>${name}</option>`)}</select></label>`;

/** @template {string | number} T @param {T[]} all @returns {T[]} each once, in order */
const each = (all) => [...new Set(all)].sort((one, other) => typeof one === "number" ? one - Number(other) : one.localeCompare(String(other), lang()));

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  document.title = `${say("lobby")} · Siegelpost`;
  const list = (/** @type {string} */ status) => call("GET", `/v1/matches?status=${status}&limit=100`);
  /** @type {[import("../types.js").MatchPage, import("../types.js").MatchPage, import("../types.js").RulesList]} */
  const [found, watched, rules] = await Promise.all([list("open"), list("running"), call("GET", "/v1/rules")]);
  /** What tables are shown by: game, pace, places, a language spoken there; "" for all. @type {Record<"game" | "pace" | "size" | "language", string>} */
  const wish = { game: "", pace: "", size: "", language: "" };
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
    return [names.length ? listed(names) : "", free === 0 ? "" : free === 1 ? say("wanted") : say("wantedMany", { n: free })].filter(Boolean).join("; ");
  };
  /** @param {MatchSummary} match */
  const spoken = (match) => match.seats.flatMap((one) => one.language ?? []);
  /** @param {MatchSummary} one */
  const pace = (one) => isQuick(one) ? "quick" : "slow";
  /** @param {MatchSummary} one */
  const wanted = (one) => (!wish.game || called(one) === wish.game) && (!wish.pace || pace(one) === wish.pace) && (!wish.size || String(one.seats.length) === wish.size)
    && (!wish.language || spoken(one).includes(wish.language));
  const choices = () => {
    const choose = (/** @type {keyof typeof wish} */ name) => (/** @type {string} */ value) => { wish[name] = value; draw(); };
    const { matches } = found;
    const names = new Intl.DisplayNames(lang(), { type: "language" });
    return html`<div class="acts">${choice("whichTables", each(matches.map(called)).map((one) => [one, one]), "everyGame", choose("game"))}
      ${choice("whichPace", each(matches.map(pace)).map((one) => [one, String(say(one))]), "anyPace", choose("pace"))}
      ${choice("whichSize", each(matches.map((one) => one.seats.length)).map((one) => [String(one), String(one)]), "anySize", choose("size"))}
      ${choice("whichLanguage", each(matches.flatMap(spoken)).map((one) => [one, names.of(one) ?? one]), "anySize", choose("language"))}</div>`;
  };
  /** @param {typeof found} shown @param {string} status */
  const more = async (shown, status) => {
    try {
      /** @type {import("../types.js").MatchPage} */
      const further = await call("GET", `/v1/matches?status=${status}&limit=100&cursor=${encodeURIComponent(String(shown.next))}`);
      shown.matches.push(...further.matches);
      shown.next = further.next;
      error = null;
    } catch (failed) {
      error = failed;
    }
    draw();
  };
  /** @param {typeof found} shown @param {string} status @param {(match: string) => string} way */
  const tables = (shown, status, way) => html`<ul class="tiles" aria-live="polite">${shown.matches.filter((one) => status === "open" ? wanted(one) : one.seat === null).map((one) => html`<li>${emblem(one)}<a href=${way(one.match)}><strong>${title(one)}</strong>
      <span class="quiet">${about(one)}</span>
      <span>${one.seat === null ? "" : html`<b>${say("youSit")}</b> · `}${sitting(one)}</span></a></li>`)}</ul>
    ${shown.next ? html`<p><button @click=${() => void more(shown, status)}>${say("showMore")}</button></p>` : nothing}`;
  const draw = () => page.show(html`
    <h1>${say("lobby")}</h1>
    ${found.matches.length === 0
      ? html`<section class="sheet empty"><p>${say("noOpenTables")}</p>${page.me ? html`<p><a class="button seal" href="/new">${say("new")}</a></p>` : html`<p><a class="button seal" href="/">${say("signIn")}</a></p>`}</section>`
      : html`${choices()}${tables(found, "open", (match) => `/join/${match}`)}${page.me ? html`<p><a class="button" href="/new">${say("ownTable")}</a></p>` : nothing}`}
    ${error ? html`<p role="alert" class="alert">${explained(error)}</p>` : nothing}
    ${watched.matches.some((one) => one.seat === null) ? html`<section aria-labelledby="watch"><h2 id="watch">${say("toWatch")}</h2>${tables(watched, "running", (match) => `/table/${match}`)}</section>` : nothing}
    <p><a href="/tournaments">${say("toTournaments")}</a> · <a href="/bots">${say("toBots")}</a> · <a href="/puzzles">${say("toPuzzles")}</a></p>`);
  draw();
}
