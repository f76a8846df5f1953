// @ts-check
// A tournament: what it is, who has entered, and after the draw standings and matches.
import { call } from "../frame/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, learn, say } from "../frame/language.js";
import { asRead, explained } from "../frame/parts.js";
import { gameTitles } from "./ratings.js";
import { b64 } from "../sealing/seal.js";
import { tempo, when } from "../frame/time.js";
import { entering, inTeams, inviting } from "./team-league.js";
import { hasClosed, stage } from "./tournaments.js";

/** @typedef {import("../types.js").Tournament} Tournament */
/** @typedef {Tournament["tables"][number]} Drawn */
/** @typedef {{ is: (what: string) => boolean, ask: (what: string) => void, challenge: (rival: string) => void, answer: (number: number, accept: boolean) => void, busy: boolean, me: string }} Asking */

learn({
  leagueOfTwo: [
    "A league: everybody plays {game} once against everybody else ({pace}), and all tables begin when entries have closed.",
    "Eine Liga: Jeder spielt {game} einmal gegen jeden anderen ({pace}); alle Tische beginnen nach dem Meldeschluss.",
  ],
  leagueOfMore: [
    "A league: everybody plays {game} at about {n} tables of {seats} ({pace}), and all tables begin when entries have closed.",
    "Eine Liga: Jeder spielt {game} an etwa {n} Tischen mit je {seats} Spielern ({pace}); alle Tische beginnen nach dem Meldeschluss.",
  ],
  isSwiss: [
    "Swiss: {game} in {n} rounds ({pace}), each time against somebody with about as many points, and never twice against the same. A round takes {days} days at most; then open tables count as ties until they are played.",
    "Schweizer System: {game} in {n} Runden ({pace}), jedes Mal gegen jemanden mit etwa gleich vielen Punkten und nie zweimal gegen denselben. Eine Runde dauert höchstens {days} Tage; danach zählen offene Tische als unentschieden, bis sie zu Ende gespielt sind.",
  ],
  isKnockout: [
    "Knock-out: {game} in {n} rounds ({pace}), and who loses is out. A round takes {days} days at most; at tables without a winner the player goes on who was drawn first.",
    "K.-o.-Turnier: {game} in {n} Runden ({pace}), und wer verliert, ist raus. Eine Runde dauert höchstens {days} Tage; an Tischen ohne Sieger kommt weiter, wer früher gelost wurde.",
  ],
  isSeasons: [
    "A league in {n} seasons: {game} ({pace}). In each season everybody plays once against everybody else of the same division. Then as many go up as down between two divisions: {moving}. A season takes {days} days at most; what is open then counts for nobody. New entrants begin at the bottom with the next season.",
    "Eine Liga in {n} Saisons: {game} ({pace}). In jeder Saison spielt jeder einmal gegen jeden anderen seiner Division. Danach steigen zwischen zwei Divisionen gleich viele auf und ab: {moving}. Eine Saison dauert höchstens {days} Tage; was dann noch offen ist, zählt für niemanden. Wer neu dazukommt, beginnt mit der nächsten Saison ganz unten.",
  ],
  isLadder: [
    "A ladder: {game} ({pace}). You can challenge whoever stands up to {reach} places above you. If you win, you take that place, and those between go down one. Whoever declines, or does not answer within {answer} days, loses the place. New entrants begin at the bottom. What is open at the end counts for nobody.",
    "Eine Rangliste: {game} ({pace}). Herausfordern kannst du, wer bis zu {reach} Plätze über dir steht. Wenn du gewinnst, bekommst du den Platz, und alle dazwischen rücken einen nach unten. Wer ablehnt oder nicht innerhalb von {answer} Tagen antwortet, verliert den Platz. Wer neu dazukommt, beginnt ganz unten. Was am Ende noch offen ist, zählt für niemanden.",
  ],
  ladderLot: ["Places at the beginning are by rating; equals, and first seats, are drawn by lot.", "Die Plätze am Anfang richten sich nach der Wertung; bei Gleichstand und um den Anzug entscheidet das Los."],
  ladderEnds: ["It goes on until {when}", "Sie läuft bis {when}"],
  challengeIt: ["Challenge", "Herausfordern"],
  challengeWhom: ["Challenge {name}", "{name} herausfordern"],
  challengeSure: ["Challenge {name}? You cannot take it back.", "{name} herausfordern? Zurücknehmen lässt sich das nicht."],
  challengeYes: ["Yes, challenge", "Ja, herausfordern"],
  challengeNo: ["Not now", "Jetzt nicht"],
  itsChallenges: ["Challenges", "Herausforderungen"],
  noChallenges: ["Nobody has challenged anybody yet.", "Noch hat niemand jemanden herausgefordert."],
  challengesYou: ["{name} challenges you. You can answer until {when}.", "{name} fordert dich heraus. Du kannst bis {when} antworten."],
  acceptIt: ["Accept", "Annehmen"],
  declineIt: ["Decline", "Ablehnen"],
  declineSure: ["Decline? {name} then takes your place.", "Ablehnen? Dann geht dein Platz an {name}."],
  declineYes: ["Yes, decline", "Ja, ablehnen"],
  challenge_waits: ["to be answered until {when}", "Antwort bis {when}"],
  challenge_declined: ["declined", "abgelehnt"],
  challenge_silent: ["not answered in time", "nicht rechtzeitig beantwortet"],
  challenge_closed: ["counts no more", "zählt nicht mehr"],
  leaveLadder: [
    "Withdraw? You lose your place, and your open challenges and matches count no more. If you come back, you begin at the bottom. Your matches go on until you resign from them.",
    "Zurückziehen? Dann verlierst du deinen Platz, und offene Herausforderungen und Partien zählen nicht mehr. Wenn du zurückkommst, beginnst du ganz unten. Deine Partien gehen weiter, bis du sie aufgibst.",
  ],
  divisionOf: ["Division {n}", "{n}. Division"],
  nextSeason: ["They begin with the next season", "Beginnen mit der nächsten Saison"],
  seasonOf: ["Season {n}", "Saison {n}"],
  seasonEnds: ["Season {n} of {all}, until {when} at the latest", "Saison {n} von {all}, spätestens bis {when}"],
  roundOf: ["Round {n}", "Runde {n}"],
  roundEnds: ["Round {n} of {all}, until {when} at the latest", "Runde {n} von {all}, spätestens bis {when}"],
  hasBye: ["{name} has no match and counts as a winner", "{name} hat spielfrei und zählt als Sieger"],
  drawnByLot: [
    "Who sits where is drawn by lot, from random numbers of the server and the entrants.",
    "Wer wo sitzt, wird ausgelost: mit Zufallszahlen vom Server und von allen, die mitmachen.",
  ],
  ratedToo: ["Results count for ratings, too.", "Die Ergebnisse zählen auch für die Wertung."],
  forRatings: ["For ratings from {low} to {high}.", "Für Wertungen von {low} bis {high}."],
  forPunctual: ["For people who answer in time at least {percent} % of the time.", "Für alle, die zu mindestens {percent} % rechtzeitig antworten."],
  signInToEnter: ["Sign in and enter", "Mit Konto mitmachen"],
  enterIt: ["Enter", "Mitmachen"],
  enterLead: ["Your browser adds a random number to the draw.", "Dein Browser gibt eine Zufallszahl in die Auslosung."],
  leaveIt: ["Withdraw", "Zurückziehen"],
  leaveSure: [
    "Withdraw? You have no place then, and cannot come back. If fewer than half of your matches have results, none of them counts, for anybody; else all do. They go on until you resign from them.",
    "Zurückziehen? Dann hast du keinen Platz mehr und kannst nicht zurück. Ist noch nicht die Hälfte deiner Partien entschieden, zählt keine davon, für niemanden; sonst zählen alle. Sie gehen weiter, bis du sie aufgibst.",
  ],
  leaveRounds: [
    "Withdraw? You are paired no more, and cannot come back. What you have played counts, and your match goes on until you resign from it.",
    "Zurückziehen? Dann wirst du nicht mehr ausgelost und kannst nicht zurück. Was du gespielt hast, zählt; deine Partie geht weiter, bis du sie aufgibst.",
  ],
  leaveSeason: [
    "Withdraw? You have no place then; if you come back, you begin at the bottom. If fewer than half of your matches of this season have results, none of them counts, for anybody; else all do. They go on until you resign from them.",
    "Zurückziehen? Dann hast du keinen Platz mehr; wenn du zurückkommst, beginnst du ganz unten. Ist noch nicht die Hälfte deiner Partien dieser Saison entschieden, zählt keine davon, für niemanden; sonst zählen alle. Sie gehen weiter, bis du sie aufgibst.",
  ],
  leaveYes: ["Yes, withdraw", "Ja, zurückziehen"],
  leaveNo: ["No, stay", "Nein, dabeibleiben"],
  youAreIn: ["You have entered.", "Du machst mit."],
  allTaken: ["All places are taken.", "Alle Plätze sind vergeben."],
  entrants: ["Entrants", "Gemeldet"],
  nobodyYet: ["Nobody has entered yet.", "Noch hat sich niemand gemeldet."],
  withoutName: ["(no name)", "(ohne Namen)"],
  standings: ["Standings", "Stand"],
  placeHead: ["Place", "Platz"],
  playerHead: ["Player", "Spieler"],
  pointsHead: ["Points", "Punkte"],
  playedHead: ["Played", "Gespielt"],
  isOut: ["out", "raus"],
  itsMatches: ["Matches", "Partien"],
  crossLead: ["Each row has a player's points against the others: 2 for a win, 1 for a draw.", "In jeder Zeile stehen die Punkte gegen die anderen: 2 für einen Sieg, 1 für ein Unentschieden."],
  onGoing: ["being played", "läuft noch"],
  noResult: ["does not count", "zählt nicht"],
  oneAgainst: ["{one} against {other}: {result}", "{one} gegen {other}: {result}"],
  asCalendar: ["Dates for your calendar (iCalendar)", "Termine für deinen Kalender (iCalendar)"],
  asCsv: ["Download the standings (CSV)", "Stand herunterladen (CSV)"],
  allTournaments: ["All tournaments", "Alle Turniere"],
  forDoubters: ["How to check all this", "So prüfst du das alles nach"],
  doubtLead: ["This computes the draw and the standings again, on your own computer:", "Das rechnet Auslosung und Stand auf deinem eigenen Rechner nach:"],
});

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  const path = `/v1/tournaments/${page.parts[0]}`;
  /** @type {[Tournament, Record<string, string>, import("../types.js").Meta | null]} */
  const [first, titles, meta] = await Promise.all([call("GET", path), gameTitles(), call("GET", "/v1/meta").catch(() => null)]);
  let shown = first;
  document.title = `${shown.name} · Siegelpost`;
  let [busy, leaving, sure] = [false, false, ""];
  /** @type {unknown} */
  let error = null;
  /** @param {"PUT" | "DELETE" | "POST"} method @param {Record<string, unknown>} [options] @param {string} [where] */
  const act = async (method, options, where = "entry") => {
    [busy, error] = [true, null];
    draw();
    try {
      shown = await call(method, `${path}/${where}`, options);
    } catch (failed) {
      error = failed;
      shown = await call("GET", path).catch(() => shown); // entries may have closed in the meantime
    }
    [busy, leaving, sure] = [false, false, ""];
    draw();
  };
  const enter = (/** @type {Record<string, string>} */ team = {}) => void act("PUT", { body: { entropy: b64(crypto.getRandomValues(new Uint8Array(32))), ...team } });
  const leave = () => void act("DELETE");
  /** What the buttons of a ladder, and of a captain, do: those that cannot be undone ask first. @type {Asking & import("./team-league.js").Captain} */
  const asking = {
    is: (what) => sure === what,
    ask: (what) => { sure = what; draw(); },
    challenge: (rival) => void act("POST", { body: { rival } }, "challenges"),
    answer: (number, accept) => void act("PUT", { body: { accept } }, `challenges/${number}/answer`),
    renew: () => void act("POST", {}, "invitation"),
    remove: (player) => void act("DELETE", {}, `members/${player}`),
    get busy() { return busy; },
    get me() { return page.me?.account ?? ""; },
  };
  const inside = () => shown.entered && ["open", "running"].includes(shown.status);
  const draw = () => page.show(html`<div class="narrow"><h1>${shown.name}</h1>
    <section class="sheet">
      <p>${about(shown, titles)} ${say({ ladder: "ladderLot", teams: "teamLot" }[String(shown.format)] ?? "drawnByLot")} ${shown.rated ? say("ratedToo") : nothing} ${conditions(shown)}</p>
      <p>${stage(shown)}</p>
      ${shown.round_ends_at ? html`<p>${say({ seasons: "seasonEnds", ladder: "ladderEnds" }[String(shown.format)] ?? "roundEnds", { n: shown.round, all: shown.rounds, when: when(shown.round_ends_at) })}</p>` : nothing}
      ${inside() ? html`<p role="status">${say("youAreIn")}</p>${inviting(shown, asking)}` : nothing}
      ${leaving
        ? html`<p>${say({ league: "leaveSure", seasons: "leaveSeason", ladder: "leaveLadder", teams: "leaveTeams" }[String(shown.format)] ?? "leaveRounds")}</p><div class="acts"><button class="danger" ?disabled=${busy} @click=${leave}>${say("leaveYes")}</button><button @click=${() => { leaving = false; draw(); }}>${say("leaveNo")}</button></div>`
        : doing()}
      ${error ? html`<p role="alert" class="alert">${explained(error)}</p>` : nothing}
    </section>
    ${shown.format === "teams" ? inTeams(shown, linked, asking) : shown.round && shown.format === "ladder" ? inLadder(shown, asking) : shown.round ? (shown.format === "seasons" ? inSeasons(shown) : [standings(shown), shown.format !== "league" ? inRounds(shown) : shown.seats === 2 ? cross(shown) : matches(shown)]) : entrants(shown)}
    ${shown.status !== "cancelled" ? html`<p><a href=${`${path}/calendar.ics?language=${lang()}`}>${say("asCalendar")}</a></p>` : nothing}
    ${shown.status !== "open" ? checking(shown, path, meta) : nothing}
    <p><a href="/tournaments">${say("allTournaments")}</a></p></div>`);
  const doing = () => {
    if (inside()) {
      const sure = () => { leaving = true; draw(); };
      return html`<button ?disabled=${busy} @click=${shown.status === "open" ? leave : sure}>${say("leaveIt")}</button>`;
    }
    const isLadder = shown.format === "ladder" && Date.parse(shown.round_ends_at ?? "") > Date.now();
    if (hasClosed(shown) && !(shown.status === "running" && (isLadder || (shown.format === "seasons" && shown.round < shown.rounds)))) return nothing;
    if (!page.me) return html`<p><a class="button seal" href=${`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`}>${say(shown.status === "running" ? "signIn" : "signInToEnter")}</a></p>`; // whoever is challenged is in it already
    if (shown.format === "teams") return entering(shown, busy, enter);
    if (shown.entrants >= shown.most) return html`<p>${say("allTaken")}</p>`;
    return html`<button class="seal big" ?disabled=${busy} @click=${() => enter()}>${say("enterIt")}</button><p class="hint">${say("enterLead")}</p>`;
  };
  draw();
}

