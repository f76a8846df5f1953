// @ts-check
// A league of teams: founding a team and joining one, its members, and the encounters board beside board.
import { html, nothing } from "../vendor/lit-html.js";
import { learn, say } from "../frame/language.js";
import { asRead } from "../frame/parts.js";

/** @typedef {import("../types.js").Tournament} Tournament */
/** @typedef {Tournament["teams"][number]} Team */
/** @typedef {Tournament["standings"][number]} Player */

learn({
  isTeams: [
    "A league of teams: {game} ({pace}). Each team meets every other one once, round by round, at {boards} boards side by side. A team has up to eight members, who play in the order in which they joined; those beyond the boards are reserves and move up if somebody drops out. A round takes {days} days at most; then open boards count as ties until they are played.",
    "Eine Liga von Teams: {game} ({pace}). Jedes Team trifft einmal auf jedes andere, Runde für Runde, an {boards} Brettern nebeneinander. Ein Team hat bis zu acht Mitglieder, die in der Reihenfolge ihres Beitritts spielen; die übrigen sind Ersatz und rücken nach, wenn jemand ausfällt. Eine Runde dauert höchstens {days} Tage; danach zählen offene Bretter als unentschieden, bis sie zu Ende gespielt sind.",
  ],
  teamLot: ["The schedule is drawn by lot, from random numbers of the server and the entrants.", "Der Spielplan wird ausgelost: mit Zufallszahlen vom Server und von allen, die mitmachen."],
  leaveTeams: [
    "Withdraw? You play for your team no more, and cannot come back; a reserve moves up. What you have played counts, and your match goes on until you resign from it.",
    "Zurückziehen? Dann spielst du nicht mehr für dein Team und kannst nicht zurück; ein Ersatzspieler rückt nach. Was du gespielt hast, zählt; deine Partie geht weiter, bis du sie aufgibst.",
  ],
  teamName: ["Name of your team", "Name deines Teams"],
  foundTeam: ["Found a team", "Team gründen"],
  foundLead: ["You will be its captain, with a link for the others. To join a team that there is, ask its captain for the link.", "Du wirst Kapitän und bekommst einen Link für die anderen. In ein bestehendes Team kommst du mit dem Link seines Kapitäns."],
  joinTeam: ["Join {team}", "Bei {team} mitmachen"],
  joinLink: ["Link for your team, until entries close", "Link für dein Team, bis zum Meldeschluss"],
  joinLead: ["Whoever has it can join your team. The first {boards} members play, in the order in which they joined.", "Wer ihn hat, kann in dein Team kommen. Die ersten {boards} Mitglieder spielen, in der Reihenfolge ihres Beitritts."],
  renewLink: ["New link", "Neuer Link"],
  renewLead: ["The old link then leads nobody into your team any more.", "Mit dem alten Link kommt dann niemand mehr in dein Team."],
  removeIt: ["Remove", "Entfernen"],
  removeWhom: ["Remove {name} from your team", "{name} aus deinem Team entfernen"],
  removeSure: ["Remove {name} from your team? The link is renewed, too.", "{name} aus deinem Team entfernen? Auch der Link wird dann erneuert."],
  removeYes: ["Yes, remove", "Ja, entfernen"],
  itsTeams: ["Teams", "Teams"],
  teamHead: ["Team", "Team"],
  boardPointsHead: ["Board points", "Brettpunkte"],
  boardHead: ["Board", "Brett"],
  teamLacks: ["{n} of {boards} boards filled", "{n} von {boards} Brettern besetzt"],
  wasIncomplete: ["incomplete at the draw, does not play", "bei der Auslosung unvollständig, spielt nicht mit"],
  reserveOf: ["reserve", "Ersatz"],
  nobodyLeft: ["(nobody)", "(niemand)"],
  withoutMatch: ["won without a match", "kampflos gewonnen"],
  noEncounters: ["Nobody meets in this round.", "In dieser Runde trifft niemand aufeinander."],
});

/** What a team is called. @param {Team | undefined} team @param {number} [number] */
const called = (team, number = team?.team ?? 0) => (team?.name ? asRead(team.name) : `#${number}`);

/** The invitation in the page's own address. */
const invitation = () => new URLSearchParams(location.search).get("invitation") ?? "";

/** How one enters: by the link of a captain, or by founding a team. @param {Tournament} shown @param {boolean} busy @param {(body: Record<string, string>) => void} enter */
export function entering(shown, busy, enter) {
  const given = invitation();
  const team = shown.teams.find((one) => given && one.team === Number(given.split(".")[0]));
  const found = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    enter({ team_name: String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("team")) });
  };
  return html`${team ? html`<button class="seal big" ?disabled=${busy} @click=${() => enter({ invitation: given })}>${say("joinTeam", { team: called(team) })}</button>` : nothing}
    ${shown.entrants >= shown.most ? html`<p>${say("allTaken")}</p>` : html`<form class="stack" @submit=${found}><label>${say("teamName")}<input name="team" required maxlength="40" autocomplete="off"></label>
      <button class=${team ? "" : "seal"} ?disabled=${busy}>${say("foundTeam")}</button></form><p class="hint">${say("foundLead")}</p>`}`;
}

/** What a captain does: to remove somebody asks first. @typedef {{ me: string, busy: boolean, is: (what: string) => boolean, ask: (what: string) => void, renew: () => void, remove: (player: string) => void }} Captain */

