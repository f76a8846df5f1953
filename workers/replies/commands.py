"""The commands of a mail that are no choice: undo, status, votes about somebody who stays away, in English and German. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from workers.replies.plain_speech import politely
from workers.replies.spans import seconds_asked_for

Order = Literal[
    "undo",
    "status",
    "help",
    "more",
    "wait",
    "here",
    "bot",
    "win",
    "person",
    "time",
    "same",
    "grant",
    "refuse",
    "agree",
    "stay",
    "ask",
    "rematch",
    "rules",
]

ORDERS: Mapping[str, Order] = {
    "undo": "undo", "zurück": "undo", "zurueck": "undo", "zuruck": "undo",
    "status": "status", "stand": "status",
    "help": "help", "hilfe": "help", "hilf mir": "help", "help me": "help",
    "kannst du mir helfen": "help", "kannst du mir bitte helfen": "help", "can you help me": "help",
    "can you please help me": "help",
    "more": "more", "mehr": "more",
    "rules": "rules", "regeln": "rules", "die regeln": "rules", "the rules": "rules", "spielregeln": "rules",
    "wait": "wait", "warten": "wait",
    "here": "here", "da": "here", "hier": "here", "ich bin da": "here", "i am here": "here",
    "bin da": "here", "ich bin wieder da": "here", "bin wieder da": "here", "wieder da": "here", "ich bin noch da": "here",
    "bin noch da": "here", "ich bin jetzt wieder da": "here", "bin jetzt wieder da": "here",
    "i'm here": "here", "i'm back": "here", "i am back": "here", "i'm still here": "here", "i am still here": "here",
    "bot": "bot",
    "same": "same", "same again": "same", "same as last time": "same", "wie zuletzt": "same", "wie letztes mal": "same",
    "win": "win", "sieg": "win",
    "rematch": "rematch", "revanche": "rematch",
    "substitute": "person", "ersatz": "person",
    "give time": "grant", "grant time": "grant", "zeit geben": "grant", "gewähren": "grant", "gewaehren": "grant",
    "not now": "refuse", "nicht jetzt": "refuse",
    "agreed": "agree", "i agree": "agree", "einverstanden": "agree", "stay": "stay", "bleiben": "stay",
    "more time": "time", "mehr zeit": "time", "mehr zeit bitte": "time", "bitte mehr zeit": "time", "more time please": "time",
    "i need more time": "time", "ich brauche mehr zeit": "time",
}  # fmt: skip
SOMEBODY = r"[^\W\d_]+(?:[ -][^\W\d_]+){0,2}"
VOTES: Mapping[Order, re.Pattern[str]] = {
    "wait": re.compile(
        r"(?:ich (?:möchte |will )?(?:lieber )?|lass(?:t)? uns |wir )?(?:noch )?"
        rf"(?:auf {SOMEBODY} (?:noch )?warten|warte(?:n wir)? (?:noch )?auf {SOMEBODY})"
        rf"|(?:i'd rather |i would rather |let's |i )?wait for {SOMEBODY}"
    ),
    "bot": re.compile(
        rf"den platz von {SOMEBODY} einem bot geben|let a bot (?:take the seat of|play for) {SOMEBODY}"
        r"|(?:gib|gebt|gebt den platz|gib den platz) einem bot|ein bot soll (?:weiterspielen|übernehmen)|a bot should take over"
    ),
    "win": re.compile(r"die partie beenden und den sieg nehmen|end the match and take the win"),
}
"""What is said about somebody who stays away, in the words of the letter that asks, and near them."""
ASKING = tuple(word for word, order in ORDERS.items() if order in ("status", "help", "rules") and " " not in word)
"""Orders that change nothing, so that one of them which was mistyped is taken for it."""
ASKABLE = frozenset({"status", "help", "rules", "more", "time", "ask"})
"""Orders that may end with a question mark: whoever asks "back?" or "bot?" has not said that it shall be so."""
TAKING_BACK = ("undo", "zurück", "zurueck", "zurücknehmen", "rückgängig")
COMMON = frozenset(
    {
        "same",
        "i need more time",
        "ich brauche mehr zeit",
        "not now",
        "nicht jetzt",
        "agreed",
        "i agree",
        "einverstanden",
    }
    | {"stay", "bleiben"}
    | {word for word, order in ORDERS.items() if order == "here"}
)
"""What begins many sentences, so that a later line beginning with it is not taken for a command that was mistyped."""


def order_of(text: str) -> Order | None:
    """Return the order that a folded line is, also with politeness around it."""
    found = order_in(text) or politely_ordered(text)
    return None if found is None else found[0]


def politely_ordered(text: str) -> tuple[Order, int] | None:
    """Return the order that a line is with politeness around it; of what is asked, only what may be asked for."""
    found = order_in(politely(text))
    return None if found is not None and "?" in text and found[0] not in ASKABLE else found


def order_in(text: str) -> tuple[Order, int] | None:
    """Return the order that a line is, and for how many seconds it asks the others (0: for none)."""
    if text in ORDERS:
        return ORDERS[text], 0
    asked = seconds_asked_for(text)
    if asked is not None:
        return "ask", asked
    return next(((order, 0) for order, words in VOTES.items() if words.fullmatch(text)), None)


__all__ = ["ASKING", "COMMON", "ORDERS", "TAKING_BACK", "Order", "order_in", "order_of", "politely_ordered"]
