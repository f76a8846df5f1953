// @ts-check
// Tables that wait for players.
import { call } from "./api.js";
import { html } from "./lit-html.js";
import { lang, learn, say } from "./language.js";
import { condition, nameAndReliability } from "./parts.js";
import { tempo } from "./time.js";

learn({
  signIn: ["Sign in", "Anmelden"],
  noOpenTables: ["No table waits for players.", "Kein Tisch wartet auf Mitspieler."],
});

/** @param {import("./types.js").Opened} page */
export async function open(page) {
  document.title = `${say("lobby")} · Siegelpost`;
  /** @type {[import("./types.js").MatchPage, import("./types.js").RulesList]} */
  const [found, rules] = await Promise.all([call("GET", "/v1/matches?limit=100"), call("GET", "/v1/rules")]);
  /** @param {import("./types.js").MatchSummary} match */
  const about = (match) => {
    const game = rules.rules.find((one) => one.id === match.rules);
    const preset = "preset" in match.options && game?.preset_titles[match.options.preset]?.[lang()];
    return [game?.titles[lang()], preset, tempo(match), condition(match)].filter(Boolean).join(" · ");
  };
  page.show(html`
    <h1>${say("lobby")}</h1>
    ${found.matches.length === 0
      ? html`<section class="sheet empty"><p>${say("noOpenTables")}</p>${page.me ? html`<p><a class="button seal" href="/new">${say("new")}</a></p>` : html`<p><a class="button seal" href="/">${say("signIn")}</a></p>`}</section>`
      : html`<ul class="rows">${found.matches.map((one) => html`<li><a href="/join/${one.match}"><strong>${one.title}</strong>
          <span class="quiet">${about(one)}</span>
          <span>${one.seats.map((seat) => nameAndReliability(one, seat.seat)).join(", ")}</span></a></li>`)}</ul>`}`);
}
