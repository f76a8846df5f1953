// @ts-check
// What a server refuses somebody who plays, in words: by `p_<code>` of the problem. Codes that only programs meet have none.
import { Refused } from "../frame/api.js";
import { learn, say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { html } from "../vendor/lit-html.js";

learn({
  nothingHere: ["There is nothing here", "Hier ist nichts"],
  nothingHereLead: [
    "This table does not exist, or not any more. It may have been cancelled before the match began, or a piece of the link is missing: open it from the email again.",
    "Diesen Tisch gibt es nicht, oder nicht mehr. Vielleicht wurde er abgesagt, bevor die Partie begann, oder dem Link fehlt ein Stück: Öffne ihn noch einmal aus der Mail.",
  ],
  p_invalid: ["Something in what you entered is not right.", "An den Angaben stimmt etwas nicht."],
  "i_/text": [
    "That cannot be said as it stands: leave out invisible characters and marks piled upon one letter.",
    "So lässt sich das nicht sagen: Lass unsichtbare Zeichen weg, und häufe keine Zeichen auf einen Buchstaben.",
  ],
  "i_/name": [
    "This name will not do.",
    "Dieser Name geht nicht. Ein Name hat höchstens 40 Zeichen aus einem einzigen Alphabet, enthält keine Adresse und keine unsichtbaren oder gehäuften Zeichen, endet nicht mit einer Zahl in Klammern und klingt nicht nach einem Bot oder dem Betreiber.",
  ],
  "i_/title": [
    "This name for the table will not do.",
    "Dieser Name für den Tisch geht nicht. Lass Adressen und unsichtbare oder gehäufte Zeichen weg, und mische keine Alphabete.",
  ],
  "p_too-many-requests": ["That was too fast. Wait a moment.", "Das ging zu schnell. Warte einen Augenblick."],
  "p_too-many-logins": ["Too many links were requested. See whether one came in the last few minutes: it still works.", "Es wurden zu viele Links angefordert. Sieh nach, ob in den letzten Minuten schon einer kam: Er gilt."],
  privateTable: ["This table is private", "Dieser Tisch ist privat"],
  privateTableLead: [
    "You are signed in as {name} and do not sit here. If you were invited, open the link of the invitation; an old one may have been replaced. If you sit here with another account, sign out and sign in with it.",
    "Du bist als {name} angemeldet und sitzt hier nicht. Wurdest du eingeladen, öffne den Link der Einladung; ein alter kann ersetzt worden sein. Sitzt du hier mit einem anderen Konto, melde dich ab und damit an.",
  ],
  signOutHere: ["Sign out", "Abmelden"],
  blockedBecause: [
    "The operator has blocked your account (“{why}”): you can look, but not play. You can still download your data and delete the account.",
    "Der Betreiber hat dein Konto gesperrt („{why}“): Du kannst zusehen, aber nicht spielen. Deine Daten mitnehmen und das Konto löschen kannst du weiterhin.",
  ],
  p_private: ["This table is private. If you play here, sign in. Otherwise open it with its invitation link; an old link may have been replaced.", "Dieser Tisch ist privat. Spielst du hier mit, dann melde dich an. Sonst öffne ihn mit dem Link der Einladung; ein alter Link kann ersetzt worden sein."],
  p_blocked: [
    "The operator has blocked your account: you can look, but not play. You can still download your data and delete the account.",
    "Der Betreiber hat dein Konto gesperrt: Du kannst zusehen, aber nicht spielen. Deine Daten mitnehmen und das Konto löschen kannst du weiterhin.",
  ],
  refusedMove: ["The rules do not take that.", "So nehmen es die Regeln nicht an."],
  "r_not-there": ["There is not that much: whoever gives it has less, and nobody gives away their last gold.", "So viel ist davon nicht da: Wer es geben soll, hat weniger, und das letzte Gold gibt man nie her."],
  "r_no-room": ["Whoever gets it has no room for that much.", "Für so viel davon hat der, der es bekommt, keinen Platz."],
  "r_too-many-offers": ["You have made as many offers as you may this turn.", "Du hast in diesem Zug so viele Angebote gemacht, wie man darf."],
  "r_too-dear": ["You do not have so many of these cards.", "So viele dieser Karten hast du nicht."],
  "r_not-half": ["That is not half of your hand.", "Das ist nicht die Hälfte deiner Hand."],
  r_enough: ["You have made as many offers as you may this turn.", "Du hast in diesem Zug so viele Angebote gemacht, wie man darf."],
  r_gift: ["Nothing is given away: there must be something on both sides.", "Geschenkt wird nichts: Auf beiden Seiten muss etwas stehen."],
  "r_none-left": ["The bank has not so many of these cards left.", "So viele dieser Karten hat die Bank nicht mehr."],
  "r_not-now": ["You cannot do that at this point in the turn.", "Das geht an dieser Stelle des Zuges nicht."],
  "r_no-offer": ["This offer does not stand any more.", "Dieses Angebot steht nicht mehr."],
  "r_no-deal": ["This player has not agreed, or the cards are no longer there.", "Mit dem ist es nicht abgemacht, oder die Karten sind nicht mehr da."],
  "r_not-asked": ["You are not asked that any more.", "Das bist du nicht mehr gefragt."],
  r_same: ["Nobody trades a card for the same kind of card.", "Niemand tauscht eine Karte gegen die gleiche."],
  tradeGone: ["The offer that you were answering is gone: somebody else has settled it, or the time was up. What you had filled in is kept for your next offer or counter-offer.", "Das Angebot, auf das du geantwortet hast, ist weg: Jemand anders war schneller, oder die Zeit war um. Was du ausgefüllt hast, steht beim nächsten Angebot oder Gegenangebot wieder da."],
  alreadySealed: ["You have already sealed in another window or on another device. This is how it stands now.", "Du hast schon in einem anderen Fenster oder auf einem anderen Gerät versiegelt. So steht es jetzt."],
  p_guest: ["For that, give an email address first: under your name at the top.", "Gib dafür zuerst eine Mailadresse an: oben unter deinem Namen."],
  "p_not-a-guest": ["This account has an email address already.", "Dieses Konto hat schon eine Mailadresse."],
  "p_work-needed": ["Very many people are asking at the moment. Wait a while.", "Gerade fragen sehr viele. Warte eine Weile."],
  "p_too-many-guests": ["Too many guests are playing right now. Sign in with your email address.", "Gerade spielen zu viele Gäste. Melde dich mit deiner Mailadresse an."],
  "p_cannot-challenge": ["You cannot challenge this player now.", "Diesen Spieler kannst du jetzt nicht herausfordern."],
  "p_challenge-over": ["The challenge waits for no answer any more.", "Die Herausforderung wartet auf keine Antwort mehr."],
  "p_entries-closed": ["Entries have closed, or the tournament is over.", "Der Meldeschluss ist vorbei, oder das Turnier ist zu Ende."],
  p_full: ["All seats are taken.", "Alle Plätze sind besetzt."],
  "p_seat-taken": ["This seat is taken.", "Dieser Platz ist besetzt."],
  "p_scope-missing": ["To do that, confirm your account by mail first.", "Bestätige dafür zuerst dein Konto per Mail."],
  "p_invitation-wrong": ["The invitation link is incomplete, or the table's owner has replaced it.", "Der Link der Einladung ist nicht vollständig, oder wer eingeladen hat, hat ihn durch einen neuen ersetzt."],
  "p_match-unavailable": ["This table cannot be shown right now. The operator has been told.", "Dieser Tisch lässt sich gerade nicht zeigen. Der Betreiber sieht es."],
  "p_token-missing": ["Sign in first.", "Melde dich zuerst an."],
  "p_token-wrong": ["You are no longer signed in. Load the page again.", "Du bist nicht mehr angemeldet. Lade die Seite neu."],
  "p_not-admitted": ["You do not meet the entry conditions of this tournament.", "Für dieses Turnier erfüllst du die Bedingungen nicht."],
  "p_reliability-too-low": [
    "This table is for people who have answered in time more often, or have been asked more often, than you so far. Its owner can still invite you.",
    "Dieser Tisch ist für Leute, die öfter rechtzeitig geantwortet haben oder schon öfter gefragt wurden als du bisher. Wer ihn eröffnet hat, kann dich trotzdem einladen.",
  ],
  "p_removed-from-table": ["The owner does not want you at this table.", "Wer den Tisch eröffnet hat, möchte dich hier nicht dabeihaben."],
  "p_not-in-lobby": ["This table has already begun, or is closed.", "Dieser Tisch hat schon begonnen oder ist geschlossen."],
  "p_entropy-required": ["This table wants random numbers from every seat. Join it with siegelpost join in a terminal.", "Dieser Tisch verlangt Zufallszahlen von jedem Platz. Setz dich mit siegelpost join im Terminal."],
  "p_too-many-matches": ["You have too many tables for now. Finish one first.", "Du hast im Moment zu viele Tische. Beende erst einen."],
  "p_too-many-creations": ["That is as often as one may do it in a day.", "Öfter geht das an einem Tag nicht."],
  "p_too-many-invitations": ["Too many invitations were sent lately.", "In letzter Zeit wurden zu viele Einladungen verschickt."],
  p_locked: ["The seals are locked; nothing can be changed any more.", "Die Siegel stehen fest; es lässt sich nichts mehr ändern."],
  p_late: ["The deadline has passed.", "Die Frist ist vorbei."],
  p_paused: ["The table is paused. No answers are taken until play goes on.", "Der Tisch macht Pause: Bis es weitergeht, wird nichts angenommen."],
  "p_no-pause": ["That cannot be said about a pause now.", "Das lässt sich gerade über eine Pause nicht sagen."],
  "p_no-time-request": ["That cannot be said about more time now. It may be decided, or the deadline has passed.", "Das lässt sich gerade über mehr Zeit nicht sagen. Vielleicht ist es entschieden, oder die Frist ist vorbei."],
  "p_no-extension": ["You cannot take more time for that now.", "Dafür kannst du dir gerade nicht mehr Zeit nehmen."],
  p_gone: ["The table has moved on.", "Am Tisch ist es weitergegangen."],
  p_conflict: ["You have already answered elsewhere.", "Du hast schon anderswo geantwortet."],
  "p_illegal-move": ["The rules do not allow that.", "Das erlauben die Regeln nicht."],
  "p_already-seated": ["You sit at this table already.", "Du sitzt schon an diesem Tisch."],
  "p_bot-declines": ["This bot does not take the challenge now.", "Dieser Bot nimmt die Herausforderung gerade nicht an."],
  "p_channel-closed": ["You cannot talk with your partner now: the moment for it is over.", "Mit deinem Partner kannst du jetzt nicht sprechen: Der Augenblick dafür ist vorbei."],
  "p_choice-not-offered": ["This match does not offer that.", "Das bietet diese Partie nicht an."],
  "p_client-custody-demanded": ["In this match everybody keeps their own card in their browser.", "In dieser Partie behält jeder seine Karte selbst im Browser."],
  "p_client-custody-taken": ["From now on the server keeps this seat's sealed cards.", "Dieser Platz gibt seine Karten von hier an in Verwahrung."],
  "p_escrow-demanded": ["This can only be sealed in custody.", "Das lässt sich nur in Verwahrung versiegeln."],
  "p_login-needed": ["For that you have to be signed in by mail.", "Dafür musst du per Mail angemeldet sein."],
  p_malformed: ["The seal is damaged. Seal once more.", "Das Siegel ist beschädigt. Versiegle noch einmal."],
  "p_mail-taken": ["This address has an account already.", "Diese Adresse hat schon ein Konto."],
  "p_no-key-asked": ["Nobody asks you for that any more.", "Darum wirst du nicht mehr gebeten."],
  "p_no-orders": ["This game has no standing orders.", "In diesem Spiel gibt es keine Daueranweisungen."],
  "p_no-handing": ["This seat cannot be handed over now. Perhaps the others are asked already.", "Dieser Platz lässt sich jetzt nicht abgeben. Vielleicht sind die anderen schon gefragt."],
  "p_no-substitutes": ["In this match nobody takes over a seat.", "In dieser Partie übernimmt niemand einen Platz."],
  "p_nobody-to-consent": ["Nobody else sits here who could agree to that.", "Sonst sitzt hier niemand, der dem zustimmen könnte."],
  "p_not-a-voter": ["You are not asked about this seat, or not any more.", "Zu diesem Platz bist du nicht gefragt, oder nicht mehr."],
  "p_not-asked": ["You are not asked that now. Perhaps it has been answered already.", "Das bist du gerade nicht gefragt. Vielleicht ist es schon beantwortet."],
  "p_not-full": ["Not all seats are taken yet.", "Es sind noch nicht alle Plätze besetzt."],
  "p_not-missed": ["This seat is not missed any more.", "Dieser Platz wird nicht mehr vermisst."],
  "p_not-owner": ["Only who opened the table may do that.", "Das darf nur, wer den Tisch eröffnet hat."],
  "p_not-possible": ["As things stand this cannot be done.", "So, wie es steht, geht das nicht."],
  "p_not-running": ["This match is not running: it has not begun, or is over.", "Diese Partie läuft nicht: Sie hat noch nicht begonnen oder ist zu Ende."],
  "p_not-seated": ["You have no seat at this table, or no longer have one.", "Du sitzt nicht an diesem Tisch, oder nicht mehr."],
  "p_nothing-to-reveal": ["Nothing is wanted of you for the deal now.", "Für das Austeilen wird gerade nichts von dir gebraucht."],
  "p_other-data": ["The server no longer has the cards of this match. The operator can bring them back.", "Dem Server fehlen die Karten dieser Partie. Der Betreiber kann sie wiederbringen."],
  "p_precondition-failed": ["It has changed since you saw it. Have another look.", "Es hat sich geändert, seit du es gesehen hast. Sieh noch einmal nach."],
  "p_request-running": ["This is being done already. One moment.", "Das läuft schon. Einen Augenblick."],
  "p_reveal-late": ["The time for that is over.", "Die Zeit dafür ist vorbei."],
  "p_rules-superseded": ["These rules were corrected: open a table with the newer ones.", "Diese Regeln wurden berichtigt: Eröffne einen Tisch mit den neueren."],
  "p_seat-key-needed": ["This seat signs its moves: it needs a key from this browser.", "Dieser Platz unterschreibt, was er tut: Er braucht einen Schlüssel dieses Browsers."],
  p_seen: ["You have sent that already.", "Das hast du schon geschickt."],
  "p_signature-needed": ["This seat signs its moves, and this browser does not have its key.", "Dieser Platz unterschreibt, was er tut, und dieser Browser hat seinen Schlüssel nicht."],
  "p_signature-wrong": ["The seat has a new key: the one in this browser no longer counts.", "Der Platz hat inzwischen einen anderen Schlüssel: Der dieses Browsers gilt nicht mehr."],
  p_stale: ["The table has moved on. Have another look, then answer.", "Am Tisch ist es weitergegangen. Sieh noch einmal hin und antworte dann."],
  "p_stored-unreadable": ["The stored record of this cannot be read. The operator has been told.", "Diese Partie lässt sich gerade nicht lesen. Der Betreiber weiß davon."],
  "p_talk-closed": ["You cannot talk at this table now.", "An diesem Tisch könnt ihr gerade nicht reden."],
  "p_talk-full": ["You have said as much as a seat may in one match.", "Du hast in dieser Partie so viel gesagt, wie ein Platz darf."],
  "p_talk-too-fast": ["You have said a lot in a short time. Wait a moment.", "Du hast in kurzer Zeit viel gesagt. Warte einen Augenblick."],
  "p_too-large": ["That is too long.", "Das ist zu lang."],
  "p_too-many-acts": ["This answer has been changed too often: the current one stays.", "Diese Antwort wurde zu oft geändert: Es bleibt bei der letzten."],
  "p_too-many-changes": ["Too many people have joined this table and left it again.", "An diesem Tisch kamen und gingen zu viele."],
  "p_too-slow": ["The connection is too slow right now. Try again.", "Die Verbindung ist gerade zu langsam. Versuch es noch einmal."],
  "p_wrong-form": ["The table is asking something else now. Have another look.", "Der Tisch fragt jetzt etwas anderes. Sieh noch einmal hin."],
  "p_wrong-opening": ["What this browser kept does not fit the seal.", "Was dieser Browser aufgehoben hat, passt nicht zu dem Siegel."],
});

/**
 * What stands in place of a page that its reader cannot have; nothing where trying again may help.
 * @param {unknown} error @param {import("../types.js").Me | null} me
 */
export function inPlace(error, me) {
  if (!(error instanceof Refused)) return null;
  if (error.status === 404) return nowhere();
  if (error.status !== 401 && error.status !== 403) return null;
  if (me === null) return closed(error);
  return error.code === "private" ? privateTo(me) : null;
}

/** What is only for who is signed in, and the way there and back: letters lead here on devices that know nobody yet. @param {unknown} error */
const closed = (error) => html`<h1>${say("signIn")}</h1><p role="alert">${explained(error)}</p>
  <p><a class="button seal" href=${`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`}>${say("signIn")}</a></p>`;

/** A private table, to somebody who is signed in and does not sit there: signing in once more helps only as somebody else. @param {import("../types.js").Me} me */
const privateTo = (me) => html`<h1>${say("privateTable")}</h1><p role="alert">${say("privateTableLead", { name: me.name })}</p>
  <p><a class="button" href="/">${say("home")}</a></p><form method="post" action="/session/end"><button class="link">${say("signOutHere")}</button></form>`;

/** Where nothing is, trying again helps nobody. */
const nowhere = () => html`<h1>${say("nothingHere")}</h1><p role="alert">${say("nothingHereLead")}</p>
  <p><a class="button" href="/">${say("home")}</a></p>`;
