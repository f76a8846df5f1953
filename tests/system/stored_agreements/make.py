"""What a release leaves in Redis of a match that has agreed on everything a match may, written down in plain JSON.

``python -m tests.system.stored_agreements.make FILE`` makes, with the code it runs with, a match in which more time was
taken and is asked for, a clock stands for a vacation, deadlines keep out of nights, and somebody else has taken over a seat. Do
so with the code of a release, once; a file that is there is never changed. The match is played by a clock that the test moves,
so nothing depends on when it is read.

``78dc841d.json`` was made by the code of that commit with this module.
"""

from __future__ import annotations

import json
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import redis

from service.context import Context
from service.matches.vacations import take_vacation
from tests.contexts import open_context
from tests.redis_server import RedisServer
from tests.service.absent_people import People
from tests.system.stored import keep

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


def main(file: Path) -> None:
    """Make it, and write the store down."""
    with tempfile.TemporaryDirectory() as folder, file.open("x", encoding="utf-8") as out:
        server = RedisServer(Path(folder))
        server.start()
        try:
            match = make(open_context(server.url, Path(folder) / "keys"))
            keys = {name: (Path(folder) / "keys" / name).read_text() for name in keep.KEYS}
            with redis.Redis.from_url(server.url, decode_responses=True, encoding_errors="surrogateescape") as client:
                kept = {"keys": keys, "match": match, "store": keep.written_down(client)}
        finally:
            server.remove()
        json.dump(kept, out, indent=0, sort_keys=True)
        out.write("\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
