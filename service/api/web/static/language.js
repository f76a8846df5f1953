// @ts-check
// Every word of the web table, in English and German, but those of sealing and checking (fair-words.js). What a game says comes
// from the server.

/** @typedef {"en" | "de"} Language */

/** @type {Language} */
let language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en";

/** @returns {Language} */
export const lang = () => language;

/** The account's language goes before the browser's. @param {string | undefined} chosen */
export function setLanguage(chosen) {
  if (chosen === "en" || chosen === "de") language = chosen;
}

/** @type {Record<string, [en: string, de: string]>} */
const WORDS = {
  nav: ["Pages", "Seiten"],
  home: ["My tables", "Meine Tische"],
  lobby: ["Open tables", "Offene Tische"],
  new: ["New table", "Neuer Tisch"],
  nowhere: ["There is no such page.", "Diese Seite gibt es nicht."],
  loading: ["One moment …", "Einen Moment …"],
  error: ["That did not work", "Das hat nicht geklappt"],
  away: ["The server cannot be reached. Nothing is lost; we keep trying.", "Der Server ist nicht erreichbar. Nichts geht verloren; wir versuchen es weiter."],
  tryAgain: ["Try again", "Noch einmal versuchen"],
  timeIsUp: ["time is up", "die Zeit ist um"],
  noDeadline: ["no deadline", "ohne Frist"],
  paceEach: ["{span} for every answer", "{span} für jede Antwort"],
  paceDaily: ["every day at {time} ({zone})", "täglich um {time} Uhr ({zone})"],
  paceOn: ["{days} at {time} ({zone})", "{days} um {time} Uhr ({zone})"],
  round: ["Round {n}", "Runde {n}"],
  turn: ["Turn {n}", "Zug {n}"],
  before: ["Before the first round", "Vor der ersten Runde"],
  and: ["{one} and {two}", "{one} und {two}"],
  bot: ["bot", "Bot"],
  you: ["you", "du"],
  free: ["free seat", "freier Platz"],

  signInTitle: ["Slow board games, by mail", "Brettspiele in Ruhe, per Post"],
  signInLead: [
    "You get a mail when it is your turn. You seal your move in three taps; nobody can read it until everybody has sealed.",
    "Du bekommst eine Mail, wenn du dran bist. In drei Handgriffen ist dein Zug versiegelt; niemand kann ihn lesen, bis alle versiegelt haben.",
  ],
  mail: ["Your mail address", "Deine Mailadresse"],
  yourName: ["Your name (what others call you)", "Dein Name (so nennen dich die anderen)"],
  nameOnce: ["Only needed the first time.", "Nur beim ersten Mal nötig."],
  signIn: ["Sign in", "Anmelden"],
  sendLink: ["Send me a link", "Link zum Anmelden schicken"],
  linkSent: ["Look into your mail", "Schau in deine Mails"],
  linkSentLead: [
    "If {mail} is right, a mail with a link is there in a moment. It works for a quarter of an hour.",
    "Wenn {mail} stimmt, ist gleich eine Mail mit einem Link da. Er gilt eine Viertelstunde.",
  ],
  developers: ["For programmers", "Für Programmierer"],
  howFair: ["Every match can be checked afterwards, card by card.", "Jede Partie lässt sich hinterher Karte für Karte nachprüfen."],

  yourTurn: ["Your turn", "Du bist dran"],
  nothingWaits: ["Nothing waits for you.", "Nichts wartet auf dich."],
  nothingWaitsLead: ["A mail tells you when it is your turn.", "Eine Mail sagt dir, wenn du dran bist."],
  othersTurn: ["Others are thinking", "Andere überlegen"],
  inLobby: ["Waiting for players", "Warten auf Mitspieler"],
  finished: ["Finished", "Beendet"],
  waitsFor: ["waits for {names}", "wartet auf {names}"],
  isBeingResolved: ["being resolved", "wird ausgewertet"],
  noTables: ["You sit at no table yet.", "Du sitzt noch an keinem Tisch."],
  createFirst: ["Open a table against a bot, with friends, or for anybody.", "Eröffne einen Tisch gegen einen Bot, mit Freunden oder für alle."],
  won: ["You won", "Du hast gewonnen"],
  lost: ["{names} won", "{names} hat gewonnen"],
  lostMany: ["{names} won", "{names} haben gewonnen"],
  draw: ["A draw", "Unentschieden"],
  cancelled: ["Cancelled", "Abgesagt"],
  expired: ["Nobody came", "Niemand kam"],
  unrevealed: ["A random number was missing", "Eine Zufallszahl fehlte"],
  resigned: ["given up", "aufgegeben"],
  rematch: ["Rematch", "Revanche"],
  against: ["with {names}", "mit {names}"],
  answer: ["Answer", "Antworten"],
  by: ["by {moment}", "bis {moment}"],

  table: ["The table", "Der Tisch"],
  tableText: ["The table as text", "Der Tisch als Text"],
  story: ["What happened", "Was geschah"],
  sinceLast: ["Since your last visit", "Seit deinem letzten Besuch"],
  earlier: ["Earlier", "Früher"],
  nothingYet: ["Nothing has happened yet.", "Noch ist nichts geschehen."],
  until: ["Until {moment} ({left})", "Bis {moment} ({left})"],
  silence: ["If you stay silent: {move}.", "Ohne Antwort gilt: {move}."],
  optional: ["You may, but nobody waits for it.", "Du darfst, aber niemand wartet darauf."],
  sealedAsk: ["Nobody sees your choice until everybody has sealed.", "Niemand sieht deine Wahl, bis alle versiegelt haben."],
  chooseOnPicture: ["Tap a marked place on the picture, or choose from the list.", "Tipp auf eine markierte Stelle im Bild oder wähle aus der Liste."],
  all: ["Show all {n} choices", "Alle {n} Möglichkeiten zeigen"],
  filter: ["Search the {n} choices", "In den {n} Möglichkeiten suchen"],
  noneLeft: ["No choice has these words.", "Keine Möglichkeit enthält diese Wörter."],
  choiceCount: ["{n} choices", "{n} Möglichkeiten"],
  willSeal: ["You will seal", "Du versiegelst"],
  willDo: ["Your move:", "Dein Zug:"],
  seal: ["Seal it", "Versiegeln"],
  doIt: ["Do it", "Ausführen"],
  sealing: ["Sealing …", "Wird versiegelt …"],
  notThis: ["Choose again", "Anders wählen"],
  sealed: ["Sealed", "Versiegelt"],
  sealedWords: ["You have sealed: {move}.", "Du hast versiegelt: {move}."],
  sealedElsewhere: [
    "You have sealed a move on another device. The server cannot read it any more, so only that device can show it.",
    "Du hast auf einem anderen Gerät versiegelt. Der Server kann es nicht mehr lesen, nur jenes Gerät kann es zeigen.",
  ],
  canChange: ["You can change it until everybody has sealed, at the latest until {moment}.", "Du kannst es ändern, bis alle versiegelt haben, längstens bis {moment}."],
  canChangeOpen: ["You can change it until everybody has sealed.", "Du kannst es ändern, bis alle versiegelt haben."],
  change: ["Change it", "Ändern"],
  takeBack: ["Take it back", "Zurücknehmen"],
  answered: ["You have answered; it counts in a moment.", "Du hast geantwortet; es gilt in einem Augenblick."],
  stillAwaited: ["Still awaited: {names}.", "Noch fehlt: {names}."],
  allIn: ["All are in. The cards are turned over in a moment.", "Alle haben versiegelt. Gleich wird aufgedeckt."],
  waitingOthers: ["It is {names}'s turn", "Am Zug: {names}"],
  resolving: ["The table is being resolved …", "Der Tisch wird ausgewertet …"],
  movedOn: ["The table has moved on. Choose again.", "Am Tisch ist es weitergegangen. Wähle neu."],
  alreadySealed: ["You have already sealed in another window or on another device. This is how it stands now.", "Du hast schon in einem anderen Fenster oder auf einem anderen Gerät versiegelt. So steht es jetzt."],
  matchOver: ["The match is over", "Die Partie ist zu Ende"],
  points: ["Points", "Punkte"],
  menu: ["This table", "Dieser Tisch"],
  rules: ["Rules", "Regeln"],
  resign: ["Give up the match", "Partie aufgeben"],
  resignSure: ["Give up? The others win, and it cannot be taken back.", "Aufgeben? Die anderen gewinnen, und es lässt sich nicht zurücknehmen."],
  resignYes: ["Yes, give up", "Ja, aufgeben"],
  keepPlaying: ["No, play on", "Nein, weiterspielen"],
  log: ["Log, to verify", "Protokoll zum Nachprüfen"],
  spectator: ["You are watching.", "Du siehst zu."],
  joinTable: ["Sit down", "Platz nehmen"],
  lobbyLead: ["The match begins as soon as every seat is taken.", "Die Partie beginnt, sobald alle Plätze besetzt sind."],
  lobbyOwner: ["The match begins when its owner says so.", "Die Partie beginnt, wenn der Eröffner es sagt."],
  startNow: ["Begin now", "Jetzt beginnen"],
  inviteLink: ["Invite with this link", "Mit diesem Link einladen"],
  copy: ["Copy", "Kopieren"],
  copied: ["Copied", "Kopiert"],
  share: ["Share", "Teilen"],
  leave: ["Give my seat back", "Platz zurückgeben"],
  cancel: ["Cancel the table", "Tisch absagen"],
  players: ["Players", "Spieler"],
  reconnecting: ["Connection lost, trying again …", "Verbindung verloren, neuer Versuch …"],
  pictureOf: ["The table as a picture", "Der Tisch als Bild"],

  invites: ["{name} invites you", "{name} lädt dich ein"],
  invitedBySomebody: ["You are invited", "Du bist eingeladen"],
  openTable: ["An open table", "Ein offener Tisch"],
  atTable: ["At the table", "Am Tisch"],
  pace: ["Pace", "Tempo"],
  variant: ["Variant", "Variante"],
  seats: ["Seats", "Plätze"],
  seatsTaken: ["{taken} of {all} taken", "{taken} von {all} besetzt"],
  sitDown: ["Sit down and play", "Platz nehmen und spielen"],
  joinByMail: ["Sit down by mail", "Per Mail Platz nehmen"],
  joinByMailLead: ["We send you a link. With it you have a seat and an account; there is no password.", "Wir schicken dir einen Link. Damit hast du einen Platz und ein Konto; ein Passwort gibt es nicht."],
  tooLate: ["This table has begun without you, or is closed.", "Dieser Tisch hat schon begonnen oder ist geschlossen."],
  toTheTable: ["To the table", "Zum Tisch"],
  noOpenTables: ["No table waits for players.", "Kein Tisch wartet auf Mitspieler."],
  look: ["Look at it", "Ansehen"],

  createTitle: ["A new table", "Ein neuer Tisch"],
  whichGame: ["Which game?", "Welches Spiel?"],
  whichVariant: ["Which variant?", "Welche Variante?"],
  howMany: ["How many seats?", "Wie viele Plätze?"],
  withWhom: ["With whom?", "Mit wem?"],
  withBots: ["Against bots, at once", "Gegen Bots, sofort"],
  withFriends: ["With people I invite", "Mit Leuten, die ich einlade"],
  withAnybody: ["With anybody who comes", "Mit allen, die kommen"],
  inviteMails: ["Their mail addresses (optional, separated by commas)", "Ihre Mailadressen (freiwillig, durch Kommas getrennt)"],
  inviteMailsLead: ["You also get a link to share.", "Du bekommst auch einen Link zum Weitergeben."],
  howFast: ["How fast?", "Wie schnell?"],
  pace_hour: ["An hour for every answer", "Eine Stunde für jede Antwort"],
  pace_day: ["A day for every answer", "Ein Tag für jede Antwort"],
  pace_two: ["Two days for every answer", "Zwei Tage für jede Antwort"],
  pace_week: ["A week for every answer", "Eine Woche für jede Antwort"],
  pace_evening: ["Every evening at eight", "Jeden Abend um acht"],
  titleOptional: ["A name for the table (optional)", "Ein Name für den Tisch (freiwillig)"],
  create: ["Open the table", "Tisch eröffnen"],
  reconstructed: ["What is not original", "Was nicht original ist"],

  account: ["Your account", "Dein Konto"],
  name: ["Name", "Name"],
  languageOf: ["Language", "Sprache"],
  zone: ["Time zone of your mails", "Zeitzone deiner Mails"],
  save: ["Save", "Speichern"],
  saved: ["Saved.", "Gespeichert."],
  mails: ["Mails", "Mails"],
  mailsLead: ["Which news come by mail?", "Welche Nachrichten kommen per Mail?"],
  tokens: ["Programs and browsers that are signed in", "Angemeldete Programme und Browser"],
  keptLink: ["What this browser keeps", "Was dieser Browser aufbewahrt"],
  signOut: ["Sign out of this browser", "In diesem Browser abmelden"],
  linkSession: [
    "You are signed in by a link of a mail. To change your account, confirm it once more by mail.",
    "Du bist durch den Link einer Mail angemeldet. Um dein Konto zu ändern, bestätige es noch einmal per Mail.",
  ],
  "kind_your-turn": ["It is my turn", "Ich bin dran"],
  "kind_deadline-near": ["A deadline is near", "Eine Frist läuft ab"],
  "kind_opening-needed": ["A seal has to be opened", "Ein Siegel muss geöffnet werden"],
  kind_resolved: ["Something was resolved", "Etwas wurde aufgedeckt"],
  kind_started: ["A match begins", "Eine Partie beginnt"],
  kind_over: ["A match is over", "Eine Partie ist zu Ende"],
  kind_invited: ["Somebody invites me", "Jemand lädt mich ein"],
  kind_said: ["My partner says something", "Mein Partner sagt etwas"],
  "kind_entropy-needed": ["The deal waits for my random number", "Zum Austeilen fehlt meine Zufallszahl"],
  kind_unseated: ["I was removed from a table", "Ich wurde von einem Tisch entfernt"],

  p_invalid: ["Something in what you entered is not right.", "An den Angaben stimmt etwas nicht."],
  "p_too-many-requests": ["That was too fast. Wait a moment.", "Das ging zu schnell. Warte einen Augenblick."],
  "p_too-many-logins": ["Too many links were asked for. Look for a mail of the last minutes, or wait.", "Es wurden zu viele Links angefordert. Such eine Mail der letzten Minuten oder warte."],
  "p_token-wrong": ["You are no longer signed in. Load the page again.", "Du bist nicht mehr angemeldet. Lade die Seite neu."],
  "p_token-missing": ["Sign in first.", "Melde dich zuerst an."],
  "p_scope-missing": ["To do that, confirm your account by mail first.", "Bestätige dafür zuerst dein Konto per Mail."],
  "p_not-found": ["That is not there, or not any more.", "Das gibt es nicht, oder nicht mehr."],
  p_private: ["This table is private. Open it with the link of its invitation.", "Dieser Tisch ist privat. Öffne ihn mit dem Link der Einladung."],
  p_full: ["All seats are taken.", "Alle Plätze sind besetzt."],
  "p_seat-taken": ["This seat is taken.", "Dieser Platz ist besetzt."],
  "p_invitation-wrong": ["The link of the invitation is not complete.", "Der Link der Einladung ist nicht vollständig."],
  "p_removed-from-table": ["The owner has removed you from this table.", "Der Eröffner hat dich von diesem Tisch entfernt."],
  "p_not-in-lobby": ["This table has already begun, or is closed.", "Dieser Tisch hat schon begonnen oder ist geschlossen."],
  "p_entropy-required": ["This table wants random numbers from every seat. Join it with siegelpost join in a terminal.", "Dieser Tisch verlangt Zufallszahlen von jedem Platz. Setz dich mit siegelpost join im Terminal."],
  "p_too-many-matches": ["You have too many tables for now. Finish one first.", "Du hast im Moment zu viele Tische. Beende erst einen."],
  "p_too-many-creations": ["You have opened too many tables today.", "Du hast heute zu viele Tische eröffnet."],
  "p_too-many-invitations": ["Too many invitations were sent lately.", "In letzter Zeit wurden zu viele Einladungen verschickt."],
  p_locked: ["The seals are locked; nothing can be changed any more.", "Die Siegel stehen fest; es lässt sich nichts mehr ändern."],
  p_late: ["The deadline has passed.", "Die Frist ist vorbei."],
  p_gone: ["The table has moved on.", "Am Tisch ist es weitergegangen."],
  p_conflict: ["You have already answered elsewhere.", "Du hast schon anderswo geantwortet."],
  "p_illegal-move": ["The rules do not allow that.", "Das erlauben die Regeln nicht."],
  "p_match-unavailable": ["This table cannot be shown at the moment. The operator sees it.", "Dieser Tisch lässt sich gerade nicht zeigen. Der Betreiber sieht es."],
  p_unavailable: ["The server is busy. Try again in a moment.", "Der Server ist beschäftigt. Versuch es gleich noch einmal."],
  p_internal: ["The server made a mistake. It is noted.", "Der Server hat einen Fehler gemacht. Er ist notiert."],
};

/**
 * Say something in the reader's language.
 * @param {string} key
 * @param {Record<string, string | number>} [places]
 */
export function say(key, places = {}) {
  const found = WORDS[key];
  if (!found) return key;
  return found[language === "de" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => String(places[name] ?? ""));
}

/** Add the words of a part of the web table that not every page needs. @param {Record<string, [en: string, de: string]>} words */
export function learn(words) {
  Object.assign(WORDS, words);
}

/** Whether there is such a sentence. @param {string} key */
export const knows = (key) => key in WORDS;

/** Names as a list in words. @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(language, { type: "conjunction" }).format(names);