/** The captain's link, and a new one. @param {Tournament} shown @param {Captain} captain */
export const inviting = (shown, captain) => (shown.invitation
  ? html`<p><label>${say("joinLink")}<input readonly value=${`${location.origin}/tournament/${shown.id}?invitation=${shown.invitation}`} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}></label></p><p class="hint">${say("joinLead", { boards: Number(shown.boards) })}</p>
    <button ?disabled=${captain.busy} @click=${captain.renew}>${say("renewLink")}</button><p class="hint">${say("renewLead")}</p>`
  : nothing);

/** The button that removes a member from the reader's own team, if the reader is its captain. @param {Tournament} shown @param {Team} team @param {string} who @param {string} name @param {Captain} captain */
function removing(shown, team, who, name, captain) {
  if (!shown.invitation || team.members[0] !== captain.me || who === captain.me) return nothing;
  return captain.is(who)
    ? html`<p>${say("removeSure", { name })}</p><div class="acts"><button class="danger" ?disabled=${captain.busy} @click=${() => captain.remove(who)}>${say("removeYes")}</button><button @click=${() => captain.ask("")}>${say("leaveNo")}</button></div>`
    : html` <button aria-label=${say("removeWhom", { name })} ?disabled=${captain.busy} @click=${() => captain.ask(who)}>${say("removeIt")}</button>`;
}

/** The teams with their members; after the draw their standings and the encounters, the latest round first. @param {Tournament} shown @param {(one: Player) => unknown} linked @param {Captain} captain */
export function inTeams(shown, linked, captain) {
  const boards = Number(shown.boards);
  const by = Object.fromEntries(shown.standings.map((one) => [one.player, one]));
  const of = Object.fromEntries(shown.teams.map((one) => [one.team, one]));
  const player = (/** @type {string | null | undefined} */ one) => { const row = by[one ?? ""]; return row ? linked(row) : say(one ? "withoutName" : "nobodyLeft"); };
  const lacking = (/** @type {Team} */ one) => (one.members.length >= boards || one.place !== null ? nothing : html`<p class="quiet">${shown.status === "open" ? say("teamLacks", { n: one.members.length, boards }) : one.members.length ? say("wasIncomplete") : say("isOut")}</p>`);
  const members = (/** @type {Team} */ one) => html`<section class="people"><h3>${called(one)}</h3>${lacking(one)}
    <ol>${one.members.map((who, place) => html`<li>${player(who)}${place >= boards ? html` <span class="quiet">${say("reserveOf")}</span>` : nothing}${removing(shown, one, who, asRead(by[who]?.name ?? ""), captain)}</li>`)}</ol></section>`;
  const teams = html`<section><h2>${say("itsTeams")}</h2>${shown.teams.length ? shown.teams.map(members) : html`<p>${say("nobodyYet")}</p>`}</section>`;
  if (!shown.round) return teams;
  const rounds = Array.from({ length: shown.round }, (_, one) => shown.round - one);
  const result = (/** @type {Tournament["encounters"][number]["boards"][number]} */ board) => {
    const table = shown.tables.find((one) => one.match === board.match);
    if (!table) return say("withoutMatch");
    const points = (/** @type {number} */ side) => {
      const [mine = 0, theirs = 0] = [side, 1 - side].map((one) => table.places?.[table.players.indexOf(String(board.players[one]))] ?? 0);
      return 1 + Number(mine < theirs) - Number(mine > theirs);
    };
    const text = table.reason === null ? say("onGoing") : `${points(0)} : ${points(1)}`;
    return html`<a href=${`/table/${table.match}`}>${table.voided ? say("noResult") : text}</a>`;
  };
  const encounter = (/** @type {Tournament["encounters"][number]} */ met, /** @type {number} */ place) => {
    const [one, other] = met.teams.map((team) => called(of[team], team));
    const heading = `met${met.round}-${place}`;
    return html`<section class="sheet"><h3 id=${heading}>${one} ${met.points ? met.points.join(" : ") : "–"} ${other}</h3>
      <div class="wide" role="region" tabindex="0" aria-labelledby=${heading}><table class="ranks"><thead><tr><th scope="col">${say("boardHead")}</th><th scope="col">${one}</th><th scope="col">${say("pointsHead")}</th><th scope="col">${other}</th></tr></thead>
      <tbody>${met.boards.map((board, n) => html`<tr><th scope="row">${n + 1}</th><td>${player(board.players[0])}</td><td>${result(board)}</td><td>${player(board.players[1])}</td></tr>`)}</tbody></table></div></section>`;
  };
  return html`<section class="sheet"><h2 id="standings">${say("standings")}</h2><div class="wide" role="region" tabindex="0" aria-labelledby="standings"><table class="ranks">
      <thead><tr>${["placeHead", "teamHead", "pointsHead", "boardPointsHead", "playedHead"].map((one) => html`<th scope="col">${say(one)}</th>`)}</tr></thead>
      <tbody>${shown.teams.filter((one) => one.place !== null).map((one) => html`<tr><td>${one.place}</td><th scope="row">${called(one)}</th><td>${one.points}</td><td>${one.strength}</td><td>${one.played}</td></tr>`)}</tbody></table></div></section>
    ${rounds.map((n) => {
      const met = shown.encounters.filter((one) => one.round === n);
      return html`<section><h2>${say("roundOf", { n })}</h2>${met.length ? met.map(encounter) : html`<p>${say("noEncounters")}</p>`}</section>`;
    })}
    ${teams}`;
}
