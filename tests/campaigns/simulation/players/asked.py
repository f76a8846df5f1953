"""Whether the store says of a match that it asks an account nothing although it does, asked of the server behind its clients.

In the very moment of each step and act: nobody can come between the two questions.
"""

from typing import Any

from service.api.account.waiting import QUESTIONS
from service.store import keys
from service.store.connection.scripts import Call
from service.store.matches.asks import parse
from service.store.matches.stored_matches import load_call, record_from
from service.store.records import Record
from tests.campaigns.simulation.model.keyspace import Keyspace
from tests.campaigns.simulation.model.lua import LUA
from tests.campaigns.simulation.model.server import TEXTS
from tests.campaigns.simulation.world import Broken
from tests.given.asked_of_all import asks_something, people_at


def check_asked(space: Keyspace, match: str) -> None:
    """Ask for everybody at a match. :raises Broken: when somebody would not be shown what waits for them."""
    record: Record | None = record_from(match, _run(space, load_call(match, False, None)))
    if record is None or record.table["status"] == "closed":
        return
    index = space.run([b"ZRANGE", keys.asking(keys.bucket_of(match)).encode(), b"0", b"-1"])
    listed = {member.partition(b" ")[0].decode() for member in index if asks_now(member, match)}
    for account in people_at(record.table):
        if account not in listed and asks_something(record, account):
            raise Broken(f"match {match} asks {account} something that the list of what waits does not show")


def asks_now(member: bytes, match: str) -> bool:
    """Return whether a member of the index says that this match asks something that is shown."""
    named, how = parse(member)
    return named == match and (how[:1] != "~" or how[1:] in QUESTIONS)


def _run(space: Keyspace, call: Call) -> Any:
    words = [[one if isinstance(one, bytes) else str(one).encode() for one in some] for some in (call.keys, call.args)]
    return LUA.run(space, TEXTS[call.script.sha.encode()], *words)
