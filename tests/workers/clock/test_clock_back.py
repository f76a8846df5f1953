"""The store's clock goes back (another machine took over): what the log says of times must stay possible."""

import json
from dataclasses import replace
from pathlib import Path

from engine.protocol.log import milliseconds
from engine.verifier.replay import verify
from service.keys.signing import new_match_id, verify_signature
from service.matches import acts
from service.matches.seating import creation, lobby
from tests.given.contexts import account, loaded, open_context
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due

HOUR = 3_600_000


def test_nothing_is_received_later_than_the_entry_that_goes_by_it(redis_url: str, tmp_path: Path) -> None:
    context = open_context(redis_url, tmp_path)
    ann, ben, match = account(context, "Ann"), account(context, "Ben"), new_match_id()
    creation.create(context, ann, creation.NewMatch(rules="kontor", grace=0), match)
    lobby.join(context, match, ben, seat=1, invitation=None)
    drain_once(context)
    decision = loaded(context, match).table["standing"][0]["id"]
    for seat in (0, 1):
        acts.commit(context, loaded(context, match), seat, acts.SeatAct(decision, move={"type": "pass"}))
    record = loaded(context, match, secrets=True)
    late = replace(record, closes={decision: 0}, now=record.now - HOUR, at=record.at - HOUR)
    context.store.transition(step_due(context, late))
    lines = b"".join(context.store.lines(match, limit=1_000))
    entries = [json.loads(line)["entry"] for line in lines.splitlines()]
    lock = next(one for one in entries if one["type"] == "locked")
    resolved = next(one for one in entries if one["type"] == "resolved")
    assert all(milliseconds(one["received"]) <= milliseconds(lock["at"]) for one in resolved["body"]["moves"])
    found = verify(
        lines, check_signature=lambda message, signed: verify_signature(context.signer.public_bytes, message, signed)
    )
    assert (found.verdict, found.entries) == ("INCOMPLETE", len(entries))
