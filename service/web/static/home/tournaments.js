// @ts-check
// All tournaments, those that can be entered first; and the form that announces one.
import { call, Refused } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, learn, say } from "../frame/language.js";
import { emblem, explained } from "../frame/parts.js";
import { when } from "../frame/time.js";

learn({
  tournaments: ["Tournaments", "Turniere"],
  noTournaments: ["There are no tournaments yet.", "Noch gibt es keine Turniere."],
  group_open: ["Open to enter", "Zum Mitmachen"],
  group_running: ["Running", "Laufend"],
  group_over: ["Over", "Vorbei"],
  placesTaken: ["{n} of {most} places taken, entries close {when}", "{n} von {most} Plätzen vergeben, Meldeschluss {when}"],
  drawnSoon: ["Entries have closed, the draw follows", "Meldeschluss war, gleich wird ausgelost"],
  stage_running: ["Running, {n} players", "Läuft, {n} Spieler"],
  stage_over: ["Over, {n} players", "Vorbei, {n} Spieler"],
  teams_running: ["Running, {n} teams", "Läuft, {n} Teams"],
  teams_over: ["Over, {n} teams", "Vorbei, {n} Teams"],
  wasCancelled: ["Cancelled: too few entered", "Abgesagt: zu wenige Meldungen"],
  isRated: ["rated", "gewertet"],
  announceOne: ["Announce a tournament", "Ein Turnier ausschreiben"],
  announceLead: [
    "Anybody with an account can enter. Nothing can be changed afterwards, and you do not enter by announcing it.",
    "Mitmachen kann jeder, der ein Konto hat. Ändern lässt sich danach nichts mehr, und du selbst bist damit noch nicht gemeldet.",
  ],
  itsGame: ["Game", "Spiel"],
  itsFormat: ["Format", "Modus"],
  format_league: ["League: everybody meets everybody, all at once", "Liga: alle gegen alle, gleichzeitig"],
  format_swiss: ["Swiss: rounds against players with as many points", "Schweizer System: Runden gegen Spieler mit gleich vielen Punkten"],
  format_knockout: ["Knock-out: who loses is out", "K.-o.: Wer verliert, ist raus"],
  format_seasons: ["Seasons: divisions, the best go up, the last go down", "Liga in Saisons: mehrere Divisionen mit Auf- und Abstieg"],
  format_ladder: ["Ladder: challenge whoever stands above you, and take that place", "Rangliste: Wer jemanden weiter oben herausfordert und gewinnt, bekommt den Platz"],
  format_teams: ["Teams: a league of teams, boards side by side", "Teams: eine Liga von Teams, Brett neben Brett"],
  itsBoards: ["Boards of each team", "Bretter je Team"],
  itsMostTeams: ["Teams at most", "Höchstens so viele Teams"],
  itsLadderDays: ["Days that the ladder goes on", "Wie viele Tage die Rangliste läuft"],
  itsReach: ["How many places up one may challenge", "Wie viele Plätze höher man herausfordern darf"],
  itsAtOnce: ["Open challenges of a player at a time", "Offene Herausforderungen je Spieler"],
  itsAnswerDays: ["Days to answer a challenge", "Tage, um eine Herausforderung zu beantworten"],
  itsAgainDays: ["Days until the same two can meet again", "Tage, bis dieselben zwei sich wieder herausfordern können"],
  itsRounds: ["Rounds", "Runden"],
  itsSeasons: ["Seasons", "Saisons"],
  itsSeasonDays: ["Days that a season takes at most", "Wie viele Tage eine Saison höchstens dauert"],
  itsDivisions: ["Players in a division", "Spieler je Division"],
  itsMoving: ["How many go up and down", "Wie viele auf- und absteigen"],
  itsRoundDays: ["Days that a round takes at most", "Wie viele Tage eine Runde höchstens dauert"],
  itsMost: ["Players at most", "Höchstens so viele Spieler"],
  itsName: ["Name of the tournament", "Name des Turniers"],
  itsClose: ["Entries close", "Meldeschluss"],
  least_rating: ["Rating of entrants, at least (optional)", "Wertung mindestens (freiwillig)"],
  most_rating: ["Rating of entrants, at most (optional)", "Wertung höchstens (freiwillig)"],
  itsRated: ["Results count for ratings", "Ergebnisse zählen für die Wertung"],
  announce: ["Announce it", "Ausschreiben"],
  announceInvalid: [
    "This will not do. A name has no link and mixes no alphabets; entries stay open for a minute at least, and for 60 days at most. All seasons together have at most 1,300 matches.",
    "So geht es nicht. Ein Name enthält keine Adresse und mischt keine Alphabete; gemeldet wird mindestens eine Minute und höchstens 60 Tage lang. Alle Saisons zusammen haben höchstens 1300 Partien.",
  ],
});

