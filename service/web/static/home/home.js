// @ts-check
// Home: what waits for me first, then what others are thinking about, tables that still fill, and what is over.
import { Away, call } from "../frame/api.js";
import { goOnAt, wentOnAt } from "../frame/keep.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, learn, listed, say } from "../frame/language.js";
import { deadline, emblem, explained, nameOf, others, place } from "../frame/parts.js";
import { result } from "./results.js";
import { games as playable, shelf } from "./shelf.js";
import { when } from "../frame/time.js";
import "./terms.js";

learn({
  myTournaments: ["My tournaments", "Meine Turniere"],
  nothingWaits: ["Nothing waits for you.", "Nichts wartet auf dich."],
  nothingWaitsLead: ["An email tells you when it is your turn.", "Eine Mail sagt dir, wenn du dran bist."],
  othersTurn: ["Others are thinking", "Andere überlegen"],
  finished: ["Finished", "Beendet"],
  reliability: [
    "Answered in time: {percent} % ({answered} of the last {asked} answers that others waited for).",
    "Rechtzeitig geantwortet: {percent} % ({answered} der letzten {asked} Antworten, auf die andere gewartet haben).",
  ],
  statistics: [
    "Your last matches: {played} played, {won} won, {drawn} drawn; {ended} played to the end.",
    "Deine letzten Partien: {played} gespielt, {won} gewonnen, {drawn} unentschieden; {ended} bis zum Ende gespielt.",
  ],
  waitsFor: ["waits for {names}", "wartet auf {names}"],
  isHeldBack: ["an answer counts soon", "eine Antwort gilt bald"],
  pausesUntil: ["pauses, until {moment} at the latest", "macht Pause, spätestens bis {moment}"],
  isBeingResolved: ["being resolved", "wird ausgewertet"],
  noTables: ["You're not in any games yet.", "Du sitzt noch an keinem Tisch."],
  whichGames: ["What games are there, and how do you play them?", "Welche Spiele gibt es hier, und wie gehen sie?"],
  awayTitle: ["Somebody stays away", "Jemand bleibt weg"],
  handTitle: ["Handed over, if you agree", "Abzugeben, wenn du zustimmst"],
  handAsked: ["{name} wants to hand the seat over", "{name} möchte den Platz abgeben"],
  awayTitleYou: ["You are missed", "Du fehlst"],
  awayYou: ["You are missed here. Say that you are still playing", "Du wirst hier vermisst: Sag, dass du noch mitspielst"],
  awayOther: ["{name} stays away: what shall happen?", "{name} bleibt weg: Was soll geschehen?"],
  createFirst: ["Open a table against a bot, with friends, or for anybody.", "Eröffne einen Tisch gegen einen Bot, mit Freunden oder für alle."],
  answer: ["Answer", "Antworten"],
  offered: ["Offered to you", "Dir angeboten"],
  mayAnswer: ["You may answer; nobody waits for it.", "Du darfst antworten; niemand wartet darauf."],
  begun: ["opened {moment}", "eröffnet {moment}"],
  cannotShow: ["Cannot be shown at the moment", "Lässt sich gerade nicht zeigen"],
  cannotShowLead: [
    "Its stored record cannot be read. The operator has been told and will repair it; nobody loses time.",
    "Diese Partie lässt sich gerade nicht lesen. Der Betreiber weiß davon und repariert sie; niemand verliert dadurch Zeit.",
  ],
  someTable: ["Table {id}", "Tisch {id}"],
});

/** @typedef {import("../types.js").MatchSummary} MatchSummary */
/** @typedef {import("../types.js").Waiting} Waiting */

const URGENT = 9; // tables that wait for me and stand there large
const LATEST = 6; // finished matches that stand unfolded
const BRIEF = 100; // letters of what a question is about

/** How many finished matches are wanted at least: they come page by page, what is under way always. */
let past = 1;

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  if (page.me === null) return (await import("./front.js")).open(page);
  const going = wentOnAt();
  if (going) {
    goOnAt(null);
    location.replace(going);
    return;
  }
  document.title = `${say("home")} · Siegelpost`;
  await refresh(page);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const look = () => {
    clearTimeout(soon);
    if (document.visibilityState !== "visible") return;
    void refresh(page).catch((failed) => {
      if (!(failed instanceof Away)) return;
      // What stands here may be out of date by now.
      unreached = true;
      redraw();
      soon = setTimeout(look, SOON);
    });
  };
  // Slow games: looking again when the reader comes back, and once a minute, is soon enough here.
  for (const happened of ["online", "offline"]) window.addEventListener(happened, look);
  document.addEventListener("visibilitychange", look);
  setInterval(look, 60_000);
}

const SOON = 5_000; // milliseconds until we look again for a server that was away
let unreached = false;
let redraw = () => {};

