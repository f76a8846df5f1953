"""What each part of an account's export is, in the words of its owner's language."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "about": ("What each part of this file is.", "Was jeder Teil dieser Datei ist."),
    "exported_at": ("When the file was made.", "Wann die Datei gemacht wurde."),
    "me": (
        "Your account: name, mail address, language, time zone, and your night, in which some deadlines do not end.",
        "Dein Konto: Name, Mailadresse, Sprache, Zeitzone und deine Nacht, in der manche Fristen nicht enden.",
    ),
    "blocked": (
        "Since when and why the operator has blocked your account; null: it is not blocked.",
        "Seit wann und warum der Betreiber dein Konto gesperrt hat; null: Es ist nicht gesperrt.",
    ),
    "notifications": (
        "Which mails you want, how they look, your quiet hours and whether mails keep them, and the tables that you have muted.",
        "Welche Mails du willst, wie sie aussehen, deine Ruhezeit, ob Mails sie einhalten, und die Tische, die du stumm "
        "geschaltet hast.",
    ),
    "subscriptions": (
        "Which of your private calendar and feed addresses exist; the addresses themselves are not stored.",
        "Welche deiner privaten Kalender- und Feed-Adressen es gibt; die Adressen selbst werden nicht gespeichert.",
    ),
    "tokens": (
        "Where you are signed in: browsers, terminals and programs that you have allowed. What opens them is not in here.",
        "Wo du angemeldet bist: Browser, Terminals und Programme, die du zugelassen hast. Was sie öffnet, steht nicht darin.",
    ),
    "networks_seen_at": (
        "When you signed in from networks that are remembered. Which ones they are cannot be read from what is stored.",
        "Wann du dich aus gemerkten Netzen angemeldet hast. Welche es sind, lässt sich aus dem Gespeicherten nicht lesen.",
    ),
    "bots": ("Bots that play in your name.", "Bots, die in deinem Namen spielen."),
    "webhooks": (
        "Addresses to which programs of yours are sent what happens to you, and the last attempts.",
        "Adressen, an die deine Programme geschickt bekommen, was dir geschieht, und die letzten Versuche.",
    ),
    "browsers": ("Browsers that show you notifications.", "Browser, die dir Benachrichtigungen zeigen."),
    "vacations": ("Your vacations since the beginning of the year.", "Deine Urlaube seit Jahresanfang."),
    "matches": (
        "Your matches. Their logs and what you and your partners said are on this server, at the paths given; "
        "the page that verifies a match offers its log as a file.",
        "Deine Partien. Ihre Protokolle und was du und deine Partner gesagt haben, liegen auf diesem Server unter den "
        "genannten Pfaden; wo du eine Partie nachprüfst, gibt es ihr Protokoll auch als Datei.",
    ),
    "events": ("What happened to you lately at your tables.", "Was dir zuletzt an deinen Tischen geschah."),
    "letters_waiting": (
        "News that has not been sent to you yet.",
        "Nachrichten, die noch nicht an dich geschickt wurden.",
    ),
    "deliveries": (
        "Mails and notifications to you: when, about what, and what became of each.",
        "Mails und Benachrichtigungen an dich: wann, worüber, und was aus jeder wurde.",
    ),
    "bounces": ("Reports that a mail to you came back.", "Berichte, dass eine Mail an dich zurückkam."),
    "answered_in_time": (
        "Whether your last answers came in time, the oldest first.",
        "Ob deine letzten Antworten rechtzeitig kamen, die älteste zuerst.",
    ),
}
"""In English and in German, by the part's name."""


def about_export(language: str) -> dict[str, str]:
    """Return what each part is; English for languages that are not here."""
    return {part: german if language == "de" else english for part, (english, german) in WORDS.items()}


__all__ = ["about_export"]
