"""A match that is over, looked at once more by a worker that had seen it due before."""

from pathlib import Path

from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from tests.given.contexts import account, open_context
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due


def test_it_is_left_as_it_is(redis_url: str, tmp_path: Path) -> None:
    context = open_context(redis_url, tmp_path)
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = new_match_id()
    creation.create(context, ann, NewMatch(rules="kontor", grace=0, hold=0), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    drain_once(context)
    lobby.resign(context, match, ann)
    drain_once(context)
    record = context.store.load(match)
    assert record is not None and record.table["status"] == "closed"

    again = step_due(context, record)

    assert (again.lines, again.notices, again.due) == ([], [], None)