/** @param {Tournament} shown @param {Record<string, string>} titles */
function about(shown, titles) {
  const words = { game: titles[String(shown.rules.split("@")[0])] ?? shown.rules, pace: tempo(shown) };
  if (shown.format === "ladder") return say("isLadder", { ...words, reach: Number(shown.reach), answer: Math.round(Number(shown.answer_seconds) / 86_400) });
  if (shown.format === "teams") return say("isTeams", { ...words, boards: Number(shown.boards), days: Math.round(Number(shown.round_seconds) / 86_400) });
  if (shown.format !== "league") {
    const more = { ...words, n: shown.rounds, days: Math.round(Number(shown.round_seconds) / 86_400) };
    return say({ swiss: "isSwiss", seasons: "isSeasons" }[String(shown.format)] ?? "isKnockout", { ...more, moving: Number(shown.moving) });
  }
  return shown.seats === 2 ? say("leagueOfTwo", words) : say("leagueOfMore", { ...words, n: shown.tables_each, seats: shown.seats });
}

/** Whom it takes, where not everybody. @param {Tournament} shown */
function conditions(shown) {
  const { least_rating: low, most_rating: high, least_reliability: punctual } = shown;
  const rated = low !== null || high !== null ? say("forRatings", { low: low ?? 0, high: high ?? "∞" }) : "";
  return `${rated} ${punctual ? say("forPunctual", { percent: punctual.percent }) : ""}`;
}

