"""What a release leaves in Redis, in three stores: running matches, things in the middle, and everything that can be agreed on.

``python -m tests.system.stored.release FILE`` writes them and the keys of their installations to a new FILE, in plain JSON.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import redis

from service.context import Context
from tests.given.contexts import open_context, settings
from tests.servers.redis_server import RedisServer
from tests.system.stored import agreements, halfway, keep

KEYS = ("signing_key", "resolver_key", "resolver_public", "link_secret")
MAKERS: dict[str, Callable[[Context], Any]] = {
    "running": keep.make,
    "halfway": halfway.make,
    "agreements": agreements.make,
}
"""By name what makes each store, and returns what a test has to know of it."""
FOLDER = Path(__file__).parent
PRESENT = "present"
"""Stands among the releases for the code that runs."""
RELEASES = [*sorted(one.stem for one in FOLDER.glob("*.json")), PRESENT]


def made(name: str, url: str, folder: Path) -> dict[str, Any]:
    """Make one of the stores in an empty Redis, with keys in ``folder``; return it written down."""
    facts = MAKERS[name](open_context(url, folder))
    keys = {one: (folder / one).read_text() for one in KEYS}
    with redis.Redis.from_url(url, decode_responses=True, encoding_errors="surrogateescape") as client:
        return {"facts": facts, "keys": keys, "store": keep.written_down(client)}


def restored(release: str, name: str, url: str, folder: Path, **chosen: Any) -> tuple[Context, Any]:
    """Restore what a release left in an empty Redis; return an installation that goes on with it, and what is known of it.

    :param chosen: settings of the installation.
    """
    kept = _kept(release, name, url, folder)
    with redis.Redis.from_url(url) as client:
        client.flushall()
        keep.restore(client, kept["store"])
    wanted = settings(url, folder / "keys", **chosen)
    for one, text in kept["keys"].items():
        (folder / "keys" / one).write_text(text)
    return Context.open(wanted, resolver=True), kept["facts"]


def _kept(release: str, name: str, url: str, folder: Path) -> Mapping[str, Any]:
    if release == PRESENT:
        found: Mapping[str, Any] = json.loads(json.dumps(made(name, url, folder / "made")))
    else:
        found = json.loads((FOLDER / f"{release}.json").read_text(encoding="utf-8"))[name]
    return found


def main(file: Path) -> None:
    """Make all three stores and write them down."""
    kept = {}
    for name in MAKERS:
        with tempfile.TemporaryDirectory() as folder:
            server = RedisServer(Path(folder))
            server.start()
            try:
                kept[name] = made(name, server.url, Path(folder) / "keys")
            finally:
                server.remove()
    with file.open("x", encoding="utf-8") as out:
        json.dump(kept, out, indent=0, sort_keys=True)
        out.write("\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
