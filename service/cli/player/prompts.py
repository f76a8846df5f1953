"""Texts and prompts of ``siegelpost play`` at a table, in the player's language."""

from __future__ import annotations

from typing import Any

import click

from engine.contract import Language

SAID: dict[Language, dict[str, str]] = {
    "en": {
        "nothing": "Nothing waits for you now.",
        "nothing-here": "Nothing waits for you in this match now.",
        "nothing-else-here": "Nothing else waits for you in this match now.",
        "bots-think": "The bots are thinking. Ctrl-C leaves.",
        "bots-take-long": "The bots are still thinking; a mail will tell you when it is your turn.",
        "left": "Until next time. The matches go on, mails will tell you.",
        "which": "Which one ('q' leave, '?' help)",
        "which-help": "Type the number of the match to play; 'q' leaves.",
        "choice": "Your choice ('t' table, 'q' leave, '?' help)",
        "choice-help": "Type what stands in brackets, or the beginning of a word. What you would type next may follow at once,"
        " after a blank. 't' shows the table again, 'q' leaves; nothing is sealed before you have confirmed it.",
        "not-listed": "'{text}' is not one of {keys}",
        "moved-on": "The match has moved on meanwhile.",
        "held-back": "You have answered this; the answer is held back for a while, and nobody sees it.",
        "change-or-quit": "[c]hange it, or [q]uit",
        "change-withdraw-or-quit": "[c]hange it, [w]ithdraw it, or [q]uit",
        "standing": "You have sealed a move for this (act {seq}). Others cannot see which.",
        "withdrawn": "Withdrawn. Nothing of yours stands in this decision now.",
        "escrow-only": "This decision takes escrow only for you: the server sees the move when you seal it.",
        "seal": "Seal: {move}?",
        "do": "Do: {move}?",
        "yes-or-no": "'{text}' is neither 'y' (yes) nor 'n' (no)",
        "sealed-as": "Sealed as {commitment}",
        "done": "Done.",
        "receipt": "Receipt {receipt} is signed, checked and kept.",
        "reconsider": "Revealed in about {left}: time to reconsider. Ctrl-C leaves.",
        "counts-within": "It counts within {left}: held back, so that nobody can tell an order from a person.",
        "until-then": "Until then 'siegelpost play {match}' changes it.",
        "others-have-time": "The others have time to answer yet; a mail will tell you.",
        "opens-here": "Once it is locked, 'siegelpost play' on this machine opens your move.",
        "time-left": "Time left: {left}",
        "time-left-until": "Time left: {left}, until {until}",
        "aside": "{question} (you may, nobody waits for it)",
        "back": "Back: {question}",
        "marked": "Marked on the table:",
        "lobby": "In the lobby, not started yet. Seats: {names}",
        "guests-awaited": "Invitations not answered yet: {n}.",
        "opened": "Opened your sealed move of {decision}.",
        "opening-missing": "WARNING: {decision} waits for your opening, which is not here: open it where you sealed it.",
    },
    "de": {
        "nothing": "Im Augenblick wartet nichts auf dich.",
        "nothing-here": "In dieser Partie wartet im Augenblick nichts auf dich.",
        "nothing-else-here": "Sonst wartet in dieser Partie im Augenblick nichts auf dich.",
        "bots-think": "Die Bots überlegen. Strg-C verlässt den Tisch.",
        "bots-take-long": "Die Bots überlegen noch; eine Mail sagt dir, wenn du dran bist.",
        "left": "Bis zum nächsten Mal. Die Partien gehen weiter, Mails sagen dir Bescheid.",
        "which": "Welche ('q' gehen, '?' Hilfe)",
        "which-help": "Gib die Nummer der Partie ein, die du spielen willst; 'q' verlässt den Tisch.",
        "choice": "Deine Wahl ('t' Tisch, 'q' gehen, '?' Hilfe)",
        "choice-help": "Gib ein, was in Klammern steht, oder den Anfang eines Worts. Die Antwort auf die nächste Frage darf"
        " gleich folgen, nach einem Leerzeichen. 't' zeigt den Tisch noch einmal, 'q' verlässt ihn; versiegelt wird erst, was du"
        " bestätigt hast.",
        "not-listed": "'{text}' steht nicht zur Wahl: {keys}",
        "moved-on": "Die Partie ist inzwischen weitergegangen.",
        "held-back": "Du hast schon geantwortet; die Antwort wird eine Weile zurückgehalten, und niemand sieht sie.",
        "change-or-quit": "[c] ändern oder [q] gehen",
        "change-withdraw-or-quit": "[c] ändern, [w] zurückziehen oder [q] gehen",
        "standing": "Du hast hierfür einen Zug versiegelt (Vorgang {seq}). Andere sehen nicht, welchen.",
        "withdrawn": "Zurückgezogen. Von dir liegt für diese Entscheidung nichts mehr vor.",
        "escrow-only": "Hier nimmt der Server deinen Zug nur in Verwahrung: Er sieht ihn, wenn du ihn versiegelst.",
        "seal": "Versiegeln: {move}?",
        "do": "Ausführen: {move}?",
        "yes-or-no": "'{text}' ist weder 'j' (ja) noch 'n' (nein)",
        "sealed-as": "Versiegelt als {commitment}",
        "done": "Erledigt.",
        "receipt": "Die Quittung {receipt} ist unterschrieben, geprüft und aufbewahrt.",
        "reconsider": "Aufgedeckt wird in etwa {left}: Zeit, es sich anders zu überlegen. Strg-C verlässt den Tisch.",
        "counts-within": "Es gilt binnen {left}, damit niemand eine Daueranweisung von einem Menschen unterscheidet.",
        "until-then": "Bis dahin ändert es 'siegelpost play {match}'.",
        "others-have-time": "Die anderen haben noch Zeit; eine Mail sagt dir Bescheid.",
        "opens-here": "Sobald die Züge feststehen, öffnet 'siegelpost play' auf diesem Rechner deinen Zug.",
        "time-left": "Zeit: {left}",
        "time-left-until": "Zeit: {left}, bis {until}",
        "aside": "{question} (du darfst, aber niemand wartet darauf)",
        "back": "Zurück: {question}",
        "marked": "Auf dem Tisch markiert:",
        "lobby": "Noch nicht begonnen. Plätze: {names}",
        "guests-awaited": "Einladungen ohne Antwort: {n}.",
        "opened": "Dein versiegelter Zug {decision} ist geöffnet.",
        "opening-missing": "WARNUNG: {decision} wartet auf deine Öffnung, die nicht hier ist: Öffne dort, wo du versiegelt hast.",
    },
}
"""Whole sentences, so that each language keeps its order."""
YES = {"en": ("y", "yes"), "de": ("j", "ja", "y", "yes")}
NO = {"en": ("n", "no"), "de": ("n", "nein", "no")}


