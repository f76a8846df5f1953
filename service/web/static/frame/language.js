// @ts-check
// Every word of the web table, in English and German, but those of sealing and checking (fair-words.js). Other languages come as
// a file each (words/<language>.json); what one lacks is said in English. What a game says comes from the server.

/** @typedef {keyof import("../types.js").Rules["titles"]} Language */

const page = document.documentElement;

/** The languages in which each sentence stands in the modules, in the order of its pair. */
const PAIR = ["en", "de"];

/** The languages that there are: what each calls itself, its locale, and where they are not in the modules the addresses of its words: those that a table needs at once, and the others. @type {Record<Language, { name: string, locale: string, words?: [first: string, more: string] }>} */
export const languages = JSON.parse(document.querySelector("meta[name=languages]")?.getAttribute("content") ?? '{"en": {"name": "English", "locale": "en-GB"}}');

/** @type {Language} */
let language = /** @type {Language} */ (page.lang in languages ? page.lang : "en");

/** The words of a language that is not in the modules. @type {Record<string, string>} */
let others = {};

/** Those of its words that a table does not need at once, on their way or there. @type {Promise<unknown> | null} */
let whole = null;

async function load() {
  const from = languages[language]?.words;
  others = {};
  whole = null;
  // A table is seen before its other words travel: they weigh more than all else in it.
  await Promise.all([from && add(others, from[0]).catch(() => {}), !location.pathname.startsWith("/table/") && moreWords()]);
}

/** @param {Record<string, string>} words @param {string} from */
const add = async (words, from) => Object.assign(words, await (await fetch(from)).json());

/** Have all words of the language; without a connection, those that are there. */
export function moreWords() {
  const from = languages[language]?.words;
  whole ??= from ? add(others, from[1]).catch(() => { whole = null; }) : Promise.resolve();
  return whole;
}
await load();

/** @returns {Language} */
export const lang = () => language;

/** The account's language goes before the page's; pages without modules speak it from now on, too. @param {string | undefined} chosen */
export async function setLanguage(chosen) {
  if (!chosen || !(chosen in languages)) return;
  const changes = chosen !== language;
  page.lang = language = /** @type {Language} */ (chosen);
  if (changes) await load();
  document.cookie = `siegelpost-language=${chosen};path=/;max-age=31536000;samesite=lax`;
}
const HERE = "siegelpost.language";