/** @param {import("../types.js").Opened} page */
async function refresh(page) {
  /** @type {[import("../types.js").WaitingList, import("../types.js").MatchPage]} */
  const [waiting, mine] = await Promise.all([call("GET", `/v1/me/waiting?include=words&language=${lang()}`), call("GET", "/v1/me/matches?limit=100")]);
  await readOnWaiting(waiting);
  if (mine.next) await readOn(mine);
  await nameGames(mine.matches);
  const lost = [...new Set([...waiting.unavailable, ...mine.unavailable])].sort();
  // A guest has come to play: what there is to play stands below what was.
  if (mine.matches.length === 0 || page.me?.mail === "") offered = await playable();
  // Of several questions at one table the most urgent is the first.
  const asked = new Map(waiting.waiting.toReversed().map((one) => [one.match, one]));
  const offers = waiting.offers.filter((one) => !asked.has(one.match));
  /** @type {unknown} */
  let error = null;
  /** @param {MatchSummary} match */
  const again = async (match) => {
    try {
      const { playAgain } = await import("./rematch.js");
      await playAgain(match);
    } catch (failed) {
      error = failed;
      draw();
    }
  };
  const more = mine.next ? () => { past = ended(mine) + 1; void refresh(page).catch((failed) => { error = failed; draw(); }); } : null;
  const draw = () => page.show(tables(page.me, mine.matches, lost, asked, offers, waiting.absences, waiting.handings ?? [], again, error, more));
  redraw = draw;
  unreached = false;
  draw();
}

/** @param {import("../types.js").MatchPage} mine */
const ended = (mine) => mine.matches.filter((one) => one.status === "closed").length;

/** Add the pages that follow, for whoever is asked more than one page holds. @param {import("../types.js").WaitingList} first */
async function readOnWaiting(first) {
  for (let { next } = first; next; ) {
    /** @type {import("../types.js").WaitingList} */
    const page = await call("GET", `/v1/me/waiting?include=words&language=${lang()}&after=${next}`);
    first.waiting.push(...page.waiting);
    first.offers.push(...page.offers);
    next = page.next;
  }
}

