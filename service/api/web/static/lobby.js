// @ts-check
// Tables that wait for players: which game, how fast, who sits there and how many are wanted.
import { call } from "./api.js";
import { html, nothing } from "./lit-html.js";
import { lang, learn, listed, say } from "./language.js";
import { condition, nameAndReliability } from "./invitations.js";
import { tempo } from "./time.js";

learn({
  noOpenTables: ["No table waits for players.", "Kein Tisch wartet auf Mitspieler."],
  everyGame: ["all games", "alle Spiele"],
  whichTables: ["Show tables of", "Tische zeigen von"],
  wanted: ["one more is wanted", "einer fehlt noch"],
  wantedMany: ["{n} more are wanted", "{n} fehlen noch"],
  ownTable: ["Open a table of your own", "Einen eigenen Tisch eröffnen"],
});

/** @typedef {import("./types.js").MatchSummary} MatchSummary */

/** @param {import("./types.js").Opened} page */
export async function open(page) {
  document.title = `${say("lobby")} · Siegelpost`;
  /** @type {[import("./types.js").MatchPage, import("./types.js").RulesList]} */
  const [found, rules] = await Promise.all([call("GET", "/v1/matches?limit=100"), call("GET", "/v1/rules")]);
  /** The game whose tables are shown, by its name; "" for all. */
  let shown = "";
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
    const names = match.seats.filter((one) => one.player).map((one) => nameAndReliability(match, one.seat));
    const free = match.seats.length - names.length;
    return [names.length ? listed(names) : "", free === 1 ? say("wanted") : say("wantedMany", { n: free })].filter(Boolean).join("; ");
  };
  const games = [...new Set(found.matches.map(called))].sort((one, other) => one.localeCompare(other, lang()));
  const choice = () => html`<label class="narrow-choice">${say("whichTables")}<select @change=${(/** @type {Event} */ event) => { shown = /** @type {HTMLSelectElement} */ (event.target).value; draw(); }}>
    <option value="">${say("everyGame")}</option>${games.map((one) => html`<option value=${one}>${one}</option>`)}</select></label>`;
  const draw = () => page.show(html`
    <h1>${say("lobby")}</h1>
    ${found.matches.length === 0
      ? html`<section class="sheet empty"><p>${say("noOpenTables")}</p>${page.me ? html`<p><a class="button seal" href="/new">${say("new")}</a></p>` : html`<p><a class="button seal" href="/">${say("signIn")}</a></p>`}</section>`
      : html`${games.length > 1 ? choice() : nothing}<ul class="rows" aria-live="polite">${found.matches.filter((one) => !shown || called(one) === shown).map((one) => html`<li><a href="/join/${one.match}"><strong>${title(one)}</strong>
          <span class="quiet">${about(one)}</span>
          <span>${sitting(one)}</span></a></li>`)}</ul>${page.me ? html`<p><a class="button" href="/new">${say("ownTable")}</a></p>` : nothing}`}`);
  draw();
}
