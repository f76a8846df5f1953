// @ts-check
// A new table in words: which game, with whom, how fast.
import { call, Refused } from "../frame/api.js";
import { goOnAt } from "../frame/keep.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, learn, say } from "../frame/language.js";
import { Contacts } from "./contacts.js";
import { explainedInvite, lettersIn } from "./invitations.js";
import { rulesAddress, rulesLink } from "../frame/parts.js";
import { keyFile, signing as offerSigning } from "./signing.js";
import { createAndSit } from "./sitting.js";
import "./terms.js";

learn({
  anybodyElse: ["anybody", "alle"],
  whoMaySit: ["Who may join", "Wer mitspielen darf"],
  newcomersToo: ["Newcomers, too (asked fewer than 10 times so far)", "Auch Neulinge (bisher weniger als 10-mal gefragt)"],
  forPlayers: ["{game}, {n} players", "{game}, {n} Spieler"],
  fromTo: ["{low} to {high}", "{low} bis {high}"],
  either: ["{some} or {last}", "{some} oder {last}"],
  titleExample: ["Monday table, say", "zum Beispiel Montagsrunde"],
  thisVariant: ["What is different in this variant", "Was in dieser Variante anders ist"],
  createTitle: ["A new table", "Ein neuer Tisch"],
  whichGame: ["Which game?", "Welches Spiel?"],
  whichVariant: ["Which variant?", "Welche Variante?"],
  howMany: ["How many seats?", "Wie viele Plätze?"],
  withWhom: ["With whom?", "Mit wem?"],
  withBots: ["Against bots, at once", "Gegen Bots, sofort"],
  withPrograms: ["Against another player's program", "Gegen das Programm eines anderen Spielers"],
  whichProgram: ["Which program", "Welches Programm"],
  howTheyPlay: ["How they have played so far", "Wie sie bisher gespielt haben"],
  withFriends: ["With people I invite", "Mit Leuten, die ich einlade"],
  withAnybody: ["Open to anyone", "Offen für alle"],
  botsBeside: ["Bots at the table", "Bots, die mitspielen"],
  botsBeside_0: ["none", "keine"],
  botsBeside_1: ["one", "einer"],
  botsBeside_2: ["two", "zwei"],
  botsBeside_3: ["three", "drei"],
  botsBeside_4: ["four", "vier"],
  howStrong: ["How the bots play", "Wie die Bots spielen"],
  level_steady: ["calm (Steady)", "ruhig (Steady)"],
  level_keen: ["keen: thinks ahead", "gewandt (Keen): denkt voraus"],
  level_sharp: ["sharp: thinks longer", "scharf (Sharp): denkt länger nach"],
  inviteMails: ["Their email addresses (optional, separated by commas)", "Ihre Mailadressen (freiwillig, durch Kommas getrennt)"],
  inviteMailsLead: [
    "They get an email right away that names you and explains the game. You also get a link to share with a greeting of your own.",
    "Sie bekommen gleich eine Mail, die dich nennt und das Spiel erklärt. Du bekommst auch einen Link: Für einen eigenen Gruß schick ihnen den.",
  ],
  staysAway: ["If somebody stops answering, the others decide what happens", "Wenn jemand nicht mehr antwortet, werden die anderen gefragt"],
  misses_1: ["after one missed answer", "nach einer versäumten Antwort"],
  misses_2: ["after two missed answers", "nach zwei versäumten Antworten"],
  misses_3: ["after three missed answers", "nach drei versäumten Antworten"],
  misses_5: ["after five missed answers", "nach fünf versäumten Antworten"],
  moreTimeAllowed: ["More time, without asking anybody", "Mehr Zeit, ohne jemanden zu fragen"],
  times_0: ["never", "nie"],
  times_1: ["once in the match for each player", "einmal in der Partie für jeden"],
  times_3: ["three times in the match for each player", "dreimal in der Partie für jeden"],
  times_5: ["five times in the match for each player", "fünfmal in der Partie für jeden"],
  times_10: ["ten times in the match for each player", "zehnmal in der Partie für jeden"],
  byHowMuch: ["Each time by", "Jedes Mal um"],
  share_quarter: ["a quarter of the time for a turn", "ein Viertel der Zeit für einen Zug"],
  share_half: ["half of the time for a turn, at most a day", "die Hälfte der Zeit für einen Zug, höchstens einen Tag"],
  share_whole: ["the time for a turn once more", "noch einmal die Zeit für einen Zug"],
  moreTimeGranted: ["More time that one asks the others for", "Mehr Zeit, um die man die anderen bittet"],
  grants_most: ["when more than half of the others agree", "wenn mehr als die Hälfte der anderen zustimmt"],
  grants_all: ["when all others agree", "wenn alle anderen zustimmen"],
  grants_none: ["nobody asks", "niemand bittet darum"],
  mayPause: ["Pauses", "Pausen"],
  pauses_all: ["when everybody wants one", "wenn alle eine wollen"],
  pauses_most: ["when more than half want one", "wenn mehr als die Hälfte eine will"],
  pauses_none: ["none", "keine"],
  pauseAtMost: ["A pause lasts at most", "Eine Pause dauert höchstens"],
  days_3: ["three days", "drei Tage"],
  days_7: ["a week", "eine Woche"],
  days_14: ["two weeks", "zwei Wochen"],
  days_28: ["four weeks", "vier Wochen"],
  timeAndPauses: ["More time and pauses", "Mehr Zeit und Pausen"],
  misses_never: ["never: the rules answer for them", "nie: Die Regeln antworten"],
  howFast: ["How fast?", "Wie schnell?"],
  pace_hour: ["An hour for every answer", "Eine Stunde für jede Antwort"],
  pace_day: ["A day for every answer", "Ein Tag für jede Antwort"],
  pace_two: ["Two days for every answer", "Zwei Tage für jede Antwort"],
  pace_week: ["A week for every answer", "Eine Woche für jede Antwort"],
  clockStopsLead: [
    "Anything waiting for a player on vacation (entered in their account) waits until they are back. Otherwise their standing orders answer, or the rules do.",
    "Was auf jemanden wartet, der im Konto Urlaub eingetragen hat, wartet bis danach. Sonst antwortet, was er vorher festgelegt hat, oder die Regeln.",
  ],
  nightsKept: ["No deadline ends at night", "Keine Frist endet nachts"],
  nightsKeptLead: [
    "Everybody's night is their own: the quiet hours set in their account, and the hour after. A deadline that would fall then moves to the morning.",
    "Jeder hat seine eigene Nacht: die Ruhezeit seines Kontos und die Stunde danach. Was dann enden würde, endet am Morgen.",
  ],
  ratedBox: ["Rated: the result counts for everybody's rating", "Gewertet: Das Ergebnis zählt für die Wertung aller"],
  ratedLead: ["Only people with an account sit down. Giving up or staying away is never better than coming last.", "Platz nehmen nur Menschen mit Konto. Aufgeben oder Wegbleiben ist nie besser als der letzte Platz."],
  nightsMine: ["Yours: {begins} to {ends}", "Deine: {begins} bis {ends} Uhr"],
  nightsNone: ["You have set no quiet hours", "Du hast keine Ruhezeit eingestellt"],
  nightsChange: ["Change it", "Ändern"],
  pace_evening: ["Every evening at eight", "Jeden Abend um acht"],
  weekendsOut: ["Saturdays and Sundays do not count", "Samstage und Sonntage zählen nicht"],
  talkHere: ["What people say at the table", "Was am Tisch gesagt wird"],
  talk_after: ["spectators read it after the end", "lesen Zuschauer nach dem Ende"],
  talk_open: ["spectators read along", "lesen Zuschauer mit"],
  talk_none: ["nobody talks", "niemand redet"],
  titleOptional: ["A name for the table (optional)", "Ein Name für den Tisch (freiwillig)"],
  titleLead: ["Newcomers do not see it in their mail: they could not tell it from advertising.", "In Mails an Leute, die neu hier sind, steht er nicht: Sie könnten ihn nicht von Werbung unterscheiden."],
  create: ["Open the table", "Tisch eröffnen"],
});