/** @typedef {import("../types.js").TournamentSummary} TournamentSummary */

const BOUNDS = ["least_rating", "most_rating"];
/** The fields of numbers, of which the form has those of its format. */
const NUMBERS = [...BOUNDS, "rounds", "division_size", "moving", "reach", "at_once", "boards", "most"];
/** The terms in seconds, which the form asks for in days. */
const DAYS = ["round_seconds", "answer_seconds", "again_seconds"];
/** The terms of a ladder: field, words, greatest and usual value. @type {[string, string, number, number][]} */
const LADDER = [["reach", "itsReach", 10, 3], ["at_once", "itsAtOnce", 3, 1], ["answer_seconds", "itsAnswerDays", 30, 7], ["again_seconds", "itsAgainDays", 60, 14]];
const WEEK = 7 * 86_400_000;

/** The groups in which they are shown, and what stands in each. @type {[string, TournamentSummary["status"][]][]} */
const GROUPS = [["open", ["open"]], ["running", ["running"]], ["over", ["over", "cancelled"]]];

/** How it stands with a tournament, in words. @param {TournamentSummary} one */
export function stage(one) {
  if (one.status === "cancelled") return say("wasCancelled");
  if (one.status !== "open") return say(`${one.format === "teams" ? "teams" : "stage"}_${one.status}`, { n: one.entrants });
  return hasClosed(one) ? say("drawnSoon") : say("placesTaken", { n: one.entrants, most: one.most, when: when(one.closes_at) });
}

/** Whether nobody can enter any more. @param {TournamentSummary} one */
export const hasClosed = (one) => one.status !== "open" || Date.parse(one.closes_at) <= Date.now();