/** What an entrant is called. @param {{ name: string | null } | undefined} one */
const nameOf = (one) => (one?.name ? asRead(one.name) : say("withoutName"));

/** An entrant's name, which leads to the profile unless it is hidden from the reader, or the account is gone. @param {Tournament["standings"][number]} one */
const linked = (one) => (one.name ? html`<a class="name" href=${`/player/${one.player}`}>${nameOf(one)}</a>` : html`${nameOf(one)}`);

/** @param {Tournament} shown */
const entrants = (shown) => html`<section class="people"><h2>${say("entrants")}</h2>
  ${shown.standings.length ? html`<ul>${shown.standings.map((one) => html`<li>${linked(one)}</li>`)}</ul>` : html`<p>${say("nobodyYet")}</p>`}</section>`;

/** @param {Tournament} shown */
const standings = (shown) => html`<section class="sheet"><h2 id="standings">${say("standings")}</h2>${ranks(shown.standings, "standings")}</section>`;

/** @param {Tournament["standings"]} rows @param {string} heading @param {(one: Tournament["standings"][number]) => unknown} [more] what stands behind a name */
const ranks = (rows, heading, more = () => nothing) => html`<div class="wide" role="region" tabindex="0" aria-labelledby=${heading}><table class="ranks">
    <thead><tr>${["placeHead", "playerHead", "pointsHead", "playedHead"].map((one) => html`<th scope="col">${say(one)}</th>`)}</tr></thead>
    <tbody>${rows.map((one) => html`<tr><td>${one.place ?? say("isOut")}</td><th scope="row">${linked(one)} ${more(one)}</th><td>${one.points}</td><td>${one.played}</td></tr>`)}</tbody>
  </table></div>`;

