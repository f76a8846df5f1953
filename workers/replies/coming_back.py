"""Mails of somebody in whose seat another one plays by now: ``HERE`` or ``DA`` asks to come back, as the page's button does.

Nothing else that stands in such a mail is done, and its answer shows nothing of the seat. The others decide, and who plays there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.match.substitutes import former_seat
from engine.match.table import Table
from service.context import Context
from service.matches.caps import CapReached
from service.matches.errors import MatchError
from service.matches.seats import seat_of
from service.matches.substitutes import stand_in
from service.store.records import Account, Record
from service.wake import wake
from workers.replies.address import ReplyAddress
from workers.replies.grammar import Picks, after_greeting, understand
from workers.replies.outcome import Done, Outcome
from workers.replies.plain_speech import words_of
from workers.replies.word_tables import CHANGING

MOST_LINES = 3
"""Lines of a mail in which somebody asks for a seat: further down stands a name, or what mail programs add."""
ASKS_BACK = re.compile(
    r"\b(?:bin|wäre) (?:ich )?(?:jetzt |nun )?wieder (?:da|dabei|zurück)\b"
    r"|\b(?:möchte|würde|will|darf|kann|könnte)\b[^.!?]{0,40}\b(?:wieder mit(?:spielen|machen)|weiterspielen|zurückkommen"
    r"|zurückkehren|wieder einsteigen|platz (?:gern |gerne )?(?:zurück|wieder)\w*)\b"
    r"|\bi(?:'m| am) back\b|\b(?:may|can|could|like|want|love)\b[^.!?]{0,40}\b(?:come back|play on|seat back|rejoin|return)\b"
)
"""How somebody asks for the seat in which another one plays."""
CONDITIONS = CHANGING - {"aber", "doch", "jedoch", "ab", "but", "however"}
WHEN_OR_WHY = re.compile(r"\b(?:wann|warum|wieso|weshalb|when|why)\b")


def players_before(table: Table, seat: int) -> list[str]:
    """Return who had a seat before and has it no more, the last one first."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    found = [one["player"] for one in reversed(changes) if one["seat"] == seat and one["player"]]
    return [one for one in dict.fromkeys(found) if table["seats"][seat]["player"] != one]


def has_left(record: Record, account: Account, address: ReplyAddress) -> bool:
    """Return whether somebody else plays in the seat that a mail is about."""
    return seat_of(record.table, account.id) != address.seat


def carry_out(
    context: Context, account: Account, record: Record, address: ReplyAddress, lines: Sequence[str]
) -> Outcome:
    """Ask to come back if that is all that a mail says; asked again, nothing changes."""
    if record.table["status"] != "running":
        return Outcome(record, trouble="over", left=True)
    if not asks_back(lines) or former_seat(record.table, account.id) != address.seat:
        return Outcome(record, trouble="left", left=True)
    try:
        after = stand_in(context, record.match, account, address.seat, invitation=None, key=None)
    except (MatchError, CapReached) as error:
        return Outcome(record, [Done(None, None, "refused", refused=f"back-{error.code}")], left=True)
    wake(context.settings.queue_url, "resolve", record.match)
    return Outcome(after, [Done(None, None, "comes-back")], left=True)


def asks_back(lines: Sequence[str]) -> bool:
    """Return whether a mail asks for the seat: by the word alone, or in a sentence that sets no condition.

    Asking takes nothing from anybody, and those who decide are asked; so politeness and excuses may stand around it.

    >>> asks_back(["DA"]), asks_back(["Sorry, war krank, aber jetzt bin ich wieder da! Kann ich meinen Platz zurückhaben?"])
    (True, True)
    >>> [asks_back([one]) for one in ("I'd like to have my seat back, please", "Ich bin nicht mehr da", "Wann geht es weiter?")]
    [True, False, False]
    """
    if understand(after_greeting(lines), {}) == Picks(orders=frozenset({"here"})):
        return True
    said = " ".join(lines[:MOST_LINES]).casefold().replace("\u2019", "'")
    asked = ASKS_BACK.search(said) is not None and not WHEN_OR_WHY.search(said)
    return asked and CONDITIONS.isdisjoint(words_of(said))


__all__ = ["asks_back", "carry_out", "has_left", "players_before"]