/** @typedef {import("../types.js").RulesSummary} RulesSummary */

const DAY = 86400;
const myZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
/** @type {Record<string, () => Record<string, unknown>>} */
const PACES = {
  two: () => ({ kind: "duration", seconds: 2 * DAY }),
  day: () => ({ kind: "duration", seconds: DAY }),
  week: () => ({ kind: "duration", seconds: 7 * DAY }),
  hour: () => ({ kind: "duration", seconds: 3600 }),
  evening: () => ({ kind: "daily", time: "20:00", zone: myZone() }),
};
const WORKING_DAYS = { weekdays: [1, 2, 3, 4, 5] };

/** After how many answers missed in a row the others are asked. */
const MISSES = ["1", "2", "3", "5", "never"];

/** What share of answers in time may be asked of strangers, in percent. */
const LEAST = [70, 80, 90, 95];

/** How often each player may move a deadline alone, and by which share of the time for a turn; half of it is what the server does. */
const LEVELS = ["steady", "keen", "sharp"];
const TIMES = ["0", "1", "3", "5", "10"];
/** @type {Record<string, number>} */
const SHARES = { quarter: 0.25, half: 0, whole: 1 };
const LONGEST = 14 * DAY; // of one extension

/** How many of the others have to grant the time that somebody asks them for. */
const GRANTS = ["most", "all", "none"];

