"""What a release was in the middle of when it was stopped, the present one brings to its end."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.protocol.canon import parse
from engine.protocol.seal import Opening
from engine.registry import game_of
from service.accounts.access import login
from service.context import Context
from service.matches import acts
from service.matches.errors import ActError
from service.matches.seating import lobby
from service.store.records import Record
from tests.service.serve.watching import until
from tests.system.stored import halfway as make
from tests.system.stored import keep, release
from tests.system.watcher import Watcher
from tests.workers.mail.post_office import PostOffice, text_of
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once


@dataclass
class Halfway:
    """An installation that goes on with a store, and the opening that Ben still has to send."""

    context: Context
    opening: Opening

    def record(self, match: str) -> Record:
        return keep.load(self.context, match)

    def log(self, match: str) -> list[dict[str, Any]]:
        return [parse(line)["entry"] for line in self.context.store.lines(match, limit=1000)]

    def ends(self, match: str) -> bool:
        """Have a player resign; return whether the match is closed and its log went on from what was there.

        The verifier's whole proof is in ``test_stored_matches``: it refuses the hundred years that waits last here.
        """
        before = list(self.context.store.lines(match, limit=1000))
        owner = self.context.store.account(self.record(match).table["owner"])
        assert owner is not None
        lobby.resign(self.context, match, owner)
        drain_once(self.context)
        after = list(self.context.store.lines(match, limit=1000))
        closed = self.record(match).table["status"] == "closed"
        return closed and len(after) > len(before) and after[: len(before)] == before


@pytest.fixture(params=release.RELEASES)
def halfway(
    request: pytest.FixtureRequest,
    redis_url: str,
    tmp_path: Path,
    office: PostOffice,
    nothing_healthy_is_parked: Watcher,
) -> Halfway:
    nothing_healthy_is_parked.expect(make.PARKED)
    return Halfway(*release.restored(request.param, "halfway", redis_url, tmp_path, smtp_url=office.url))


def test_the_opening_still_to_come_is_taken_and_its_round_resolved(halfway: Halfway) -> None:
    context, opening, record = halfway.context, halfway.opening, halfway.record(make.HALF_OPENED)
    standing = record.table["standing"][0]
    assert (standing["phase"], standing["awaited"]) == ("opening", [0, 1])
    with pytest.raises(ActError) as refused:
        acts.open_commitment(context, record, 1, acts.SeatAct(standing["id"], opening={**opening, "salt": "A" * 43}))
    assert refused.value.code == "wrong"
    acts.open_commitment(context, record, 1, acts.SeatAct(standing["id"], opening=opening))
    drain_once(context)
    resolved = next(entry for entry in halfway.log(make.HALF_OPENED) if entry["type"] == "resolved")
    assert [(one["seat"], one["by"]) for one in resolved["body"]["moves"]] == [(0, "seat"), (1, "seat")]
    assert resolved["body"]["moves"][1]["move"] == opening["move"]
    assert halfway.ends(make.HALF_OPENED)


def test_an_answer_held_back_stays_held_and_can_still_be_changed(halfway: Halfway) -> None:
    before = halfway.record(make.HELD)
    ((decision, seat), act), *more = before.acts.items()
    assert not more
    drain_once(halfway.context)
    assert halfway.record(make.HELD).acts == before.acts
    (move, *_) = game_of(before.table).moves(before.state or {}, seat, decision)
    acts.answer(halfway.context, halfway.record(make.HELD), seat, acts.SeatAct(decision, move=move, replaces=act.seq))
    drain_once(halfway.context)
    assert halfway.record(make.HELD).acts[decision, seat].seq > act.seq
    assert "resolved" not in [entry["type"] for entry in halfway.log(make.HELD)]
    assert halfway.ends(make.HELD)


def test_an_answer_whose_time_came_while_nobody_ran_is_resolved_as_the_players_own(halfway: Halfway) -> None:
    ((decision, seat), _), *_ = halfway.record(make.CAME_DUE).acts.items()

    def resolved() -> dict[str, Any] | None:
        drain_once(halfway.context)
        return next((entry for entry in halfway.log(make.CAME_DUE) if entry["type"] == "resolved"), None)

    body = until(resolved, "the answer is resolved")["body"]
    assert (body["decision"], [(one["seat"], one["by"]) for one in body["moves"]]) == (decision, [(seat, "seat")])
    assert halfway.ends(make.CAME_DUE)


def test_a_parked_match_is_listed_with_its_reason_and_goes_on(halfway: Halfway) -> None:
    store, match = halfway.context.store, make.PARKED
    parked = store.parked()
    assert list(parked) == [match]
    assert parked[match].reason.startswith("RuntimeError at ")
    assert store.retry(match)
    drain_once(halfway.context)
    assert store.parked() == {}
    assert "resolved" in [entry["type"] for entry in halfway.log(make.PARKED)]
    assert halfway.ends(make.PARKED)


def test_a_login_code_that_waits_is_mailed_and_good(halfway: Halfway, office: PostOffice) -> None:
    deliver_once(halfway.context, transport_of(office.url))
    (letter,) = [one for one in office.letters if make.MAIL in str(one["To"])]
    code = next(word.rpartition("/login/")[2] for word in text_of(letter).split() if "/login/" in word)
    account, issued = login.confirm_login(halfway.context, code, "192.0.2.1", name="laptop")
    assert (account.mail, account.name, account.verified) == (make.MAIL, "Dora", True)
    assert halfway.context.store.token(issued.token.id) is not None
