"""Nobody chooses the seed last: joining, revealing and dealing (protocol section 12.2)."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.protocol.bodies import EntropyCustody
from engine.protocol.canon import b64, canonical
from engine.protocol.chance import entropy_commitment
from engine.protocol.log import milliseconds
from engine.verifier.replay import Report, verify
from service.context import Context
from service.keys.signing import BOX_BYTES, new_match_id, new_seed, verify_signature
from service.matches.errors import MatchError
from service.matches.pace import check_pace
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.matches.seating.lobby import Committed, receipt_for_revealing
from service.notifications.kinds import ENTROPY_NEEDED
from service.notifications.overtaking import Situation
from service.notifications.planning import overtaken
from service.store.keys import recipient_of
from service.store.records import Account, Notice, Parked
from tests.given.contexts import loaded
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due

VALUE = {0: bytes(range(32)), 1: bytes(range(32, 64))}


def created(context: Context, owner: Account, seconds: int = 60, **wishes: Any) -> str:
    match = new_match_id()
    pace = check_pace({"kind": "duration", "seconds": seconds})
    creation.create(context, owner, NewMatch(rules="kontor", pace=pace, sit=False, **wishes), match)
    return match


def committed(context: Context, match: str, seat: int, custody: EntropyCustody, box: str | None = None) -> Committed:
    document = {"entropy": b64(VALUE[seat]), "match": match, "seat": seat}
    sealed = context.sealer.seal_bytes(canonical(document)) if custody == "escrow" else None
    return Committed(entropy_commitment(match, seat, VALUE[seat]), custody, box or sealed)


def sit(context: Context, match: str, who: Account, seat: int, given: Committed) -> None:
    lobby.join(context, match, who, seat=seat, invitation=None, committed=given)


def entries(context: Context, match: str) -> list[Any]:
    return [json.loads(line)["entry"] for line in context.store.lines(match, limit=100_000)]


def kinds(context: Context, match: str) -> list[str]:
    return [one["type"] for one in entries(context, match)]


def proof(context: Context, match: str, *receipts: Any) -> Report:
    public = context.signer.public_bytes
    return verify(
        b"".join(context.store.lines(match, limit=100_000)),
        check_signature=lambda message, signature: verify_signature(public, message, signature),
        public_key=context.signer.public_key,
        receipts=receipts,
    )


def receipt(context: Context, match: str, seat: int) -> dict[str, Any]:
    found = receipt_for_revealing(context, loaded(context, match).table, seat)
    assert found is not None
    return {"receipt": found[0], "signature": found[1]}


def news(context: Context, match: str, who: Account) -> list[Notice]:
    return context.store.notices(recipient_of(who.id, match)).pending


def later(context: Context, match: str, milliseconds: int) -> None:
    """Step the match as it stands so much later, as if time had passed."""
    record = loaded(context, match, secrets=True)
    assert context.store.transition(step_due(context, replace(record, now=record.now + milliseconds)))


def test_all_leave_their_entropy_in_escrow_and_the_match_is_dealt_at_once(
    context: Context, ann: Account, ben: Account
) -> None:
    match = created(context, ann)
    sit(context, match, ann, 0, committed(context, match, 0, "escrow"))
    assert VALUE[0].hex() not in json.dumps(entries(context, match))
    sit(context, match, ben, 1, committed(context, match, 1, "escrow"))
    drain_once(context)
    assert kinds(context, match)[:6] == ["created", "joined", "joined", "seated", "revealed", "started"]
    seated, revealed = (one["body"] for one in entries(context, match)[3:5])
    assert (seated["reveal"], seated["deadline"]) == ([], None)
    assert revealed == {"entropies": [b64(VALUE[0]), b64(VALUE[1])]}
    assert seated["round"] is None
    assert not loaded(context, match, secrets=True).boxes
    lobby.resign(context, match, ann)
    drain_once(context)
    found = proof(context, match)
    assert (found.verdict, found.reason) == ("PASS", "")


def test_who_holds_its_entropy_itself_sends_it_once_nobody_joins_any_more(
    context: Context, ann: Account, ben: Account
) -> None:
    match = created(context, ann)
    sit(context, match, ann, 0, committed(context, match, 0, "client"))
    with pytest.raises(MatchError) as refused:
        lobby.reveal(context, match, ann, 0, VALUE[0])
    assert refused.value.code == "nothing-to-reveal", "before the table is closed somebody could choose after it"
    sit(context, match, ben, 1, committed(context, match, 1, "escrow"))
    drain_once(context)
    assert kinds(context, match)[3:] == ["seated"]
    seated = entries(context, match)[3]
    assert seated["body"]["reveal"] == [0]
    assert milliseconds(seated["body"]["deadline"]) == milliseconds(seated["at"]) + 60_000
    (asked,) = [one for one in news(context, match, ann) if one["kind"] == ENTROPY_NEEDED.name]
    assert asked["facts"]["deadline"] == milliseconds(seated["body"]["deadline"])
    assert ENTROPY_NEEDED.name not in [one["kind"] for one in news(context, match, ben)]
    assert overtaken(asked, Situation(loaded(context, match))) is None
    with pytest.raises(MatchError) as refused:
        lobby.leave(context, match, ben)
    assert refused.value.code == "not-in-lobby"
    with pytest.raises(MatchError) as refused:
        lobby.reveal(context, match, ann, 0, bytes(32))
    assert (refused.value.code, refused.value.pointer) == ("wrong-entropy", "/entropy")
    lobby.reveal(context, match, ann, 0, VALUE[0])
    held = receipt(context, match, 0)
    assert overtaken(asked, Situation(loaded(context, match))) == "answered", "who has sent it gets no mail"
    drain_once(context)
    assert overtaken(asked, Situation(loaded(context, match))) == "decision-over"
    assert kinds(context, match)[4:6] == ["revealed", "started"]
    lobby.reveal(context, match, ann, 0, VALUE[0])
    assert receipt(context, match, 0) == held, "who lost the answer gets the same receipt"
    lobby.resign(context, match, ben)
    drain_once(context)
    found = proof(context, match, held)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", 1)


def test_a_seat_that_reveals_nothing_ends_the_match_before_anything_is_dealt(
    context: Context, ann: Account, ben: Account
) -> None:
    match = created(context, ann)
    for seat, who in enumerate((ann, ben)):
        sit(context, match, who, seat, committed(context, match, seat, "client"))
    drain_once(context)
    lobby.reveal(context, match, ben, None, VALUE[1])
    later(context, match, 60_500)
    assert kinds(context, match)[3:] == ["seated"], "a second after the deadline still counts"
    later(context, match, 61_500)
    (closed,) = entries(context, match)[4:]
    assert (closed["body"]["reason"], closed["body"]["seats"], closed["body"]["outcome"]) == ("unrevealed", [0], None)
    assert b64(VALUE[1]) not in json.dumps(entries(context, match)), "what came in is not published"
    assert proof(context, match).verdict == "PASS"
    assert proof(context, match, receipt(context, match, 1)).verdict == "PASS"
    with pytest.raises(MatchError) as refused:
        lobby.reveal(context, match, ann, 0, VALUE[0])
    assert refused.value.code == "nothing-to-reveal"


def test_a_seat_that_is_too_late_is_told_so(context: Context, ann: Account, ben: Account) -> None:
    match = created(context, ann)
    for seat, who in enumerate((ann, ben)):
        sit(context, match, who, seat, committed(context, match, seat, "client"))
    drain_once(context)
    step = step_due(context, loaded(context, match, secrets=True))
    step.table["seeding"]["revealing"]["deadline"] = loaded(context, match).now - 1_000
    assert context.store.transition(step)
    with pytest.raises(MatchError) as refused:
        lobby.reveal(context, match, ann, 0, VALUE[0])
    assert refused.value.code == "reveal-late"


@pytest.mark.parametrize("box", ["of another seat", "of another value", "not for us"])
def test_a_box_that_does_not_open_to_the_commitment_is_asked_for(
    context: Context, ann: Account, ben: Account, box: str
) -> None:
    match = created(context, ann)
    document = {"entropy": b64(VALUE[0]), "match": match, "seat": 0}
    if box == "of another seat":
        document["seat"] = 1
    if box == "of another value":
        document["entropy"] = b64(bytes(32))
    sealed = context.sealer.seal_bytes(canonical(document))
    if box == "not for us":
        sealed = b64((new_seed() * 131)[:BOX_BYTES])
    sit(context, match, ann, 0, committed(context, match, 0, "escrow", sealed))
    sit(context, match, ben, 1, committed(context, match, 1, "escrow"))
    drain_once(context)
    assert entries(context, match)[-1]["body"]["reveal"] == [0]
    lobby.reveal(context, match, ann, 0, VALUE[0])
    drain_once(context)
    assert kinds(context, match)[4:6] == ["revealed", "started"]
    lobby.resign(context, match, ben)
    drain_once(context)
    assert proof(context, match, receipt(context, match, 0)).verdict == "PASS"


def test_time_that_the_server_could_not_run_the_match_is_given_back(
    context: Context, ann: Account, ben: Account
) -> None:
    match = created(context, ann)
    for seat, who in enumerate((ann, ben)):
        sit(context, match, who, seat, committed(context, match, seat, "client"))
    drain_once(context)
    record = loaded(context, match, secrets=True)
    since, now = record.now + 20_000, record.now + 300_000
    assert context.store.transition(step_due(context, replace(record, now=now, parked=Parked("stuck", since))))
    extended = entries(context, match)[-1]
    assert (extended["type"], extended["body"]["decision"], set(extended["body"])) == (
        "extended",
        "seated",
        {"by", "deadline", "decision", "lost"},
    )
    until = milliseconds(entries(context, match)[3]["body"]["deadline"]) + 280_000
    assert milliseconds(extended["body"]["deadline"]) == until
    later(context, match, 340_500)
    assert kinds(context, match)[-1] == "extended"
    later(context, match, 342_000)
    assert entries(context, match)[-1]["body"]["seats"] == [0, 1]
    assert proof(context, match).verdict == "PASS"


def wrong(**changes: Any) -> Callable[[Context, str], Committed]:
    return lambda context, match: replace(committed(context, match, 0, "escrow"), **changes)


@pytest.mark.parametrize(
    ("given", "seat", "pointer"),
    [
        (wrong(), None, "/entropy_commitment"),
        (wrong(custody=None), 0, "/entropy_custody"),
        (wrong(box=None), 0, "/entropy_box"),
        (wrong(box="AAAA"), 0, "/entropy_box"),
        (wrong(custody="client"), 0, "/entropy_box"),
        (wrong(commitment=None), 0, "/entropy_custody"),
        (wrong(commitment=None, custody=None), 0, "/entropy_box"),
    ],
)
def test_a_commitment_of_another_form_is_refused_by_name(
    context: Context, ann: Account, given: Callable[[Context, str], Committed], seat: int | None, pointer: str
) -> None:
    match = created(context, ann)
    with pytest.raises(MatchError) as refused:
        lobby.join(context, match, ann, seat=seat, invitation=None, committed=given(context, match))
    assert (refused.value.code, refused.value.pointer) == ("invalid", pointer)


def test_where_entropy_is_demanded_every_seat_commits_to_some(context: Context, ann: Account, ben: Account) -> None:
    match = created(context, ann, entropy="required")
    with pytest.raises(MatchError) as refused:
        sit(context, match, ann, 0, Committed())
    assert (refused.value.code, refused.value.pointer) == ("entropy-required", "/entropy_commitment")


def test_who_leaves_takes_the_commitment_and_the_box_along(context: Context, ann: Account, ben: Account) -> None:
    match = created(context, ann)
    sit(context, match, ben, 1, committed(context, match, 1, "escrow"))
    assert ("seated", 1) in loaded(context, match, secrets=True).boxes
    lobby.leave(context, match, ben)
    assert not loaded(context, match, secrets=True).boxes
    for seat, who in enumerate((ann, ben)):
        sit(context, match, who, seat, Committed())
    drain_once(context)
    assert entries(context, match)[-2]["type"] != "seated"
    found = next(one["body"] for one in entries(context, match) if one["type"] == "revealed")
    assert found["entropies"] == [None, None]


def test_who_has_yet_to_reveal_is_reminded_once_before_the_deadline(
    context: Context, ann: Account, ben: Account
) -> None:
    match = created(context, ann, 86_400)
    for seat, who in enumerate((ann, ben)):
        sit(context, match, who, seat, committed(context, match, seat, "client"))
    drain_once(context)
    span = loaded(context, match).table["seeding"]["reveal"]
    due = loaded(context, match).due
    deadline = loaded(context, match).table["seeding"]["revealing"]["deadline"]
    assert due is not None and deadline is not None and deadline - span // 5 - 1000 <= due <= deadline
    lobby.reveal(context, match, ben, None, VALUE[1])
    later(context, match, span * 4 // 5 - 60_000)
    asked = [one for one in news(context, match, ann) if one["kind"] == ENTROPY_NEEDED.name]
    assert len(asked) == 1, "not yet"
    for _ in range(2):
        later(context, match, span * 4 // 5 + 60_000)
    asked = [one for one in news(context, match, ann) if one["kind"] == ENTROPY_NEEDED.name]
    assert len(asked) == 2
    assert all(overtaken(one, Situation(loaded(context, match))) is None for one in asked)
    assert len([one for one in news(context, match, ben) if one["kind"] == ENTROPY_NEEDED.name]) == 1, (
        "who has sent it is not"
    )
