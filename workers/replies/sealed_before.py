"""What somebody has sealed, asked by mail: that it is, since when, and where it can be read. Pure.

Which move it is, only the workers that open it can read, and they show it to nobody but the player's own sign-in
(:mod:`service.matches.recall`). A mail is none: its sender may be anybody whom the letter was passed on to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from engine.match.table import Standing
from service.store.records import Act, Record
from workers.mail.page import Page
from workers.replies.plain_speech import politely
from workers.replies.said import question_in_words
from workers.replies.speech import folded

BETWEEN = r"(?: (?:denn|eigentlich|gerade|jetzt|zuletzt|schon|diese runde|in dieser runde|noch mal|nochmal))*"
ASKS = re.compile(
    rf"(?:(?:was|welche|welche karte|welche antwort) (?:habe?|hab) ich{BETWEEN}"
    r" (?:versiegelt|gespielt|gewählt|ausgewählt|geantwortet|abgegeben|genommen|geschickt|eingereicht)"
    r"|(?:was|welche karte) (?:ist|liegt) (?:von mir )?versiegelt"
    r"|(?:zeig mir )?meine (?:versiegelte )?(?:karte|antwort)|versiegelt"
    r"|(?:what|which|which card|what card) (?:did|have) i (?:just |already |last )?"
    r"(?:seal|sealed|play|played|choose|chose|chosen|pick|picked|answer|answered|send|sent)"
    r"|(?:what|which card) (?:is|have i got) sealed|(?:show me )?my (?:sealed )?(?:card|answer)|sealed)"
)


def asks_for_it(lines: Sequence[str]) -> bool:
    """Return whether the first line of a mail asks what its sender has sealed.

    >>> [asks_for_it([one]) for one in ("Welche Karte habe ich versiegelt?", "what have I sealed", "Was habe ich gespielt", "2")]
    [True, True, True, False]
    >>> asks_for_it(["Was habe ich gespielt, als Ben passte?"]), asks_for_it([])
    (False, False)
    """
    return bool(lines) and ASKS.fullmatch(politely(folded(lines[0]))) is not None


def has_sealed(record: Record, seat: int) -> bool:
    """Return whether anything of a seat is sealed."""
    return any(_sealed(record, seat))


def _sealed(record: Record, seat: int) -> Iterator[tuple[Standing, Act]]:
    """Yield each question to which a seat's answer is sealed, with that act."""
    for standing in record.table["standing"] if record.table["status"] == "running" else ():
        act = record.acts.get((standing["id"], seat))
        if standing["sealed"] and act is not None and act.commitment is not None:
            yield standing, act


def what_is_sealed(page: Page, seat: int, words: Any) -> list[str]:
    """Return a sentence about each answer of a seat that is sealed: since when, where its player can read it, and until when it
    can be changed; nothing where nothing is."""
    found = []
    for standing, act in _sealed(page.match, seat):
        deadline = standing["deadline"] if standing["phase"] == "open" else None
        found.append(
            str(
                words.sealed_before(
                    question_in_words(standing, page),
                    page.reader.moment(act.committed or act.received),
                    act.custody,
                    act.commitment or "",
                    "" if deadline is None else page.reader.moment(deadline),
                )
            )
        )
    return found


__all__ = ["asks_for_it", "has_sealed", "what_is_sealed"]
