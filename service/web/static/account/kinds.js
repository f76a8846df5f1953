// @ts-check
// The names of notifications and their groups in the settings, made by checks.web from their rows (kinds.py).
import { learn } from "../frame/language.js";

learn({
  "kind_your-turn": ["It is my turn", "Ich bin dran"],
  "kind_deadline-near": ["A deadline is near", "Eine Frist läuft ab"],
  "kind_opening-needed": ["A seal has to be opened", "Ein Siegel muss geöffnet werden"],
  "kind_you-are-missed": ["I am missed at a table", "Ich fehle an einem Tisch"],
  "kind_absence-asked": ["Somebody stays away, and I am asked", "Jemand bleibt weg, und ich werde gefragt"],
  "kind_handing-asked": ["Somebody wants to hand the seat over, and I am asked", "Jemand möchte den Platz abgeben, und ich werde gefragt"],
  "kind_substitute-asked": ["Somebody asks me to play on for a player", "Jemand bittet mich, für jemanden weiterzuspielen"],
  "kind_time-requested": ["Somebody asks me for more time", "Jemand bittet mich um mehr Zeit"],
  "kind_invited": ["Somebody invites me", "Jemand lädt mich ein"],
  "kind_entropy-needed": ["The deal waits for my browser", "Das Austeilen wartet auf meinen Browser"],
  "kind_key-asked": ["Somebody has lost the key that signs their moves, and asks me to agree to a new one", "Jemand hat den Schlüssel verloren, der seine Züge unterschreibt, und bittet mich um Zustimmung zu einem neuen"],
  "kind_resolved": ["Something was resolved", "Etwas wurde aufgedeckt"],
  "kind_followed": ["What followed from my answer", "Was auf meine Antwort folgte"],
  "kind_started": ["A match begins", "Eine Partie beginnt"],
  "kind_over": ["A match is over", "Eine Partie ist zu Ende"],
  "kind_said": ["My partner says something", "Mein Partner sagt etwas"],
  "kind_said-at-table": ["Somebody says something at the table", "Jemand sagt etwas am Tisch"],
  "kind_more-time": ["Somebody takes more time", "Jemand nimmt sich mehr Zeit"],
  "kind_time-decided": ["What became of more time that was asked for", "Was aus einer Bitte um mehr Zeit wurde"],
  "kind_table-pause": ["Somebody wants a pause, or a table pauses", "Jemand möchte eine Pause, oder ein Tisch macht Pause"],
  "kind_handing-ended": ["A seat that was to be handed over stays", "Ein Platz, der abgegeben werden sollte, bleibt"],
  "kind_seat-taken-over": ["Somebody else, or a bot, takes over a seat", "Jemand anderes oder ein Bot übernimmt einen Platz"],
  "kind_is-back": ["Somebody is back", "Jemand ist wieder da"],
  "kind_substitute-ready": ["Somebody is ready to play on, or would come back", "Jemand ist bereit weiterzuspielen oder möchte zurückkommen"],
  "kind_unseated": ["I was removed from a table", "Ich wurde von einem Tisch entfernt"],
  "kind_key-changed": ["Somebody signs their moves with a new key, say on a new device", "Jemand unterschreibt seine Züge mit einem neuen Schlüssel, etwa an einem neuen Gerät"],
  "kind_tournament-round": ["A tournament or its next round begins", "Ein Turnier oder seine nächste Runde beginnt"],
  "kind_challenge-received": ["Somebody challenges me in a ladder", "Jemand fordert mich in einer Rangliste heraus"],
  "kind_challenge-decided": ["A challenge of mine in a ladder is decided", "Eine Herausforderung in einer Rangliste ist entschieden"],
  "kind_tournament-ended": ["A tournament is over", "Ein Turnier ist zu Ende"],
  "kind_tournament-standings": ["Standings of my tournaments, weekly in the digest", "Wöchentlich der Stand meiner Turniere, in der Sammelmail"],
  "kind_daily-puzzle": ["The puzzle of the day", "Das Rätsel des Tages"],
  "kind_webhook-disabled": ["A webhook of mine is switched off", "Ein Webhook von mir wird abgeschaltet"],
  "kind_put-back": ["The server was put back to a backup", "Der Server wurde auf eine Sicherung zurückgesetzt"],
  "kind_login": ["A link to sign in", "Ein Link zum Anmelden"],
  "kind_address-asked": ["A new email address to confirm", "Eine neue Mailadresse zum Bestätigen"],
  "kind_address-changed": ["My email address was changed", "Meine Mailadresse wurde geändert"],
  "kind_deletion-asked": ["To confirm that my account is deleted", "Bestätigung, dass mein Konto gelöscht wird"],
  "kind_muted-by-link": ["Emails to me were stopped by the link of an email", "Mails an mich wurden über den Link einer Mail abbestellt"],
});

/** Kinds of mails by what they want of the reader, in the order in which players miss them. */
export const GROUPS = {"asked": ["your-turn", "deadline-near", "opening-needed", "you-are-missed", "absence-asked", "handing-asked", "substitute-asked", "time-requested", "invited", "entropy-needed", "key-asked", "challenge-received"], "tables": ["resolved", "started", "over", "said", "said-at-table", "more-time", "time-decided", "table-pause", "handing-ended", "seat-taken-over", "substitute-ready", "unseated", "key-changed", "tournament-round", "challenge-decided", "tournament-ended", "tournament-standings"]};