/** A moment as the field of a form has it, in the browser's own zone. @param {number} at */
const local = (at) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  document.title = `${say("tournaments")} · Siegelpost`;
  /** @type {[import("../types.js").TournamentPage, import("../types.js").RulesList]} */
  const [found, { rules }] = await Promise.all([call("GET", "/v1/tournaments?limit=100"), call("GET", "/v1/rules")]);
  const games = rules.filter((one) => one.superseded_by === null && one.seats.some((seats) => seats <= 6));
  let key = crypto.randomUUID();
  let [chosen, way] = [games[0], "league"];
  let busy = false;
  let error = "";
  /** @param {string} id */
  const called = (id) => String(rules.find((one) => one.id === id)?.titles[lang()] ?? id);
  const more = async () => {
    try {
      /** @type {import("../types.js").TournamentPage} */
      const further = await call("GET", `/v1/tournaments?limit=100&cursor=${encodeURIComponent(String(found.next))}`);
      found.tournaments.push(...further.tournaments);
      found.next = further.next;
      error = "";
    } catch (failed) {
      error = explained(failed);
    }
    draw();
  };
  /** What the form asks depends on the game, and on the format. @param {Event} event */
  const choose = (event) => {
    const { name, value } = /** @type {HTMLSelectElement} */ (event.target);
    if (name === "game") chosen = games.find((one) => one.id === value);
    else way = value;
    if (!chosen?.seats.includes(2)) way = "league";
    draw();
  };
  const announce = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const game = games.find((one) => one.id === data.get("game"));
    const format = String(data.get("format") ?? "league");
    [busy, error] = [true, ""];
    draw();
    try {
      const wish = {
        name: data.get("name"), rules: game?.id, seats: Math.min(...(game?.seats ?? [2])), rated: data.has("rated"), format,
        ...Object.fromEntries(DAYS.filter((one) => data.get(one)).map((one) => [one, Number(data.get(one)) * 86_400])),
        ...Object.fromEntries(NUMBERS.filter((one) => data.get(one)).map((one) => [one, Number(data.get(one))])),
        closes_at: new Date(String(data.get("closes"))).toISOString(),
      };
      /** @type {import("../types.js").Tournament} */
      const made = await call("POST", "/v1/tournaments", { body: wish, headers: { "Idempotency-Key": key } });
      location.assign(`/tournament/${made.id}`);
    } catch (failed) {
      busy = false;
      if (failed instanceof Refused) key = crypto.randomUUID(); // what is corrected is another request
      error = failed instanceof Refused && failed.code === "invalid" ? say("announceInvalid") : explained(failed);
      draw();
    }
  };
  const row = (/** @type {TournamentSummary} */ one) => html`<li>${emblem(one)}<a href=${`/tournament/${one.id}`}><strong>${one.name}</strong>
    <span class="quiet">${called(one.rules)}${one.rated ? ` · ${say("isRated")}` : ""}</span><span>${stage(one)}</span></a></li>`;
  const group = (/** @type {string} */ name, /** @type {TournamentSummary["status"][]} */ stages) => {
    const these = found.tournaments.filter((one) => stages.includes(one.status));
    if (name === "open") these.sort((one, other) => Date.parse(one.closes_at) - Date.parse(other.closes_at));
    return these.length ? html`<h2>${say(`group_${name}`)}</h2><ul class="tiles">${these.map(row)}</ul>` : nothing;
  };
  const form = () => html`<details class="sheet narrow"><summary>${say("announceOne")}</summary><form class="stack" @submit=${announce}>
    <p class="hint">${say("announceLead")}</p>
    <label>${say("itsGame")}<select name="game" @change=${choose}>${games.map((one) => html`<option value=${one.id}>${one.titles[lang()]}</option>`)}</select></label>
    <label>${say("itsName")}<input name="name" required maxlength="60" autocomplete="off"></label>
    ${chosen?.seats.includes(2) ? html`<label>${say("itsFormat")}<select name="format" @change=${choose}>${["league", "swiss", "knockout", "seasons", "ladder", "teams"].map((one) => html`<option value=${one} ?selected=${one === way}>${say(`format_${one}`)}</option>`)}</select></label>
      ${way === "swiss" ? html`<label>${say("itsRounds")}<input type="number" name="rounds" min="1" max="11" value="5" required></label>` : nothing}
      ${way === "seasons" ? html`<label>${say("itsSeasons")}<input type="number" name="rounds" min="1" max="11" value="6" required></label>
        <label>${say("itsDivisions")}<input type="number" name="division_size" min="3" max="8" value="6" required></label>
        <label>${say("itsMoving")}<input type="number" name="moving" min="1" max="4" value="1" required></label>` : nothing}
      ${way === "ladder" ? LADDER.map(([name, words, most, value]) => html`<label>${say(words)}<input type="number" name=${name} min="1" max=${most} value=${value} required></label>`) : nothing}
      ${way === "teams" ? html`<label>${say("itsBoards")}<input type="number" name="boards" min="2" max="8" value="4" required></label>` : nothing}
      ${way === "league" ? nothing : html`<label>${say({ seasons: "itsSeasonDays", ladder: "itsLadderDays" }[way] ?? "itsRoundDays")}<input type="number" name="round_seconds" min="1" max="180" value=${way === "ladder" ? 90 : 30} required></label>`}` : nothing}
    <label>${say(way === "teams" ? "itsMostTeams" : "itsMost")}<input type="number" name="most" min=${Math.min(...(chosen?.seats ?? [2]))} max=${{ league: 16, teams: 12 }[way] ?? 64} value=${{ seasons: 32, ladder: 32, teams: 8 }[way] ?? 16} required></label>
    <label>${say("itsClose")}<input type="datetime-local" name="closes" required value=${local(Date.now() + WEEK)}></label>
    ${BOUNDS.map((one) => html`<label>${say(one)}<input type="number" name=${one} min="0" max="9999"></label>`)}
    <label class="choice"><input type="checkbox" name="rated"><span>${say("itsRated")}</span></label>
    <button class="seal" ?disabled=${busy}>${say("announce")}</button></form></details>`;
  const draw = () => page.show(html`<h1>${say("tournaments")}</h1>
    ${found.tournaments.length ? GROUPS.map(([name, stages]) => group(name, stages)) : html`<section class="sheet empty"><p>${say("noTournaments")}</p></section>`}
    ${found.next ? html`<p><button @click=${() => void more()}>${say("showMore")}</button></p>` : nothing}
    ${error ? html`<p role="alert" class="alert">${error}</p>` : nothing}${page.me?.verified ? form() : nothing}`);
  draw();
}