/** Add what is under way and the pages that are wanted, for whoever has more matches than one page holds. @param {import("../types.js").MatchPage} mine */
async function readOn(mine) {
  /** @param {string} query @param {string | null} cursor */
  const add = async (query, cursor) => {
    /** @type {import("../types.js").MatchPage} */
    const found = await call("GET", `/v1/me/matches?limit=100${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    mine.matches.push(...found.matches.filter((one) => !mine.matches.some((known) => known.match === one.match)));
    mine.unavailable.push(...found.unavailable);
    return found.next;
  };
  // What is left to show are finished matches alone: others come whole below.
  mine.next = null;
  do mine.next = await add("&status=closed", mine.next); while (mine.next && ended(mine) < past);
  for (const status of ["running", "lobby"]) {
    /** @type {string | null} */
    let next = null;
    do next = await add(`&status=${status}`, next); while (next);
  }
}

/** What may be begun, for who sits at no table yet. @type {import("../types.js").RulesList["rules"]} */
let offered = [];

/**
 * @param {import("../types.js").Me | null} me
 * @param {MatchSummary[]} matches
 * @param {string[]} lost tables that cannot be read
 * @param {Map<string, Waiting>} asked
 * @param {Waiting[]} offers what others have put to me, at tables that ask me nothing else
 * @param {import("../types.js").WaitingList["absences"]} absences @param {import("../types.js").WaitingList["handings"]} handings
 * @param {(match: MatchSummary) => void} again
 * @param {unknown} error
 * @param {(() => void) | null} more what shows further finished matches, if there are any
 */
function tables(me, matches, lost, asked, offers, absences, handings, again, error, more) {
  const titles = matches.map((one) => one.title);
  twins = new Set(titles.filter((one, place) => titles.indexOf(one) !== place));
  const mine = matches.filter((one) => asked.has(one.match));
  mine.sort((one, other) => soonest(asked.get(one.match)?.deadline_at, asked.get(other.match)?.deadline_at));
  const running = matches.filter((one) => one.status === "running" && !asked.has(one.match) && !offers.some((offer) => offer.match === one.match));
  running.sort((one, other) => soonest(one.awaited_until_at, other.awaited_until_at));
  const filling = matches.filter((one) => one.status === "lobby");
  const over = matches.filter((one) => one.status === "closed");
  const cups = new Map(matches.flatMap((one) => (one.tournament && one.status !== "closed" ? [[one.tournament, one.title]] : [])));
  /** @param {MatchSummary} one */
  const finished = (one) => tile(one, result(one), one.outcome ? html`<button class="small" aria-label="${say("rematch")}: ${one.title}" @click=${() => again(one)}>${say("rematch")}</button>` : nothing);
  const further = more ? html`<p><button @click=${more}>${say("showMore")}</button></p>` : nothing;
  return html`
    <h1>${say("home")}</h1>
    ${unreached ? html`<p role="status" class="notice">${say("reconnecting")}</p>` : nothing}
    ${error ? html`<p role="alert" class="alert">${explained(error)}</p>` : nothing}
    ${group("lost", say("cannotShow"), lost.map((id) => html`<li><a href="/table/${id}"><strong>${say("someTable", { id: id.slice(0, 8) })}</strong><span>${say("cannotShowLead")}</span></a></li>`))}
    ${matches.length === 0 && lost.length === 0
      ? html`<section class="sheet empty"><p>${say("noTables")} ${say("createFirst")}</p>
          <p><a class="button seal" href="/new">${say("new")}</a> <a class="button" href="/lobby">${say("lobby")}</a></p>
          <p><a href=${RULES()}>${say("whichGames")}</a></p></section>${shelf(offered)}`
      : html`${group("missed", say("awayTitleYou"), absences.filter(isMine).map((one) => missed(one, matches)))}${group("away", say("awayTitle"), absences.filter((one) => !isMine(one)).map((one) => missed(one, matches)))}${group("handings", say("handTitle"), handings.map((one) => handedOver(one, matches)))}<section aria-labelledby="turn"><h2 id="turn">${say("yourTurn")}</h2>
          ${mine.length ? html`<ul class="cards">${mine.slice(0, URGENT).map((one) => waits(one, asked.get(one.match)))}</ul>${mine.length > URGENT ? html`<ul class="tiles">${mine.slice(URGENT).map((one) => waitsToo(one, asked.get(one.match)))}</ul>` : nothing}` : html`<p class="quiet">${say("nothingWaits")} ${me?.mail ? say("nothingWaitsLead") : ""}</p>`}
        </section>`}
    ${tiled("offers", say("offered"), offers.map((one) => proposed(one, matches)))}
    ${tiled("others", say("othersTurn"), running.map((one) => tile(one, html`${goesOn(one)} ${until(one)}`)))}
    ${tiled("filling", say("inLobby"), filling.map((one) => tile(one, say("seatsTaken", { taken: one.seats.filter((seat) => seat.player).length, all: one.seats.length }))))}
    ${group("cups", say("myTournaments"), [...cups].map(([id, name]) => html`<li><a href="/tournament/${id}"><strong>${name}</strong></a></li>`))}
    ${reliability(me)}${statistics(over)}
    ${tiled("over", say("finished"), over.slice(0, LATEST).map(finished))}
    ${over.length > LATEST ? html`<details><summary>${say("earlier")}</summary><ul class="tiles">${over.slice(LATEST).map(finished)}</ul>${further}</details>` : further}
    ${matches.length > 0 ? shelf(offered) : nothing}`;
}

/** What ends sooner comes first, what has no end last. @param {string | null | undefined} one @param {string | null | undefined} other */
const soonest = (one, other) => (one ?? "~") < (other ?? "~") ? -1 : Number((one ?? "~") > (other ?? "~"));

/** Whether it is me who is missed. @param {import("../types.js").WaitingList["absences"][number]} one */
const isMine = (one) => one.missed.seat === one.seat;

/** How often I answer in time, as others see it. @param {import("../types.js").Me | null} me */
const reliability = (me) => me?.reliability && me.reliability.percent !== null
  ? html`<p class="statistics">${say("reliability", { percent: me.reliability.percent, answered: me.reliability.answered, asked: me.reliability.asked })}</p>`
  : nothing;

/** Played, won, given up: of the finished matches that are shown. @param {MatchSummary[]} over */
function statistics(over) {
  const counted = over.filter((one) => one.outcome !== null && one.seat !== null && one.seats.length > 1);
  if (counted.length < 2) return nothing;
  /** @param {MatchSummary} match */
  const winners = (match) => /** @type {{ winners: number[] }} */ (/** @type {unknown} */ (match.outcome)).winners;
  const won = counted.filter((one) => winners(one).includes(Number(one.seat)) && winners(one).length < one.seats.length).length;
  const drawn = counted.filter((one) => winners(one).length === one.seats.length).length;
  const ended = counted.filter((one) => one.over === "finished").length;
  return html`<p class="statistics">${say("statistics", { played: counted.length, won, drawn, ended })}</p>`;
}

/** The games, by the id of their rules. @type {Map<string, import("../types.js").RulesList["rules"][number]>} */
let games = new Map();

/** Learn what the games are called. Tables without a title of their own are called by their game. @param {MatchSummary[]} matches */
async function nameGames(matches) {
  if (matches.length === 0) return;
  /** @type {import("../types.js").RulesList} */
  const { rules } = await call("GET", "/v1/rules");
  games = new Map(rules.map((known) => [known.id, known]));
  for (const one of matches) {
    const game = games.get(one.rules);
    if (game && game.title === one.title) one.title = String(game.titles[lang()]);
  }
}

/** The game, where the table's title is another, and which of its variants. @param {MatchSummary} match */
function played(match) {
  const game = games.get(match.rules);
  const title = game?.titles[lang()];
  const preset = "preset" in match.options && game && game.presets.length > 1 ? game.preset_titles[match.options.preset]?.[lang()] : "";
  return [title === match.title ? "" : title, preset].filter(Boolean).join(" · ");
}

/** What a table that asks me nothing is about. @param {MatchSummary} match */
function goesOn(match) {
  if (match.paused_until_at) return say("pausesUntil", { moment: when(match.paused_until_at) });
  if (match.waiting_for.length) return say("waitsFor", { names: listed(match.waiting_for.map((seat) => nameOf(match, seat))) });
  return say(match.hold_seconds ? "isHeldBack" : "isBeingResolved");
}

/** Tables of one title are told apart by when they were opened. @param {MatchSummary} match */
const begun = (match) => (twins.has(match.title) ? say("begun", { moment: when(match.created_at) }) : "");
/** Titles that several of the tables shown have. @type {Set<string>} */
let twins = new Set();

/** @param {MatchSummary} match @param {Waiting | undefined} asked */
function waits(match, asked) {
  if (!asked) return nothing;
  return html`<li><a class="card asked" href="/table/${match.match}">
    ${emblem(match)}<strong>${match.title}</strong>
    <span class="quiet">${[played(match), place(asked.decision.id), others(match), begun(match)].filter(Boolean).join(" · ")}</span>
    ${asked.words ? html`<span class="wanted">${asked.words.question}</span>` : nothing}
    ${asked.words?.about && asked.words.about.length <= BRIEF ? html`<span>${asked.words.about}</span>` : nothing}
    ${deadline(asked.deadline_at, asked.seconds_left)}
    <span class="button seal" aria-hidden="true">${say("answer")}</span>
  </a></li>`;
}

/** A table that asks me less urgently than others. @param {MatchSummary} match @param {Waiting | undefined} asked */
const waitsToo = (match, asked) => tile(match, html`<strong class="wanted">${asked?.words?.question ?? say("yourTurn")}</strong> ${asked ? deadline(asked.deadline_at, asked.seconds_left) : nothing}`);

/** What somebody has put to me. @param {Waiting} one @param {MatchSummary[]} matches */
function proposed(one, matches) {
  const match = matches.find((known) => known.match === one.match);
  const told = one.words?.about ?? one.words?.question ?? "";
  return match ? tile(match, html`<strong class="wanted">${told}</strong> ${say("mayAnswer")}`) : nothing;
}

/** Where the games stand, with the rules of each. */
const RULES = () => `/rules?language=${lang()}`;

/** A seat about which I have yet to say something: mine, or another. @param {import("../types.js").WaitingList["absences"][number]} one @param {MatchSummary[]} matches */
const missed = (one, matches) => html`<li><a href="/table/${one.match}"><strong>${one.title}</strong>
  <span>${isMine(one) ? say("awayYou") : say("awayOther", { name: called(matches.find((match) => match.match === one.match), one.missed.seat) })}</span></a></li>`;

/** A seat that somebody hands over, if I agree. @param {import("../types.js").WaitingList["handings"][number]} one @param {MatchSummary[]} matches */
const handedOver = (one, matches) => html`<li><a href="/table/${one.match}"><strong>${one.title}</strong>
  <span>${say("handAsked", { name: called(matches.find((match) => match.match === one.match), one.handing.seat) })}</span></a></li>`;

/** @param {MatchSummary | undefined} match @param {number} seat */
const called = (match, seat) => (match ? nameOf(match, seat) : "");

/** @param {string} id @param {string} title @param {unknown[]} rows @param {string} [inside] */
const group = (id, title, rows, inside = "rows") => rows.length
  ? html`<section aria-labelledby=${id}><h2 id=${id}>${title}</h2><ul class=${inside}>${rows}</ul></section>`
  : nothing;

/** @param {string} id @param {string} title @param {unknown[]} tiles */
const tiled = (id, title, tiles) => group(id, title, tiles, "tiles");

/** A table that asks nothing of me now. @param {MatchSummary} match @param {unknown} about @param {unknown} [more] */
const tile = (match, about, more) => html`<li>${emblem(match)}<a href="/table/${match.match}"><strong>${match.title}</strong>
  <span class="quiet">${[played(match), others(match), begun(match)].filter(Boolean).join(" · ")}</span><span>${about}</span></a>${more}</li>`;

/** Until when the others are awaited. @param {MatchSummary} match */
const until = ({ awaited_until_at: at }) => (at ? deadline(at, Math.max(0, (Date.parse(at) - Date.now()) / 1000)) : nothing);