/** Whether a table has a result that counts. @param {Drawn} table */
const counts = (table) => table.places !== null && !table.voided;

/** @param {Tournament} shown */
const cross = (shown) => html`<section class="sheet"><h2 id="matches">${say("itsMatches")}</h2>${meetings(shown.standings, shown.tables, "matches")}</section>`;

/** Everybody against everybody: a player's points at the table with each of the others. @param {Tournament["standings"]} players @param {Drawn[]} tables @param {string} heading */
function meetings(players, tables, heading) {
  const cell = (/** @type {Tournament["standings"][number]} */ one, /** @type {Tournament["standings"][number]} */ other) => {
    const table = tables.find((each) => each.players.includes(one.player) && each.players.includes(other.player));
    if (!table || one === other) return html`<td></td>`;
    const [mine = 0, theirs = 0] = [one, other].map(({ player }) => table.places?.[table.players.indexOf(player)] ?? 0);
    const points = String(1 + Number(mine < theirs) - Number(mine > theirs));
    const [sign, result] = table.reason === null ? ["…", say("onGoing")] : counts(table) ? [points, points] : ["–", say("noResult")];
    return html`<td><a href=${`/table/${table.match}`} aria-label=${say("oneAgainst", { one: nameOf(one), other: nameOf(other), result })}>${sign}</a></td>`;
  };
  return html`<p class="hint">${say("crossLead")}</p>
    <div class="wide" role="region" tabindex="0" aria-labelledby=${heading}><table class="cross">
      <thead><tr><th scope="col">${say("playerHead")}</th>${players.map((one) => html`<th scope="col">${nameOf(one)}</th>`)}</tr></thead>
      <tbody>${players.map((one) => html`<tr><th scope="row">${nameOf(one)}</th>${players.map((other) => cell(one, other))}</tr>`)}</tbody>
    </table></div>`;
}