/** The language of this browser alone: whoever came by the link of a letter cannot change the account's. @returns {string | null} */
export function readsHere() {
  try {
    return localStorage.getItem(HERE);
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** @param {string | null} chosen `null`: the account's again */
export function readHere(chosen) {
  if (chosen) localStorage.setItem(HERE, chosen);
  else localStorage.removeItem(HERE);
}

if (location.search.includes("language=")) void setLanguage(language); // a visitor has chosen it

/** @type {Record<string, [en: string, de: string]>} */
const WORDS = {
  nav: ["Pages", "Seiten"],
  home: ["My tables", "Meine Tische"],
  lobby: ["Open tables", "Offene Tische"],
  showMore: ["Show more", "Mehr zeigen"],
  signIn: ["Sign in", "Anmelden"],
  new: ["New table", "Neuer Tisch"],
  nowhere: ["There is no such page.", "Diese Seite gibt es nicht."],
  error: ["That did not work", "Das hat nicht geklappt"],
  away: ["The server cannot be reached. Try again in a moment.", "Der Server ist nicht erreichbar. Versuch es gleich noch einmal."],
  notSent: ["The server cannot be reached, so this may not have arrived. Do it again when the connection is back.", "Der Server ist nicht erreichbar; vielleicht kam das nicht an. Mach es noch einmal, sobald die Verbindung wieder da ist."],
  notArrived: ["The connection is back, but what you did last has not arrived. Do it again.", "Die Verbindung ist wieder da, aber was du zuletzt getan hast, kam nicht an. Mach es noch einmal."],
  tryAgain: ["Try again", "Noch einmal versuchen"],
  timeIsUp: ["time is up", "die Zeit ist um"],
  noDeadline: ["no deadline", "ohne Frist"],
  paceEach: ["{span} for every answer", "{span} für jede Antwort"],
  paceCounted: ["{span} for every answer, not counting {days} ({zone})", "{span} für jede Antwort, ohne {days} ({zone})"],
  paceDaily: ["every day at {time} ({zone})", "täglich um {time} Uhr ({zone})"],
  tempoByDay: ["{pace}, not at night ({begins} to {ends} for you)", "{pace}, nicht nachts (bei dir {begins} bis {ends} Uhr)"],
  tempoByAnyDay: ["{pace}, not at night", "{pace}, nicht nachts"],
  tempoByOthersDay: ["{pace}, not at night (you have no quiet hours)", "{pace}, nicht nachts (du hast keine Ruhezeit)"],
  paceOn: ["{days} at {time} ({zone})", "{days} um {time} Uhr ({zone})"],
  round: ["Round {n}", "Runde {n}"],
  turn: ["Turn {n}", "Zug {n}"],
  before: ["Before the first round", "Vor der ersten Runde"],
  atFirst: ["Before the first answer", "Noch vor der ersten Antwort"],
  and: ["{one} and {two}", "{one} und {two}"],
  bot: ["bot", "Bot"],
  you: ["you", "du"],
  free: ["free seat", "freier Platz"],
  inAdvance: ["Standing orders: say in advance what you will answer", "Daueranweisungen: im Voraus sagen, was du antwortest"],

  sendLink: ["Send me a link", "Link zum Anmelden schicken"],
  developers: ["For programmers", "Für Programmierer"],

  yourTurn: ["Your turn", "Du bist dran"],
  askedAside: ["You may answer", "Du darfst antworten"],
  inLobby: ["Waiting for players", "Warten auf Mitspieler"],
  rematch: ["Rematch", "Revanche"],
  against: ["with {names}", "mit {names}"],
  againstBots: ["against {names}", "gegen {names}"],
  bots: ["{n} bots", "{n} Bots"],

  story: ["What happened", "Was geschah"],
  earlier: ["Earlier", "Früher"],
  gone: ["Deleted account", "Gelöschtes Konto"],
  withGone: ["a deleted account", "einem gelöschten Konto"],
  lookBack: ["Look back, step by step", "Zurückblättern"],
  nothingYet: ["Nothing has happened yet.", "Noch ist nichts geschehen."],
  allIsNew: ["All of it came since your last visit.", "Alles geschah seit deinem letzten Besuch."],
  timeLeft: ["{left} left, until {moment}", "noch {left}, bis {moment}"],
  silence: ["If you don't answer: {move}.", "Ohne Antwort gilt: {move}."],
  backTo: ["Back: {question}", "Zurück: {question}"],
  optional: ["You may, but nobody waits for it.", "Du darfst, aber niemand wartet darauf."],
  sealedAsk: ["Nobody sees your choice until everybody has sealed.", "Niemand sieht deine Wahl, bis alle versiegelt haben."],
  chooseOnPicture: ["Tap a marked place on the picture, or choose from the list.", "Tipp auf eine markierte Stelle im Bild oder wähle aus der Liste."],
  all: ["Show all {n} choices", "Alle {n} Möglichkeiten zeigen"],
  filter: ["Search the {n} choices", "In den {n} Möglichkeiten suchen"],
  noneLeft: ["No choice has these words.", "Keine Möglichkeit enthält diese Wörter."],
  tapOn: ["Now tap the next marked place.", "Tipp nun auf die nächste markierte Stelle."],
  chosenSoFar: ["What you have tapped", "Was du angetippt hast"],
  larger: ["Enlarge the picture", "Bild vergrößern"],
  smaller: ["Shrink the picture", "Bild verkleinern"],
  howToPlay: ["How to play", "So wird gespielt"],
  legend: ["Legend", "Legende"],
  moreLine: ["Show the line before that", "Die Zeile davor zeigen"],
  moreLines: ["Show the {n} lines before that", "Die {n} Zeilen davor zeigen"],
  choiceCount: ["{n} choices", "{n} Möglichkeiten"],
  willSeal: ["You will seal:", "Du versiegelst:"],
  willDo: ["Your move:", "Dein Zug:"],
  seal: ["Seal it", "Versiegeln"],
  doIt: ["Do it", "Ausführen"],
  sealing: ["Sealing …", "Wird versiegelt …"],
  notThis: ["Choose again", "Anders wählen"],
  sealed: ["Sealed", "Versiegelt"],
  graceAsk: ["Cards are turned over {n} seconds after the last seal, or at the deadline.", "Aufgedeckt wird {n} Sekunden nach dem letzten Siegel, spätestens wenn die Frist endet."],
  graceAskOpen: ["The cards are turned over {n} seconds after the last seal.", "Aufgedeckt wird {n} Sekunden nach dem letzten Siegel."],
  change: ["Change it", "Ändern"],
  answered: ["You have answered; it counts in a moment.", "Du hast geantwortet; es gilt in einem Augenblick."],
  stillAwaited: ["Still awaited: {names}.", "Noch fehlt: {names}."],
  awaitedSealed: [
    "Whether {names} has sealed yet is shown only later, so that nobody can read anything into the timing.",
    "Ob {names} schon versiegelt hat, zeigt sich erst nach einer Weile, damit niemand aus der Uhrzeit Schlüsse zieht.",
  ],
  awaitedSealedMany: [
    "Whether {names} have sealed yet is shown only later, so that nobody can read anything into the timing.",
    "Ob {names} schon versiegelt haben, zeigt sich erst nach einer Weile, damit niemand aus der Uhrzeit Schlüsse zieht.",
  ],
  waitingOthers: ["It is {names}'s turn", "Am Zug: {names}"],
  ordersFirst: ["Your standing orders are in force. If they answer this, it takes effect within {span}. You can also answer yourself.", "Deine Daueranweisungen gelten: Haben sie hierauf eine Antwort, gilt sie binnen {span}. Du kannst auch selbst antworten."],
  paused: ["The table is paused", "Der Tisch macht Pause"],
  pausedUntil: ["No questions, no deadlines. Play goes on by {moment} at the latest, and every deadline moves by the length of the pause.", "Niemand wird etwas gefragt, und keine Frist läuft ab. Spätestens {moment} geht es weiter; dann verschiebt sich jede Frist um die Dauer der Pause."],
  resolving: ["The table is being resolved …", "Der Tisch wird ausgewertet …"],
  partMissing: ["Not everything came: some choices, or what you can say in advance, may be missing.", "Nicht alles kam an: Vielleicht fehlen Möglichkeiten, auch solche im Voraus."],
  movedOn: ["The table has moved on. Choose again.", "Am Tisch ist es weitergegangen. Wähle neu."],
  menu: ["Match", "Partie"],
  notes: ["My note and my news", "Meine Notiz und meine Nachrichten"],
  rules: ["Rules", "Regeln"],
  spectator: ["You are watching.", "Du siehst zu."],
  cameLate: ["All seats are taken, and the match has begun.", "Alle Plätze sind besetzt, und die Partie hat begonnen."],
  players: ["Players", "Spieler"],
  reconnecting: ["Connection lost, trying again …", "Verbindung verloren, neuer Versuch …"],
  itsTournament: ["To the tournament", "Zum Turnier"],
  pictureOf: ["The table as a picture", "Der Tisch als Bild"],


  onVacation: ["on vacation until {moment}", "im Urlaub bis {moment}"],

  name: ["Name", "Name"],
  zone: ["Time zone of your emails", "Zeitzone deiner Mails"],
  mails: ["Emails", "Mails"],
  fairness: ["What you can check for yourself", "So prüfst du, dass alles fair war"],
  verifyLink: ["Verify this match", "Diese Partie nachprüfen"],
  keptLink: ["What this browser keeps", "Was dieser Browser aufbewahrt"],

  "p_not-found": ["That is not there, or not any more.", "Das gibt es nicht, oder nicht mehr."],
  p_unavailable: ["The server is busy. Try again in a moment.", "Der Server ist beschäftigt. Versuch es gleich noch einmal."],
  p_internal: ["The server made a mistake. It is noted.", "Der Server hat einen Fehler gemacht. Er ist notiert."],
};

/**
 * Say something in the reader's language.
 * @param {string} key
 * @param {Record<string, string | number>} [places]
 */
export function say(key, places = {}) {
  const found = others[key] ?? WORDS[key]?.[Math.max(0, PAIR.indexOf(language))];
  if (found === undefined) return key;
  return found.replace(/\{(\w+)\}/g, (_, name) => String(places[name] ?? ""));
}

/** Add the words of a part of the web table that not every page needs. @param {Record<string, [en: string, de: string]>} words */
export function learn(words) {
  Object.assign(WORDS, words);
}

/** Whether there is such a sentence. @param {string} key */
export const knows = (key) => key in WORDS;

/** As in mails: British English has the clock of 24 hours. */
export const locale = () => languages[language]?.locale ?? language;

/** The other languages, as links to this page in them. */
export const otherLanguages = () => Object.entries(languages).filter(([one]) => one !== language).map(([one, { name }]) => ({ one, name }));

/** Names as a list in words. @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(language, { type: "conjunction" }).format(names);
