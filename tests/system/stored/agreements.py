"""A match that has agreed on everything a match may.

More time was taken and is asked for, a clock stands for a vacation, deadlines keep out of nights, and somebody else has taken
over a seat. The match is played by a clock that the test moves, so nothing depends on when it is read.
"""

from datetime import UTC, datetime, timedelta

from service.context import Context
from service.matches.absence.pauses import take_vacation
from tests.service.absent_people import People

WISH = {
    "pace": {"kind": "duration", "seconds": 86_400},
    "absence": {"misses": 2, "notice_seconds": 3_600, "substitutes": True},
    "extensions": {},
    "pauses": {},
    "time_requests": {},
    "nights": "kept",
    "vacation": "clock-stops",
    "options": {"preset": "goldsieber-basic"},
}


def make(context: Context) -> str:
    """Play until somebody plays for another, has taken more time, asks for more, and is on vacation; return the match."""
    people = People(context, wish=WISH, away={1}).begin().until_told("absence-asked")
    person = people.named(0, 1, "Cleo")
    people.vote(0, 1, "person", person)
    people.settle()
    people.sits(1, person)
    people.more_time(1)
    people.ask_time(1)
    first = datetime.fromtimestamp(context.store.now() / 1000, UTC).date()
    assert take_vacation(context, person.id, first, first + timedelta(days=20))
    people.settle()
    return people.match
