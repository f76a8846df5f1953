// @ts-check
// Bots of other people that can be challenged: what they play, how they have played, and the way to a table with one.
import { call } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { gameTitles } from "./ratings.js";

learn({
  publicBots: ["Bots to challenge", "Bots zum Herausfordern"],
  publicBotsLead: [
    "Programs that players have written. Whoever challenges one plays at once: it takes its seat when the table is opened.",
    "Programme, die Spieler geschrieben haben. Wer eins herausfordert, spielt sofort: Es setzt sich, sobald der Tisch eröffnet ist.",
  ],
  ownBot: ["Write one of your own", "Selbst eins schreiben"],
  noBots: ["No bot can be challenged at present.", "Zurzeit lässt sich kein Bot herausfordern."],
  whichBots: ["Show bots for", "Bots zeigen für"],
  anyGame: ["all games", "alle Spiele"],
  challenge: ["Challenge {name}", "{name} herausfordern"],
  botBusy: ["It plays enough matches at present.", "Er spielt gerade genug Partien."],
  botPlayed: ["Matches played: {n}", "Gespielte Partien: {n}"],
  botWon: ["Wins against people: {won} of {n}", "Siege gegen Menschen: {won} von {n}"],
  ownBots: ["Your bots", "Deine Bots"],
  listBot: ["Everybody may find and challenge {name} here", "Alle dürfen {name} hier finden und herausfordern"],
  botShown: ["Shown here for as long as its program comes by at least once a week.", "Steht hier, solange sein Programm wenigstens einmal in der Woche vorbeischaut."],
  botPunctual: ["In time: {percent} % of the last {asked} answers", "Pünktlich: {percent} % der letzten {asked} Antworten"],
});

/** @typedef {import("../types.js").Opponent} Opponent */
/** @typedef {import("../types.js").OpponentPage} OpponentPage */
/** @typedef {import("../types.js").Bot} Bot */

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  document.title = `${say("publicBots")} · Siegelpost`;
  const titles = /** @type {Record<string, string>} */ (await gameTitles());
  /** The game whose bots are shown, by its name; "" for all. */
  let game = "";
  /** @type {OpponentPage} */
  let found = { bots: [], next: null };
  /** @type {unknown} */
  let error = null;
  /** Load the first page, or the one after those shown. @param {boolean} more */
  const load = async (more) => {
    const [wanted, query] = [game, new URLSearchParams({ limit: "100" })];
    if (game) query.set("game", game);
    if (more) query.set("cursor", String(found.next));
    try {
      /** @type {OpponentPage} */
      const next = await call("GET", `/v1/bots?${query}`);
      if (wanted !== game) return;
      found = more ? { bots: [...found.bots, ...next.bots], next: next.next } : next;
      error = null;
    } catch (failed) {
      error = failed;
    }
    draw();
  };
  /** @param {Event} event */
  const choose = (event) => {
    game = /** @type {HTMLSelectElement} */ (event.target).value;
    void load(false);
  };
  /** The reader's own, of whom they decide whether others find them. @type {Bot[]} */
  const own = page.me?.mail ? (await call("GET", "/v1/me/bots").catch(() => ({ bots: [] }))).bots : []; // none by a letter's link
  /** @param {Bot} bot @param {Event} event */
  const list = async (bot, event) => {
    const { open: challenged, most_matches } = bot;
    const box = /** @type {HTMLInputElement} */ (event.target), wanted = box.checked;
    try {
      Object.assign(bot, await call("PUT", `/v1/me/bots/${bot.account}`, { body: { open: challenged || wanted, games: playable(bot), most_matches, listed: wanted } }));
      await load(false);
    } catch (failed) {
      box.checked = !wanted;
      error = failed;
      draw();
    }
  };
  /** A game may be installed no longer. @param {{ games: string[] }} bot */
  const playable = (bot) => bot.games.filter((one) => one in titles);
  /** @param {Opponent} bot */
  const row = (bot) => html`<li class="sheet"><h2><a href=${`/player/${bot.account}`}>${bot.name}</a></h2>
    <p>${playable(bot).map((one) => titles[one]).join(" · ")}</p>
    <p class="hint">${say("botPlayed", { n: bot.record.played })}<br>${say("botWon", { won: bot.record.won, n: bot.record.against_people })}${bot.reliability ? html`<br>${say("botPunctual", { percent: bot.reliability.percent, asked: bot.reliability.asked })}` : nothing}</p>
    ${bot.free
      ? html`<p><a class="button seal" href=${`/new?game=${game || playable(bot)[0]}&program=${bot.account}`}>${say("challenge", { name: bot.name })}</a></p>`
      : html`<p>${say("botBusy")}</p>`}</li>`;
  /** @param {Bot} bot */
  const switched = (bot) => html`<li><label class="switch"><input type="checkbox" .checked=${bot.listed && bot.open} @change=${(/** @type {Event} */ event) => void list(bot, event)}>${say("listBot", { name: bot.name })}</label></li>`;
  const draw = () => {
    const shown = found.bots.filter((bot) => playable(bot).length);
    page.show(html`<div class="narrow"><h1>${say("publicBots")}</h1><p>${say("publicBotsLead")} <a href="/docs#your-bot-in-15-minutes">${say("ownBot")}</a></p>
      <label class="narrow-choice">${say("whichBots")}<select @change=${choose}><option value="">${say("anyGame")}</option>${Object.entries(titles).map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select></label>
      <div aria-live="polite">${shown.length ? html`<ul class="cards">${shown.map(row)}</ul>` : html`<section class="sheet empty"><p>${say("noBots")}</p></section>`}</div>
      ${own.length ? html`<section class="sheet"><h2>${say("ownBots")}</h2><ul class="ways-on">${own.map(switched)}</ul><p class="hint">${say("botShown")}</p></section>` : nothing}
      ${error ? html`<p role="alert" class="alert">${explained(error)}</p>` : nothing}${found.next ? html`<p><button @click=${() => void load(true)}>${say("showMore")}</button></p>` : nothing}</div>`);
  };
  await load(false);
}
