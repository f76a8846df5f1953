"""What the last release that made matches of siegelpost/1 leaves: one that waits for a player, and one in the middle of a game.

``python -m tests.system.stored_protocol_1.make FILE`` was run once with the code of that release (207c43c); a file that is
there is never changed. The match that waits has one seat taken, with entropy in clear, as that version of the protocol has it.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from pathlib import Path

import redis

from service.matches import creation, lobby
from service.matches.pace import check_pace
from tests.contexts import account, open_context
from tests.redis_server import RedisServer
from tests.system.stored import keep

WAITING, RUNNING = (keep.MATCH.format(number) for number in (150, 151))
OPTIONS = {"preset": "goldsieber-basic", "round_limit": 4}


def main(file: Path) -> None:
    """Make the store and write it down."""
    with tempfile.TemporaryDirectory() as folder, file.open("x", encoding="utf-8") as out:
        server = RedisServer(Path(folder))
        server.start()
        try:
            context = open_context(server.url, Path(folder) / "keys")
            ann, ben = (account(context, name) for name in ("Ann", "Ben"))
            for match in (WAITING, RUNNING):
                wish = creation.NewMatch(
                    rules="kontor", options=OPTIONS, grace=0, pace=check_pace(keep.PACE), sit=False
                )
                creation.create(context, ann, wish, match)
                lobby.join(context, match, ann, seat=1, invitation=None, entropy=b"a" * 32)
            lobby.join(context, RUNNING, ben, seat=0, invitation=None, entropy=b"b" * 32)
            keep.play(context, RUNNING, random.Random(1), steps=5)
            keys = {name: (Path(folder) / "keys" / name).read_text() for name in keep.KEYS}
            with redis.Redis.from_url(server.url, decode_responses=True, encoding_errors="surrogateescape") as client:
                kept = {"ben": ben.id, "keys": keys, "store": keep.written_down(client)}
        finally:
            server.remove()
        json.dump(kept, out, indent=0, sort_keys=True)
        out.write("\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