/** The divisions of the present season, whoever waits for the next one, and the matches of the one before. @param {Tournament} shown */
function inSeasons(shown) {
  const now = shown.tables.filter((one) => one.round === shown.round);
  const before = shown.tables.filter((one) => one.round < shown.round);
  const numbers = [...new Set(shown.standings.map((one) => Number(one.division)))].filter((one) => one > 0);
  const waiting = shown.standings.filter((one) => one.division === 0);
  return html`${numbers.map((n) => {
    const rows = shown.standings.filter((one) => one.division === n);
    return html`<section class="sheet"><h2 id=${`division${n}`}>${say("divisionOf", { n })}</h2>${ranks(rows, `division${n}`)}<h3 id=${`matches${n}`}>${say("itsMatches")}</h3>${meetings(rows, now, `division${n} matches${n}`)}</section>`;
  })}
    ${waiting.length ? html`<section class="people"><h2>${say("nextSeason")}</h2><ul>${waiting.map((one) => html`<li>${linked(one)}</li>`)}</ul></section>` : nothing}
    ${before.length ? html`<details><summary>${say("seasonOf", { n: shown.round - 1 })}</summary><ul class="rows">${rows(shown, before)}</ul></details>` : nothing}`;
}

/** A ladder: places with whom the reader can challenge, and the challenges, the latest first. @param {Tournament} shown @param {Asking} asking */
function inLadder(shown, asking) {
  const by = Object.fromEntries(shown.standings.map((one) => [one.player, one]));
  const mine = shown.challenges.filter((one) => one.is_open && one.answer === null && one.rival === asking.me);
  const others = shown.challenges.filter((one) => !mine.includes(one)).reverse();
  const matchOf = (/** @type {string | null} */ match) => shown.tables.filter((one) => one.match === match);
  return html`${mine.map((one) => answering({ ...one, answer_by: inTime(shown, one) }, nameOf(by[one.player]), asking))}
    <section class="sheet"><h2 id="standings">${say("standings")}</h2>${ranks(shown.standings, "standings", (one) => challenging(shown, one, asking))}</section>
    <section><h2>${say("itsChallenges")}</h2>${others.length ? html`<ul class="rows">${others.map((one) => (one.match ? rows(shown, matchOf(one.match)) : html`<li><p>${say("oneAgainst", { one: nameOf(by[one.player]), other: nameOf(by[one.rival]), result: became({ ...one, answer_by: inTime(shown, one) }) })}</p></li>`))}</ul>` : html`<p>${say("noChallenges")}</p>`}</section>`;
}