def said(language: Language, key: str, **facts: object) -> str:
    """Return a sentence in a language.

    >>> said("de", "time-left", left="2 h")
    'Zeit: 2 h'
    """
    return SAID[language][key].format(**facts)


class YesOrNo(click.ParamType[bool]):
    """Yes or no in the player's language, also in English."""

    name = "yes or no"

    def __init__(self, language: Language) -> None:
        self._language: Language = language

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bool:
        """Return whether it means yes."""
        if isinstance(value, bool):
            return value
        text = str(value).strip().lower()
        if text in YES[self._language]:
            return True
        if text not in NO[self._language]:
            self.fail(said(self._language, "yes-or-no", text=text), param, ctx)
        return False


def confirmed(language: Language, key: str, **facts: object) -> bool:
    """Ask for a confirmation; an empty answer means yes."""
    brackets = f"[{YES[language][0].upper()}/{NO[language][0]}]"
    asked: bool = click.prompt(
        f"{said(language, key, **facts)} {brackets}", type=YesOrNo(language), default=True, show_default=False
    )
    return asked


def asked_for_sure(language: Language, question: str) -> bool:
    """Ask whether the player is sure; an empty answer means no."""
    brackets = f"[{YES[language][0]}/{NO[language][0].upper()}]"
    sure: bool = click.prompt(f"{question} {brackets}", type=YesOrNo(language), default=False, show_default=False)
    return sure
