// @ts-check
// A player's profile: since when, how many matches, how punctual, the ratings, and the last public tables.
import { call, Refused } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, locale, say } from "../frame/language.js";
import { asRead, emblem, explained } from "../frame/parts.js";
import { distribution, gameTitles, ratingRow } from "./ratings.js";
import { when } from "../frame/time.js";

/** @typedef {import("../types.js").Profile} Profile */

learn({
  nobodyHere: ["There is nobody here", "Hier ist niemand"],
  nobodyHereLead: ["This account does not exist, or was deleted.", "Dieses Konto gibt es nicht, oder es wurde gelöscht."],
  hiddenProfile: ["{name} shows nothing more.", "{name} zeigt nicht mehr."],
  guestProfile: ["Plays as a guest, without an account.", "Spielt als Gast, ohne Konto."],
  botProfile: ["A bot: somebody's program plays here.", "Ein Bot: Hier spielt ein Programm."],
  botOwner: ["Owner", "Besitzer"],
  ownHidden: ["This is all that others see of you.", "Mehr sehen die anderen nicht von dir."],
  ownShown: ["This is what others see of you.", "Das sehen die anderen von dir."],
  changeIt: ["Change that", "Das ändern"],
  memberSince: ["Since", "Dabei seit"],
  publicMatches: ["Public matches", "Öffentliche Partien"],
  punctual: ["In time", "Pünktlich"],
  punctualIs: ["{percent} % of the last {asked} answers", "{percent} % der letzten {asked} Antworten"],
  punctualNew: ["too new to say", "noch zu neu"],
  lastTables: ["Last public tables", "Letzte öffentliche Tische"],
  hasWon: ["won", "gewonnen"],
  hasLost: ["lost", "verloren"],
  playTogether: ["Play together", "Zusammen spielen"],
  block: ["Block", "Blockieren"],
  unblock: ["Unblock", "Nicht mehr blockieren"],
  blockMeansHere: [
    "People you block cannot sit down at your tables. You get no invitations from them and read nothing they say. They are not told.",
    "Wen du blockierst, der kann sich nicht an deine Tische setzen. Seine Einladungen erreichen dich nicht, und was er sagt, liest du nicht. Er erfährt davon nichts.",
  ],
});

/** @param {string} date */
const day = (date) => new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  const id = String(page.parts[0]);
  /** @type {Profile} */
  let profile;
  try {
    profile = await call("GET", `/v1/players/${id}`);
  } catch (error) {
    if (!(error instanceof Refused && error.status === 404)) throw error;
    page.show(html`<section class="sheet narrow"><h1>${say("nobodyHere")}</h1><p>${say("nobodyHereLead")}</p></section>`);
    return;
  }
  document.title = `${profile.name} · Siegelpost`;
  const own = page.me?.account === id;
  const other = page.me !== null && !own;
  /** How strong all players of these games are. @type {(import("../types.js").RatingDistribution | null)[]} */
  const bands = await Promise.all(profile.ratings.map((one) => call("GET", `/v1/ratings/${one.game}/distribution`).catch(() => null)));
  const [titles, owner, blocks] = await Promise.all([
    profile.ratings.length || profile.finished.length ? gameTitles() : {},
    profile.owner ? call("GET", `/v1/players/${profile.owner}`).then((one) => one.name) : "",
    other ? call("GET", "/v1/me/blocks") : { blocks: [] },
  ]);
  let blocked = blocks.blocks.some((/** @type {{ player: string }} */ one) => one.player === id);
  /** @type {unknown} */
  let error = null;
  const turn = async () => {
    error = null;
    try {
      await call(blocked ? "DELETE" : "PUT", `/v1/me/blocks/${id}`);
      blocked = !blocked;
    } catch (failed) {
      error = failed;
    }
    draw();
  };
  /** @param {string} rules */
  const called = (rules) => /** @type {Record<string, string>} */ (titles)[String(rules.split("@")[0])] ?? rules;
  const facts = () => html`<dl>
      <dt>${say("memberSince")}</dt><dd>${day(String(profile.since))}</dd>
      <dt>${say("publicMatches")}</dt><dd>${profile.played}</dd>
      ${profile.kind === "bot" ? html`<dt>${say("botOwner")}</dt><dd><a href=${`/player/${profile.owner}`}>${owner}</a></dd>` : nothing}
      ${profile.kind === "bot" && !profile.reliability ? nothing : html`<dt>${say("punctual")}</dt><dd>${profile.reliability ? say("punctualIs", { percent: profile.reliability.percent, asked: profile.reliability.asked }) : say("punctualNew")}</dd>`}
    </dl>`;
  const draw = () => page.show(html`<div class="narrow"><h1>${asRead(profile.name)}</h1>
    <section class="sheet">
      ${own ? html`<p>${say(profile.hidden ? "ownHidden" : "ownShown")} <a href="/account">${say("changeIt")}</a></p>` : nothing}
      ${profile.kind === "guest" ? html`<p>${say("guestProfile")}</p>` : profile.kind === "bot" ? html`<p>${say("botProfile")}</p>` : nothing}
      ${profile.since === null ? (profile.hidden && !own ? html`<p>${say("hiddenProfile", { name: profile.name })}</p>` : nothing) : facts()}
      ${other && !blocked && profile.kind === "person" ? html`<p><a class="button seal" href=${`/new?with=${id}`}>${say("playTogether")}</a></p>` : nothing}
    </section>
    ${profile.ratings.length ? html`<section class="sheet"><h2>${say("ratings")}</h2>${profile.ratings.map((one, place) => html`${ratingRow(one, called(one.game))}${bands[place] ? distribution(bands[place], one) : nothing}`)}</section>` : nothing}
    ${profile.finished.length
      ? html`<h2>${say("lastTables")}</h2><ul class="tiles">${profile.finished.map((one) => html`<li>${emblem(one)}<a href=${`/table/${one.match}`}><strong>${one.title}</strong>
          <span class="quiet">${one.title === called(one.rules) ? "" : `${called(one.rules)} · `}${when(one.closed_at)}</span><span>${say(one.won ? "hasWon" : "hasLost")}</span></a></li>`)}</ul>`
      : nothing}
    ${other && profile.kind !== "bot"
      ? html`<section class="sheet"><p class="hint">${say("blockMeansHere")}</p><button @click=${() => void turn()}>${say(blocked ? "unblock" : "block")}</button>
          ${error ? html`<p role="alert" class="alert">${explained(error)}</p>` : nothing}</section>`
      : nothing}</div>`);
  draw();
}