/** Until when a challenge can be answered: the ladder may end before. @param {Tournament} shown @param {Tournament["challenges"][number]} one */
const inTime = (shown, one) => [one.answer_by, shown.round_ends_at ?? one.answer_by].sort()[0] ?? one.answer_by;

/** What became of a challenge without a match. @param {Tournament["challenges"][number]} one */
const became = (one) => (one.answer ? say(`challenge_${one.answer}`) : one.is_open ? say("challenge_waits", { when: when(one.answer_by) }) : say("challenge_closed"));

/** A challenge of the reader, to be answered. @param {Tournament["challenges"][number]} one @param {string} name @param {Asking} asking */
function answering(one, name, asking) {
  const key = `decline ${one.number}`;
  return html`<section class="sheet" role="status"><p>${say("challengesYou", { name, when: when(one.answer_by) })}</p>
    ${asking.is(key)
      ? html`<p>${say("declineSure", { name })}</p><div class="acts"><button class="danger" ?disabled=${asking.busy} @click=${() => asking.answer(one.number, false)}>${say("declineYes")}</button><button @click=${() => asking.ask("")}>${say("challengeNo")}</button></div>`
      : html`<div class="acts"><button class="seal" ?disabled=${asking.busy} @click=${() => asking.answer(one.number, true)}>${say("acceptIt")}</button><button ?disabled=${asking.busy} @click=${() => asking.ask(key)}>${say("declineIt")}</button></div>`}</section>`;
}