/** Who has to want a pause, and how many days one lasts at most. */
const PAUSES = ["all", "most", "none"];
const DAYS = ["3", "7", "14", "28"];

/** What a new match agrees about more time and pauses. @param {FormData} data @param {Record<string, unknown>} pace */
function timeAgreed(data, pace) {
  if (!data.has("times")) return {};
  const times = Number(data.get("times"));
  const turn = pace.kind === "duration" ? Number(pace.seconds) : DAY;
  const share = SHARES[String(data.get("share"))];
  const pauses = String(data.get("pauses"));
  const grants = String(data.get("grants"));
  return {
    extensions: times === 0 ? null : { times, ...(share ? { seconds: Math.min(LONGEST, Math.ceil(turn * share)) } : {}) },
    time_requests: grants === "none" ? null : { majority: grants },
    pauses: pauses === "none" ? null : { majority: pauses, seconds: Number(data.get("days")) * DAY },
  };
}

/** "2 to 5"; "2 or 4", where there is nothing between or not all of it; "5". @param {number[]} numbers rising */
function span(numbers) {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.length < 2) return String(low);
  if (numbers.length > 2 && high - low === numbers.length - 1) return say("fromTo", { low, high });
  return say("either", { some: numbers.slice(0, -1).join(", "), last: high });
}

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  if (page.me === null) {
    goOnAt(location.pathname + location.search); // the front page asks newcomers for a name as well
    location.replace("/#sign-in");
    return;
  }
  document.title = `${say("createTitle")} · Siegelpost`;
  /** @type {import("../types.js").RulesList} */
  const { rules } = await call("GET", "/v1/rules");
  const signing = await offerSigning();
  const games = rules.filter((one) => one.superseded_by === null);
  // Pages of rules lead here with their game.
  const asked = new URLSearchParams(location.search);
  const wanted = asked.get("game");
  const first = /** @type {RulesSummary} */ (games.find((one) => one.id.split("@")[0] === wanted) ?? games[0]);
  const state = { game: first, preset: "", seats: 2, whom: asked.has("with") ? "friends" : "bots", beside: 0, bot: "steady", pace: "two", letters: lang(), error: "", busy: false };
  const contacts = new Contacts(() => draw(), asked.get("with"));
  /** Sent again after a lost answer, it leads to the same table. */
  let key = crypto.randomUUID();
  /** The bot that the page of bots leads here with. */
  let challenged = asked.get("program");
  /** Other people's bots that play the chosen game now. @type {import("../types.js").Opponent[]} */
  let programs = [];

  /** @param {RulesSummary} game */
  const pickGame = (game) => {
    state.game = game;
    programs = [];
    if (state.whom === "programs") state.whom = "bots";
    pickPreset(game.presets[0] ?? "");
    void findPrograms(game);
  };
  /** @param {RulesSummary} game */
  const findPrograms = async (game) => {
    /** @type {import("../types.js").OpponentPage} */
    const found = await call("GET", `/v1/bots?game=${encodeURIComponent(String(game.id.split("@")[0]))}`).catch(() => ({ bots: [], next: null }));
    if (state.game !== game) return;
    programs = found.bots.filter((one) => one.free);
    if (programs.some((one) => one.account === challenged)) state.whom = "programs";
    if (programs.length) draw();
  };
  /** @param {string} preset */
  const pickPreset = (preset) => {
    state.preset = preset;
    if (!seats().includes(state.seats)) state.seats = seats()[0] ?? 2;
    draw();
  };
  const seats = () => state.game.preset_seats[state.preset] ?? state.game.seats;
  /** Whether there is a choice: an answer within the hour is for people who are awake. */
  const keepsNights = () => state.whom !== "bots" && state.pace !== "hour";
  /** The house's bots: in all other seats, or in those that somebody's program leaves. */
  const houseBots = () => Array.from({ length: { bots: state.seats - 1, programs: state.seats - 2 }[state.whom] ?? Math.min(state.beside, mostBeside()) }, () => (levels().includes(state.bot) ? state.bot : "steady"));
  /** The levels of the bots of the game. */
  const levels = () => state.game.bots.filter((one) => LEVELS.includes(one));
  /** How many bots there may be beside people who come: one of the others at least is a person. */
  const mostBeside = () => state.seats - 2;
  /** @param {SubmitEvent} event */
  const create = async (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const invite = [...String(data.get("mails") ?? "").split(/[\s,;]+/).filter(Boolean), ...contacts.chosen];
    const makePace = PACES[String(data.get("pace"))] ?? PACES.two;
    const body = {
      rules: state.game.id.split("@")[0],
      seats: state.seats,
      options: /** @type {Record<string, unknown>} */ ({}),
      title: String(data.get("title") ?? "").trim(),
      pace: { ...makePace?.(), ...(data.has("weekends") ? { counted: { ...WORKING_DAYS, zone: myZone() } } : {}) },
      grace_seconds: state.whom === "bots" || state.whom === "programs" ? 0 : 60,
      visibility: state.whom === "anybody" ? "open" : "private",
      bots: houseBots(),
      ...(data.has("misses") ? { absence: data.get("misses") === "never" ? null : { misses: Number(data.get("misses")) } } : {}),
      ...(state.whom === "friends" && state.pace !== "hour" ? { vacation: data.has("vacation") ? "clock-stops" : "plays-on" } : {}),
      ...(keepsNights() ? { nights: data.has("nights") ? "kept" : "ignored" } : {}),
      ...(data.has("rated") ? { rated: true } : {}),
      ...(data.get("least") ? { least_reliability: { percent: Number(data.get("least")), newcomers: data.has("newcomers") } } : {}),
      ...(state.whom === "friends" && invite.length ? { invite_language: state.letters } : {}),
      ...(data.has("alone") ? { assistants: "unwanted" } : {}),
      ...(data.has("talk") ? { talk: data.get("talk") } : {}),
      ...timeAgreed(data, makePace?.() ?? {}),
      invite: state.whom === "friends" ? invite : state.whom === "programs" ? [String(data.get("program"))] : [],
    };
    state.busy = true;
    draw();
    try {
      /** @type {import("../types.js").Rules} */
      const rules = await call("GET", `/v1/rules/${encodeURIComponent(state.game.id)}`);
      body.options = /** @type {Record<string, unknown>} */ (rules.presets[state.preset] ?? {});
      const { match, file } = await createAndSit(body, key, signing.draw);
      if (file === null) return location.assign(`/table/${match}`);
      page.show(keyFile(match, file));
    } catch (error) {
      if (error instanceof Refused) key = crypto.randomUUID();
      state.error = explainedInvite(error, body.invite);
      state.busy = false;
      draw();
    }
  };
  /** @param {string} name @param {string} value @param {string} text @param {boolean} checked @param {() => void} pick */
  const radio = (name, value, text, checked, pick) => html`<label class="choice"><input type="radio" name=${name} value=${value} .checked=${checked} @change=${pick}><span>${text}</span></label>`;
  /** @param {string} name @param {string} label @param {string[][]} options values and words @param {string} usual */
  const select = (name, label, options, usual) => html`<label>${say(label)}<select name=${name}>${options.map(([value, words]) => html`<option value=${value} ?selected=${value === usual}>${say(String(words))}</option>`)}</select></label>`;
  const draw = () => page.show(html`
    <form class="sheet narrow stack create" @submit=${create}>
      <h1>${say("createTitle")}</h1>
      <fieldset class="choices"><legend>${say("whichGame")}</legend>
        ${games.map((one) => radio("game", one.id, say("forPlayers", { game: String(one.titles[lang()]), n: span(one.seats) }), state.game === one, () => pickGame(one)))}
      </fieldset>
      <p class="about">${state.game.about[lang()]} ${state.game.length[lang()]} ${rulesLink(state.game.id)}</p>
      ${state.game.presets.length > 1
        ? html`<label>${say("whichVariant")}<select name="preset" .value=${state.preset} @change=${(/** @type {Event} */ event) => pickPreset(/** @type {HTMLSelectElement} */ (event.target).value)}>
            ${state.game.presets.map((one) => html`<option value=${one} ?selected=${one === state.preset}>${state.game.preset_titles[one]?.[lang()] ?? one}</option>`)}</select></label>
          <p class="hint"><a href=${rulesAddress(state.game.id, state.preset)} target="_blank">${say("thisVariant")}</a></p>`
        : nothing}
      ${seats().length > 1
        ? html`<fieldset class="choices inline"><legend>${say("howMany")}</legend>${seats().map((one) => radio("seats", String(one), String(one), one === state.seats, () => { state.seats = one; draw(); }))}</fieldset>`
        : nothing}
      <fieldset class="choices"><legend>${say("withWhom")}</legend>
        ${radio("whom", "bots", say("withBots"), state.whom === "bots", () => { state.whom = "bots"; draw(); })}
        ${programs.length ? radio("whom", "programs", say("withPrograms"), state.whom === "programs", () => { state.whom = "programs"; draw(); }) : nothing}
        ${radio("whom", "friends", say("withFriends"), state.whom === "friends", () => { state.whom = "friends"; draw(); })}
        ${radio("whom", "anybody", say("withAnybody"), state.whom === "anybody", () => { state.whom = "anybody"; draw(); })}
      </fieldset>
      ${state.whom === "programs" ? html`<label>${say("whichProgram")}<select name="program" @change=${(/** @type {Event} */ event) => { challenged = /** @type {HTMLSelectElement} */ (event.target).value; }}>${programs.map((one) => html`<option value=${one.account} ?selected=${one.account === challenged}>${one.name}</option>`)}</select></label><p class="hint"><a href="/bots" target="_blank">${say("howTheyPlay")}</a></p>` : nothing}
      ${state.whom === "friends" ? html`${contacts.render((player) => { contacts.toggle(player); draw(); })}<label>${say("inviteMails")}<input name="mails" inputmode="email" autocomplete="off" aria-describedby="mails-lead"></label><p class="hint" id="mails-lead">${say("inviteMailsLead")}</p>${lettersIn(state.letters, (language) => { state.letters = language; })}` : nothing}
      ${state.whom === "anybody"
        ? html`<label>${say("whoMaySit")}<select name="least"><option value="">${say("anybodyElse")}</option>${LEAST.map((one) => html`<option value=${one}>${say("forReliable", { percent: one })}</option>`)}</select></label>
          <label class="choice"><input type="checkbox" name="newcomers" checked><span>${say("newcomersToo")}</span></label>
          ${houseBots().length ? nothing : html`<label class="choice"><input type="checkbox" name="rated" aria-describedby="rated-lead"><span>${say("ratedBox")}</span></label><p class="hint" id="rated-lead">${say("ratedLead")}</p>`}`
        : nothing}
      ${(state.whom === "friends" || state.whom === "anybody") && mostBeside() > 0
        ? html`<label>${say("botsBeside")}<select name="beside" @change=${(/** @type {Event} */ event) => { state.beside = Number(/** @type {HTMLSelectElement} */ (event.target).value); draw(); }}>
            ${Array.from({ length: mostBeside() + 1 }, (_, n) => html`<option value=${n} .selected=${n === Math.min(state.beside, mostBeside())}>${say(`botsBeside_${n}`)}</option>`)}</select></label>`
        : nothing}
      ${houseBots().length && levels().length > 1
        ? html`<label>${say("howStrong")}<select name="level" @change=${(/** @type {Event} */ event) => { state.bot = /** @type {HTMLSelectElement} */ (event.target).value; }}>
            ${levels().map((one) => html`<option value=${one} .selected=${one === state.bot}>${say(`level_${one}`)}</option>`)}</select></label>`
        : nothing}
      <label>${say("howFast")}<select name="pace" @change=${(/** @type {Event} */ event) => { state.pace = /** @type {HTMLSelectElement} */ (event.target).value; draw(); }}>${Object.keys(PACES).map((one) => html`<option value=${one}>${say(`pace_${one}`)}</option>`)}</select></label>
      ${keepsNights() && state.pace !== "evening" ? html`<label class="choice"><input type="checkbox" name="weekends"><span>${say("weekendsOut")}</span></label>` : nothing}
      ${state.whom === "bots" ? nothing : html`<label>${say("staysAway")}<select name="misses">${MISSES.map((one) => html`<option value=${one} ?selected=${one === "2"}>${say(`misses_${one}`)}</option>`)}</select></label>`}
      ${state.whom === "bots" ? nothing : html`<details class="agreed"><summary>${say("timeAndPauses")}</summary><div class="stack">
        ${select("times", "moreTimeAllowed", TIMES.map((one) => [one, `times_${one}`]), "3")}
        ${select("share", "byHowMuch", Object.keys(SHARES).map((one) => [one, `share_${one}`]), "half")}
        ${select("grants", "moreTimeGranted", GRANTS.map((one) => [one, `grants_${one}`]), "most")}
        ${select("pauses", "mayPause", PAUSES.map((one) => [one, `pauses_${one}`]), "all")}
        ${select("days", "pauseAtMost", DAYS.map((one) => [one, `days_${one}`]), "14")}
      </div></details>`}
      ${state.whom === "friends" && state.pace !== "hour"
        ? html`<label class="choice"><input type="checkbox" name="vacation" checked aria-describedby="vacation-lead"><span>${say("clockStops")}</span></label>
          <p class="hint" id="vacation-lead">${say("clockStopsLead")}</p>`
        : nothing}
      ${keepsNights()
        ? html`<label class="choice"><input type="checkbox" name="nights" checked aria-describedby="nights-lead"><span>${say("nightsKept")}</span></label>
          <p class="hint" id="nights-lead">${say("nightsKeptLead")} ${page.me?.night ? say("nightsMine", page.me.night) : say("nightsNone")} (<a href="/account#time-off" target="_blank">${say("nightsChange")}</a>).</p>`
        : nothing}
      ${state.whom === "bots" ? nothing : html`<label class="choice"><input type="checkbox" name="alone"><span>${say("noAiHelp")}</span></label>
        ${select("talk", "talkHere", ["after", "open", "none"].map((one) => [one, `talk_${one}`]), "after")}`}
      <label>${say("titleOptional")}<input name="title" maxlength="80" autocomplete="off" placeholder=${say("titleExample")} aria-describedby=${state.whom === "friends" ? "title-lead" : nothing}></label>
      ${state.whom === "friends" ? html`<p class="hint" id="title-lead">${say("titleLead")}</p>` : nothing}
      ${signing.asked()}
      <div class="go">${state.error ? html`<p role="alert" class="alert">${state.error}</p>` : nothing}
        <button class="seal big" ?disabled=${state.busy}>${say("create")}</button></div>
    </form>`);
  pickGame(first);
}
