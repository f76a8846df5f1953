// @ts-check
// What can be played here: for each game a picture of its table, what it is about, and for how many.
import { call } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, learn, say } from "../frame/language.js";

learn({
  shelf: ["What is played here", "Was hier gespielt wird"],
  manyPlay: ["{count} players", "{count} Spieler"],
  manyFromTo: ["{first} to {last}", "{first} bis {last}"],
  howItGoes: ["How it is played", "So wird gespielt"],
  openOne: ["Open a table", "Einen Tisch eröffnen"],
});

/** @typedef {import("../types.js").RulesList["rules"][number]} Rules */

/** The games that can be begun; none, if they cannot be asked for now. */
export async function games() {
  /** @type {{ rules: Rules[] }} */
  const { rules } = await call("GET", "/v1/rules").catch(() => ({ rules: [] }));
  return rules.filter((one) => one.superseded_by === null);
}

/** @param {Rules[]} games */
export const shelf = (games) => games.length === 0 ? nothing : html`<section aria-labelledby="shelf"><h2 id="shelf">${say("shelf")}</h2>
  <ul class="cards shelf">${games.map(game)}</ul></section>`;

/** @param {Rules} game */
function game({ id, titles, about, seats }) {
  const name = id.split("@")[0];
  const title = titles[lang()];
  const [first = 2, last = first] = [seats.at(0), seats.at(-1)];
  const count = seats.length > 2 && last - first === seats.length - 1 ? say("manyFromTo", { first, last })
    : new Intl.ListFormat(lang(), { type: "disjunction" }).format(seats.map(String));
  return html`<li class="sheet">
    <img src="/rules/${name}/cover.${lang()}.svg" alt="" loading="lazy" decoding="async">
    <h3>${title}</h3>
    <p class="quiet">${say("manyPlay", { count })}</p>
    <p>${about[lang()]}</p>
    <p class="acts"><a class="button" href="/rules/${name}?language=${lang()}" aria-label="${say("howItGoes")}: ${title}">${say("howItGoes")}</a>
      <a class="button seal" href="/new?game=${name}" aria-label="${say("openOne")}: ${title}">${say("openOne")}</a></p>
  </li>`;
}
