"""Whole sentences that ask how it stands or what can be done, or take something back: tables, in English and German. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from workers.replies.plain_speech import says_nothing, words_of
from workers.replies.word_tables import DOUBT, words

QUESTIONS: Mapping[Literal["status", "help", "rules"], re.Pattern[str]] = {
    "status": re.compile(
        r"(?:und )?(?:wie steht(?:'?s| es)?(?: (?:denn|gerade|jetzt|so))*(?: bei (?:uns|mir))?|wie ist (?:der|unser) stand"
        r"|wie sieht(?:'?s| es) aus|wer ist (?:gerade |jetzt )?(?:dran|am zug)|bin ich (?:gerade |jetzt )?(?:dran|am zug)"
        r"|wie (?:läuft(?:'?s| es)|ist der spielstand)"
        r"|was hab(?:e)? ich (?:jetzt |gerade |zuletzt |da |nun )*(?:gespielt|gewählt|versiegelt|geantwortet|genommen)"
        r"|what (?:did|have) i (?:just )?(?:play|played|choose|chosen|seal|sealed|answer|answered)"
        r"|(?:bis )?wann (?:ist|endet) (?:die|meine) frist|bis wann (?:muss|soll|kann|darf) ich (?:noch )?antworten"
        r"|wie viele? (?:punkte|münzen|geld|karten) hab(?:e)? ich|wie viel (?:geld|gold) hab(?:e)? ich"
        r"|wer (?:gewinnt|führt|liegt vorn)(?: gerade| jetzt)?"
        r"|zeig(?:e)? mir (?:mal )?(?:den tisch|den stand|das spielfeld)|show me the table|who(?:'s| is) (?:winning|ahead)"
        r"|when is (?:the|my) deadline|how (?:many points|much money) do i have"
        r"|(?:was ist )?der stand|spielstand|how (?:does it|do things|do we) stand|how is it going|how's it going"
        r"|what(?:'s| is) the (?:score|state|status)|who(?:se|'s) turn(?: is it)?|is it my turn|where do we stand)"
    ),
    "help": re.compile(
        r"(?:und )?(?:was (?:kann|muss|soll|darf) ich (?:jetzt |hier |denn |alles )*(?:tun|machen|schreiben|antworten)"
        r"|was (?:geht|gibt es)(?: hier| alles)*|wie (?:geht|funktioniert) (?:das|es)(?: hier)?|welche befehle gibt es"
        r"|what (?:can|do|should|must) i (?:do|write|answer)(?: now| here)?|how does (?:this|it) work|what are the commands)"
    ),
    "rules": re.compile(
        r"(?:und )?(?:wie (?:gehen|lauten|sind) (?:die|noch mal die|nochmal die) (?:spiel)?regeln|was sind die (?:spiel)?regeln"
        r"|wie (?:spielt man|wird gespielt|geht das spiel)(?: das)?|what are the rules|how do (?:i|we|you) play(?: this)?"
        r"|(?:können|könnten|kannst|könntest) (?:sie|du) mir (?:noch ?mal |mal )?die (?:spiel)?regeln"
        r" (?:zu)?(?:schicken|senden|geben)"
        r"|(?:schick|schicke|schicken sie) mir (?:noch mal |nochmal |mal )?die (?:spiel)?regeln"
        r"|(?:can|could|would) you send me the rules|send me the rules)"
    ),
}
"""What people ask whose answer is the table in words, or the list of what is read."""
OWN = words(
    "karte zug antwort wahl spielzug siegel meine mein meinen das die den dies alles nimm nehme nehmen nehm zurück zurueck",
    "zurücknehmen zurückziehen zurueckziehen rückgängig machen ziehe",
    "card move answer choice seal my that this it take back undo",
)
BACK = words("zurück zurueck zurücknehmen zurückziehen rückgängig back undo")
MISTAKEN = words(
    "verklickt vertippt vertan geirrt versehen versehentlich irrtum fehler war ein aus leider sorry entschuldigung hatte",
    "mistake misclicked mistyped was a by sorry oops made accident",
)
"""What people say about why they take something back."""
"""What may stand in a sentence that takes back: no card's name or number, because it may say what is wanted instead."""


def question_in(line: str) -> Literal["status", "help", "rules"] | None:
    """Return what a line asks that changes nothing.

    >>> [question_in(one) for one in ("Wie steht's?", "Was kann ich tun?", "Who's turn is it?", "Was gibt es Neues?")]
    ['status', 'help', 'status', None]
    """
    plain = " ".join(line.casefold().replace("’", "'").split()).strip("?!., ")
    words = [word for word in plain.split() if word not in ("bitte", "please", "denn", "eigentlich", "nun")]
    return next((order for order, asked in QUESTIONS.items() if asked.fullmatch(" ".join(words))), None)


def goes_back(line: str) -> bool:
    """Return whether a line has a word for taking back."""
    return not BACK.isdisjoint(words_of(line))


def takes_back(line: str) -> bool:
    """Return whether a line says that what is sealed is taken back, and nothing else.

    >>> [takes_back(one) for one in ("Bitte zurücknehmen!", "Ich nehme meine Karte zurück", "Take it back please")]
    [True, True, True]
    >>> [takes_back(one) for one in ("Nicht zurücknehmen", "Zurück zu 2", "zurücknehmen?", "Karte", "36 zurück")]
    [False, False, False, False, False]
    """
    words = words_of(line.casefold().replace("that was", "that"))  # "was" is a German question, too
    if "?" in line or not DOUBT.isdisjoint(words):
        return False
    left = [word for word in words if not says_nothing(word)]
    return goes_back(line) and all(word in OWN or word in MISTAKEN for word in left)


__all__ = ["goes_back", "question_in", "takes_back"]