/** The button that challenges a player, where the reader can. @param {Tournament} shown @param {Tournament["standings"][number]} one @param {Asking} asking */
function challenging(shown, one, asking) {
  if (!shown.rivals.includes(one.player)) return nothing;
  const name = nameOf(one);
  return asking.is(one.player)
    ? html`<p>${say("challengeSure", { name })}</p><div class="acts"><button class="seal" ?disabled=${asking.busy} @click=${() => asking.challenge(one.player)}>${say("challengeYes")}</button><button @click=${() => asking.ask("")}>${say("challengeNo")}</button></div>`
    : html`<button aria-label=${say("challengeWhom", { name })} ?disabled=${asking.busy} @click=${() => asking.ask(one.player)}>${say("challengeIt")}</button>`;
}

/** The tables of three and more, each with its places. @param {Tournament} shown */
const matches = (shown) => html`<section><h2>${say("itsMatches")}</h2><ul class="rows">${rows(shown, shown.tables)}</ul></section>`;

/** The rounds, the latest first, with whoever has no match. @param {Tournament} shown */
function inRounds(shown) {
  const numbers = Array.from({ length: shown.round }, (_, one) => shown.round - one);
  const free = (/** @type {Tournament["byes"][number]} */ one) => html`<li><p class="quiet">${say("hasBye", { name: nameOf(shown.standings.find(({ player }) => player === one.player)) })}</p></li>`;
  return numbers.map((n) => html`<section><h2>${say("roundOf", { n })}</h2>
    <ul class="rows">${rows(shown, shown.tables.filter((one) => one.round === n))}${shown.byes.filter((one) => one.round === n).map(free)}</ul></section>`);
}

/** @param {Tournament} shown @param {Drawn[]} tables */
function rows(shown, tables) {
  const over = new Set(shown.challenges.filter((one) => !one.is_open).map((one) => one.match));
  const isPast = (/** @type {Drawn} */ table) => (shown.format === "seasons" && table.round < shown.round) || over.has(table.match); // open tables count no more
  const by = Object.fromEntries([...shown.former, ...shown.standings].map((one) => [one.player, one]));
  return tables.map((table) => {
    const seats = table.players.map((player, seat) => ({ name: nameOf(by[player]), place: table.places?.[seat] ?? 0 }));
    seats.sort((one, other) => one.place - other.place);
    const names = seats.map(({ name, place }) => (place ? `${place}. ${name}` : name)).join(", ");
    return html`<li><a href=${`/table/${table.match}`}><strong>${names}</strong>${counts(table) ? nothing : html`<span class="quiet">${say(table.reason === null && !isPast(table) ? "onGoing" : "noResult")}</span>`}</a></li>`;
  });
}

/** @param {Tournament} shown @param {string} path @param {import("../types.js").Meta | null} meta */
function checking(shown, path, meta) {
  const lines = meta && [
    `curl -o results ${location.origin}${meta.results.export}`,
    `curl -o league.json ${location.origin}${path}`,
    `siegelpost verify-ratings results --key '${meta.results.vkey}' --published league.json`,
  ].join("\n");
  return html`<p><a href=${`${path}/standings.csv`} download=${`${shown.id}.csv`}>${say("asCsv")}</a></p>
    ${lines ? html`<details><summary>${say("forDoubters")}</summary><p>${say("doubtLead")}</p><pre tabindex="0">${lines}</pre></details>` : nothing}`;
}
