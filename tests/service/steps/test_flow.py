"""A match through the real store: from the wish to the proof, with both custodies, absence, and the races between."""

import json
import random
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import redis

from engine.contract import Move
from engine.match.asking import standing_of
from engine.match.table import Standing
from engine.protocol import seal
from engine.protocol.canon import b64
from engine.protocol.seal import Opening
from engine.registry import game_of
from engine.verifier.replay import Report, verify
from service.context import Context
from service.keys.signing import Sealer, new_match_id, new_seed, resolver_public, verify_signature
from service.matches import acts
from service.matches.acts import allowed_custody
from service.matches.errors import ActError, MatchError
from service.matches.pace import check_pace
from service.matches.receipts import Acted
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.matches.seating.seats import seat_of
from service.store import keys as store_keys
from service.store.records import Account, Record
from tests.given.at_once import at_once
from tests.given.contexts import dealt, loaded
from tests.given.json_object import JsonObject
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due


def wish(**changes: Any) -> NewMatch:
    return NewMatch(
        **{"rules": "kontor", "grace": 0, "pace": check_pace({"kind": "duration", "seconds": 5}), **changes}
    )


def begin(context: Context, ann: Account, ben: Account, **changes: Any) -> str:
    match = new_match_id()
    creation.create(context, ann, wish(**changes), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    drain_once(context)
    return match


def stands(context: Context, match: str, decision: str) -> Standing:
    """Return a decision that must stand."""
    standing = standing_of(loaded(context, match).table, decision)
    assert standing is not None
    return standing


def answer_all(context: Context, match: str, chooser: random.Random, receipts: list[JsonObject] | None = None) -> None:
    """Answer everything that stands, as honest clients would, then let the workers resolve."""
    record = loaded(context, match)
    for standing in record.table["standing"]:
        for seat in standing["seats"]:
            if (standing["id"], seat) in record.acts:
                continue
            moves = game_of(record.table).moves(dealt(record), seat, standing["id"])
            move = chooser.choice(moves)
            if standing["sealed"]:
                acted = acts.commit(context, record, seat, acts.SeatAct(standing["id"], move=move))
            else:
                acted = acts.answer(context, loaded(context, match), seat, acts.SeatAct(standing["id"], move=move))
            if receipts is not None:
                receipts.append({"receipt": acted.receipt, "signature": acted.signature})
    drain_once(context)


def export(context: Context, match: str) -> bytes:
    return b"".join(context.store.lines(match, limit=100_000))


def proof(context: Context, match: str, receipts: Sequence[JsonObject] = ()) -> Report:
    public = context.signer.public_bytes
    return verify(
        export(context, match),
        check_signature=lambda message, signature: verify_signature(public, message, signature),
        receipts=list(receipts),
    )


@pytest.mark.parametrize("preset", ["goldsieber-basic", "goldsieber-pro", "tilsit"])
def test_a_match_of_two_people_is_played_to_the_end_and_proved(
    context: Context, ann: Account, ben: Account, preset: str
) -> None:
    match = begin(context, ann, ben, options={"preset": preset})
    receipts: list[JsonObject] = []
    chooser = random.Random(5)
    for _ in range(400):
        if loaded(context, match).table["status"] == "closed":
            break
        answer_all(context, match, chooser, receipts)
    record = loaded(context, match)
    assert record.table["over"] == "finished"
    found = proof(context, match, receipts)
    assert (found.verdict, found.reason) == ("PASS", "")
    assert found.receipts == len(receipts) > 20


def test_a_match_is_played_to_the_end_and_proved_with_its_openings(
    context: Context, ann: Account, ben: Account
) -> None:
    """Also of open decisions the player holds the opening that the log publishes."""
    match = begin(context, ann, ben)
    receipts: list[JsonObject] = []
    held: dict[tuple[str, int], Opening] = {}
    chooser, given = random.Random(5), acts.answer

    def noted(*arguments: Any, **options: Any) -> Acted:
        acted = given(*arguments, **options)
        assert acted.opening is not None
        held[acted.act.decision, acted.act.seat] = acted.opening
        return acted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(acts, "answer", noted)
        for _ in range(400):
            if loaded(context, match).table["status"] == "closed":
                break
            answer_all(context, match, chooser, receipts)
    found = proof(context, match, receipts)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", len(receipts))
    entries = [json.loads(line)["entry"] for line in export(context, match).splitlines()]
    published = [one for entry in entries if entry["type"] == "resolved" for one in entry["body"]["openings"]]
    assert held
    assert all(opening in published for opening in held.values())


def test_a_match_against_a_bot_needs_only_the_persons_answers(context: Context, ann: Account) -> None:
    match = new_match_id()
    creation.create(context, ann, wish(bots=["steady"]), match)
    drain_once(context)
    chooser = random.Random(6)
    for _ in range(400):
        record = loaded(context, match)
        if record.table["status"] == "closed":
            break
        assert all(seat_of(record.table, ann.id) in one["seats"] for one in record.table["standing"])
        answer_all(context, match, chooser)
    assert loaded(context, match).table["over"] == "finished"
    assert proof(context, match).verdict == "PASS"


def test_bots_at_one_table_are_told_apart_by_name(context: Context, ann: Account) -> None:
    """Found in play: five bots of one name, and nobody could read who did what."""
    match = new_match_id()
    bots = ["steady", "steady", "random", "steady"]
    record = creation.create(context, ann, wish(rules="packet-row", seats=5, bots=bots), match)
    names = [seat["name"] for seat in record.table["seats"]]
    assert names == ["Ann", "Steady (bot)", "Steady 2 (bot)", "Random (bot)", "Steady 3 (bot)"]


def client_opening(record: Record, standing: Standing, seat: int, move: Move) -> Opening:
    return seal.Opening(
        v=1, match=record.match, rules=record.table["rules"], decision=standing["id"], seat=seat,
        head=standing["head"], salt=b64(new_seed()), move=move,
    )  # fmt: skip


def choose(context: Context, match: str) -> tuple[Record, Standing]:
    record = loaded(context, match)
    return record, next(one for one in record.table["standing"] if one["kind"] == "choose")


def first_card(context: Context, record: Record, standing: Standing, seat: int) -> Move:
    moves = game_of(record.table).moves(dealt(record), seat, standing["id"])
    return next(move for move in moves if move["type"] == "play")


def held_by_client(context: Context, ann: Account, ben: Account) -> tuple[Record, Standing, Opening]:
    """Begin a match in which seat 0 commits and keeps the opening; return it as it was before, the decision, the opening."""
    record, standing = choose(context, begin(context, ann, ben))
    opening = client_opening(record, standing, 0, first_card(context, record, standing, 0))
    acts.commit(context, record, 0, acts.SeatAct(standing["id"], commitment=seal.commitment(opening)))
    return record, standing, opening


def test_client_custody_keeps_the_move_from_the_server_until_it_is_opened(
    context: Context, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben, custody="client")
    record, standing = choose(context, match)
    with pytest.raises(ActError) as caught:
        acts.commit(context, record, 0, acts.SeatAct(standing["id"], move={"type": "pass"}))
    assert caught.value.code == "client-custody-demanded"
    openings = [client_opening(record, standing, seat, first_card(context, record, standing, seat)) for seat in (0, 1)]
    for seat in (0, 1):
        acts.commit(context, record, seat, acts.SeatAct(standing["id"], commitment=seal.commitment(openings[seat])))
    drain_once(context)
    record = loaded(context, match)
    locked = stands(context, match, standing["id"])
    assert locked["phase"] == "opening"
    with pytest.raises(ActError) as caught:
        acts.open_commitment(
            context, record, 0, acts.SeatAct(standing["id"], opening={**openings[0], "salt": b64(bytes(32))})
        )
    assert caught.value.code == "wrong"
    acts.open_commitment(context, record, 0, acts.SeatAct(standing["id"], opening=openings[0]))
    drain_once(context)
    assert standing_of(loaded(context, match).table, standing["id"]) is not None, "one opening alone shows nothing"
    acts.open_commitment(context, record, 1, acts.SeatAct(standing["id"], opening=openings[1]))
    drain_once(context)
    assert standing_of(loaded(context, match).table, standing["id"]) is None
    lines = export(context, match)
    assert openings[0]["salt"].encode() in lines
    assert openings[1]["salt"].encode() in lines


def test_an_illegal_card_is_refused_and_leaves_the_standing_one_in_force(
    context: Context, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    record, standing = choose(context, match)
    acted = acts.commit(context, record, 0, acts.SeatAct(standing["id"], move=first_card(context, record, standing, 0)))
    with pytest.raises(ActError) as caught:
        acts.commit(context, record, 0, acts.SeatAct(standing["id"], move={"type": "play", "card": "A"}, replaces=1))
    assert (caught.value.code, caught.value.pointer) == ("illegal", "/move/card")
    again = loaded(context, match)
    assert again.acts[standing["id"], 0].commitment == acted.act.commitment


def test_the_same_commitment_again_gives_the_same_receipt(context: Context, ann: Account, ben: Account) -> None:
    match = begin(context, ann, ben)
    record, standing = choose(context, match)
    opening = client_opening(record, standing, 0, first_card(context, record, standing, 0))
    first = acts.commit(context, record, 0, acts.SeatAct(standing["id"], opening=dict(opening)))
    second = acts.commit(context, record, 0, acts.SeatAct(standing["id"], opening=dict(opening)))
    assert (first.stored, second.stored) == (True, False)
    assert (first.receipt, first.signature) == (second.receipt, second.signature)


def test_replacing_needs_the_number_of_what_it_replaces(context: Context, ann: Account, ben: Account) -> None:
    match = begin(context, ann, ben)
    record, standing = choose(context, match)
    move = first_card(context, record, standing, 0)
    acts.commit(context, record, 0, acts.SeatAct(standing["id"], move=move))
    with pytest.raises(ActError) as caught:
        acts.commit(context, record, 0, acts.SeatAct(standing["id"], move={"type": "pass"}))
    assert caught.value.code == "conflict"
    assert caught.value.act is not None and caught.value.act.seq == 1
    assert (
        acts.commit(context, record, 0, acts.SeatAct(standing["id"], move={"type": "pass"}, replaces=1)).receipt["seq"]
        == 2
    )
    withdrawn = acts.withdraw(context, record, 0, acts.SeatAct(standing["id"], replaces=2))
    assert (withdrawn.receipt["act"], withdrawn.receipt["commitment"]) == ("withdraw", None)


def test_openings_of_another_seat_decision_match_or_history_are_refused(
    context: Context, ann: Account, ben: Account
) -> None:
    match, other = begin(context, ann, ben), begin(context, ann, ben)
    record, standing = choose(context, match)
    good = dict(client_opening(record, standing, 0, first_card(context, record, standing, 0)))
    wrong = {"seat": 1, "decision": "r2.choose", "match": other, "head": b64(bytes(32)), "rules": "kontor@2"}
    for name, value in wrong.items():
        with pytest.raises(ActError) as caught:
            acts.commit(context, record, 0, acts.SeatAct(standing["id"], opening={**good, name: value}))
        assert (caught.value.code, caught.value.pointer) == ("malformed", f"/opening/{name}")


def test_copying_the_opponents_commitment_is_refused(context: Context, ann: Account, ben: Account) -> None:
    match = begin(context, ann, ben)
    record, standing = choose(context, match)
    acted = acts.commit(context, record, 0, acts.SeatAct(standing["id"], move={"type": "pass"}))
    with pytest.raises(ActError) as caught:
        acts.commit(context, record, 1, acts.SeatAct(standing["id"], commitment=acted.act.commitment))
    assert caught.value.code == "seen"


def test_silence_is_answered_by_the_rules_after_the_deadline_and_not_before(
    context: Context, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    record, standing = choose(context, match)
    acts.commit(context, record, 0, acts.SeatAct(standing["id"], move=first_card(context, record, standing, 0)))
    drain_once(context)
    assert standing_of(loaded(context, match).table, standing["id"]) is not None
    wait_past(context, standing["deadline"])
    drain_once(context)
    record = loaded(context, match)
    assert standing_of(record.table, standing["id"]) is None
    line = next(line for line in context.store.lines(match) if b'"type":"locked"' in line)
    assert b'"custody":"absent"' in line
    with pytest.raises(ActError) as caught:
        acts.commit(context, record, 1, acts.SeatAct(standing["id"], move={"type": "pass"}))
    assert caught.value.code == "gone"


def wait_past(context: Context, moment: int | None) -> None:
    """Wait until a second after a moment of the store's clock, the only one that counts."""
    assert moment is not None
    event = threading.Event()
    while (rest := moment + 1_000 - context.store.now()) >= 0:
        event.wait((rest + 1) / 1000)


def past(context: Context, match: str, moment: int | None) -> None:
    """Let a worker look at the match as it would a second after a moment."""
    record = context.store.load(match, secrets=True)
    assert record is not None
    assert moment is not None
    assert context.store.transition(step_due(context, replace(record, now=moment + 1_000)))


def test_a_seat_that_never_opens_gets_the_unopened_fallback_and_a_public_mark(
    context: Context, ann: Account, ben: Account
) -> None:
    record, standing, _ = held_by_client(context, ann, ben)
    match = record.match
    acts.commit(context, record, 1, acts.SeatAct(standing["id"], move={"type": "pass"}))
    drain_once(context)
    locked = stands(context, match, standing["id"])
    assert locked["awaited"] == [0]
    past(context, match, locked["opening_ends"])
    record = loaded(context, match)
    assert record.table["marks"] == [1, 0]
    line = next(line for line in context.store.lines(match) if b'"type":"resolved"' in line)
    assert b'"faults":[{"fault":"unopened","seat":0}]' in line


def test_a_seat_that_lost_client_custody_plays_on_with_escrow_where_client_custody_was_demanded(
    context: Context, ann: Account, ben: Account
) -> None:
    """Attacked: after two commitments that were never opened, every form of answer was refused."""
    match = begin(context, ann, ben, custody="client")
    for _ in range(2):
        record, standing = choose(context, match)
        kept = client_opening(record, standing, 0, {"type": "pass"})
        acts.commit(context, record, 0, acts.SeatAct(standing["id"], commitment=seal.commitment(kept)))
        honest = client_opening(record, standing, 1, {"type": "pass"})
        acts.commit(context, record, 1, acts.SeatAct(standing["id"], commitment=seal.commitment(honest)))
        drain_once(context)
        acts.open_commitment(context, loaded(context, match), 1, acts.SeatAct(standing["id"], opening=honest))
        past(context, match, stands(context, match, standing["id"])["opening_ends"])
    record, standing = choose(context, match)
    assert record.table["marks"] == [2, 0]
    with pytest.raises(ActError) as caught:
        acts.commit(context, record, 0, acts.SeatAct(standing["id"], commitment=seal.commitment(kept)))
    assert caught.value.code == "client-custody-taken"
    with pytest.raises(ActError) as caught:
        acts.commit(context, record, 1, acts.SeatAct(standing["id"], move={"type": "pass"}))
    assert caught.value.code == "client-custody-demanded", "the other seat still keeps its openings"
    honest = client_opening(record, standing, 1, {"type": "pass"})
    acted = acts.commit(context, record, 0, acts.SeatAct(standing["id"], move=first_card(context, record, standing, 0)))
    assert acted.act.custody == "escrow"
    acts.commit(context, record, 1, acts.SeatAct(standing["id"], commitment=seal.commitment(honest)))
    drain_once(context)
    found = proof(context, match, [{"receipt": acted.receipt, "signature": acted.signature}])
    assert (found.verdict, found.reason) == (
        "INCOMPLETE",
        f"the match is not closed; checked up to entry {found.entries}",
    )


def test_where_refusing_to_open_could_pay_a_match_takes_escrow_only(
    context: Context, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben, rules="anno-1701", custody="client")
    record = loaded(context, match)
    (standing,) = (one for one in record.table["standing"] if one["kind"] == "settle")
    assert allowed_custody(record.table, standing, 0) == "escrow"
    kept = client_opening(record, standing, 0, game_of(record.table).moves(dealt(record), 0, standing["id"])[0])
    with pytest.raises(ActError) as caught:
        acts.commit(context, record, 0, acts.SeatAct(standing["id"], commitment=seal.commitment(kept)))
    assert caught.value.code == "escrow-demanded"
    assert acts.commit(context, record, 0, acts.SeatAct(standing["id"], opening=dict(kept))).act.custody == "escrow"


def test_many_clients_at_once_leave_exactly_one_commitment_standing(
    context: Context, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    record, standing = choose(context, match)
    moves = game_of(record.table).moves(dealt(record), 0, standing["id"])
    outcomes: list[str] = []
    clients = len(moves)  # each with a move of its own: the same one twice would get the same receipt
    barrier = threading.Barrier(clients)

    def client(number: int) -> None:
        barrier.wait()
        try:
            acts.commit(context, record, 0, acts.SeatAct(standing["id"], move=moves[number]))
            outcomes.append("stored")
        except ActError as error:
            outcomes.append(error.code)

    at_once(*(partial(client, number) for number in range(clients)))
    assert sorted(outcomes) == ["conflict"] * (clients - 1) + ["stored"]


def test_two_workers_resolve_a_round_once(context: Context, ann: Account, ben: Account) -> None:
    match = begin(context, ann, ben)
    record, standing = choose(context, match)
    for seat in (0, 1):
        acts.commit(context, record, seat, acts.SeatAct(standing["id"], move={"type": "pass"}))
    at_once(*(partial(drain_once, context) for _ in range(4)))
    resolved = [line for line in context.store.lines(match) if b'"type":"resolved"' in line]
    assert len(resolved) == 1


def test_a_replace_racing_the_lock_either_counts_or_is_refused(context: Context, ann: Account, ben: Account) -> None:
    """Whatever the winner: the log's commitment is that of the last receipt (campaign: attacks of protocol section 9)."""
    match = begin(context, ann, ben)
    chooser, receipts = random.Random(7), []
    for _ in range(25):
        record = loaded(context, match)
        if record.table["status"] == "closed":
            break
        standing = record.table["standing"][0]
        if not standing["sealed"] or len(standing["seats"]) < 2:
            answer_all(context, match, chooser)
            continue
        moves = game_of(record.table).moves(dealt(record), 0, standing["id"])
        for seat in (0, 1):
            acted = acts.commit(context, record, seat, acts.SeatAct(standing["id"], move={"type": "pass"}))
            receipts.append({"receipt": acted.receipt, "signature": acted.signature})

        def replace(record: Record = record, standing: Standing = standing, moves: list[Move] = moves) -> None:
            try:
                acted = acts.commit(
                    context, record, 0, acts.SeatAct(standing["id"], move=chooser.choice(moves), replaces=1)
                )
                receipts.append({"receipt": acted.receipt, "signature": acted.signature})
            except ActError as error:
                assert error.code in ("gone", "locked"), error.code

        racing = threading.Thread(target=replace)
        racing.start()
        drain_once(context)
        racing.join()
        drain_once(context)
    if loaded(context, match).table["status"] == "running":
        lobby.resign(context, match, ann)
        drain_once(context)
    found = proof(context, match, receipts)
    assert (found.verdict, found.reason) == ("PASS", "")


def test_lobby_entries_are_in_the_log_in_the_order_they_happened(context: Context, ann: Account, ben: Account) -> None:
    match = new_match_id()
    creation.create(context, ann, wish(start="by-owner"), match)
    lobby.join(context, match, ben, seat=1, invitation=None)
    with pytest.raises(MatchError) as caught:
        lobby.join(context, match, ben, seat=None, invitation=None)
    assert caught.value.code == "already-seated"
    lobby.leave(context, match, ben)
    with pytest.raises(MatchError) as caught:
        lobby.start(context, match, ann)
    assert caught.value.code == "not-full"
    lobby.join(context, match, ben, seat=None, invitation=None)
    with pytest.raises(MatchError) as caught:
        lobby.start(context, match, ben)
    assert caught.value.code == "not-owner"
    lobby.start(context, match, ann)
    drain_once(context)
    lobby.resign(context, match, ann)
    drain_once(context)
    assert proof(context, match).verdict == "PASS"
    assert match in context.store.matches_of(ben.id)


def test_a_private_match_needs_its_invitation(context: Context, ann: Account, ben: Account) -> None:
    match = new_match_id()
    record = creation.create(context, ann, wish(visibility="private"), match)
    with pytest.raises(MatchError) as caught:
        lobby.join(context, match, ben, seat=None, invitation="guess")
    assert caught.value.code == "invitation-wrong"
    lobby.join(context, match, ben, seat=None, invitation=record.table["invitation"])


def test_the_table_that_was_judged_is_the_one_that_is_opened(context: Context, ann: Account) -> None:
    match = new_match_id()
    with creation.admitted(context, ann, wish(sit=False), match, again=False, address="192.0.2.1") as admitted:
        record = creation.open_table(context, admitted, [])
    assert record.table == admitted.table
    stored = context.store.load(match, secrets=True)
    assert stored is not None and stored.seed == b64(admitted.seed)


def test_creating_the_same_match_again_changes_nothing(context: Context, ann: Account, ben: Account) -> None:
    match = new_match_id()
    first = creation.create(context, ann, wish(bots=["random"]), match)
    second = creation.create(context, ann, wish(bots=["random"]), match)
    assert (first.n, first.head) == (second.n, second.head)
    with pytest.raises(MatchError):
        creation.create(context, ben, wish(), match)


def test_the_owner_leaving_cancels_the_match(context: Context, ann: Account) -> None:
    match = new_match_id()
    creation.create(context, ann, wish(), match)
    lobby.leave(context, match, ann)
    drain_once(context)
    assert loaded(context, match).table["over"] == "cancelled"
    assert proof(context, match).verdict == "PASS"


def test_a_box_that_does_not_open_never_counts_against_the_player(context: Context, ann: Account, ben: Account) -> None:
    """The seat may open its commitment itself; if it does not, the fallback comes without a mark (protocol section 3)."""
    match = begin(context, ann, ben)
    for helped in (True, False):
        record, standing = choose(context, match)
        openings = [client_opening(record, standing, seat, {"type": "pass"}) for seat in (0, 1)]
        for seat in (0, 1):
            acts.commit(context, record, seat, acts.SeatAct(standing["id"], opening=dict(openings[seat])))
        field = f"0:{standing['id']}"
        other = context.sealer.seal(openings[1])  # a swapped box: it opens, but belongs to somebody else
        with redis.Redis.from_url(context.settings.redis_url) as client:
            client.hset(store_keys.secrets(match), f"box:{field}", other)
        drain_once(context)
        locked = stands(context, match, standing["id"])
        assert (locked["phase"], locked["awaited"]) == ("opening", [0])
        if helped:
            acts.open_commitment(context, loaded(context, match), 0, acts.SeatAct(standing["id"], opening=openings[0]))
        else:
            past(context, match, locked["opening_ends"])
        drain_once(context)
        record = loaded(context, match)
        assert standing_of(record.table, standing["id"]) is None
        assert record.table["marks"] == [0, 0]
    assert b'"faults":[{"fault":"escrow-failed","seat":0}]' in export(context, match)
    lobby.resign(context, match, ann)
    drain_once(context)
    assert proof(context, match).verdict == "PASS"


def test_an_opening_that_was_acknowledged_is_never_called_unopened(
    context: Context, ann: Account, ben: Account
) -> None:
    """Attacked by our own mishap: the box of a client's opening did not open, and the client was blamed with a mark."""
    record, standing, opening = held_by_client(context, ann, ben)
    match = record.match
    acts.commit(context, record, 1, acts.SeatAct(standing["id"], move={"type": "pass"}))
    drain_once(context)
    held = acts.open_commitment(context, loaded(context, match), 0, acts.SeatAct(standing["id"], opening=opening))
    broken = Sealer(resolver_public(bytes(32))).seal(opening)
    with redis.Redis.from_url(context.settings.redis_url) as client:
        client.hset(store_keys.secrets(match), f"box:0:{standing['id']}", broken)
    drain_once(context)
    assert standing_of(loaded(context, match).table, standing["id"]) is not None, "nothing is resolved without it"
    assert loaded(context, match).parked is not None, "the operator is told"
    again = acts.open_commitment(context, loaded(context, match), 0, acts.SeatAct(standing["id"], opening=opening))
    assert (again.receipt, again.stored) == (held.receipt, False), "who opens again mends it, and holds what he held"
    assert context.store.retry(match)
    drain_once(context)
    record = loaded(context, match)
    assert (standing_of(record.table, standing["id"]), record.table["marks"]) == (None, [0, 0])
    lobby.resign(context, match, ann)
    drain_once(context)
    found = proof(context, match, [{"receipt": held.receipt, "signature": held.signature}])
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", 1)


def test_an_opening_of_another_decision_is_refused_although_it_hashes_to_the_commitment(
    context: Context, ann: Account, ben: Account
) -> None:
    """Attacked: it was acknowledged, and then the seat was called unopened against its own receipt."""
    match = begin(context, ann, ben)
    record, standing = choose(context, match)
    good = client_opening(record, standing, 0, first_card(context, record, standing, 0))
    elsewhere = Opening(**{**good, "decision": "r9.choose"})
    acts.commit(context, record, 0, acts.SeatAct(standing["id"], commitment=seal.commitment(elsewhere)))
    acts.commit(context, record, 1, acts.SeatAct(standing["id"], move={"type": "pass"}))
    drain_once(context)
    with pytest.raises(ActError) as caught:
        acts.open_commitment(context, loaded(context, match), 0, acts.SeatAct(standing["id"], opening=elsewhere))
    assert (caught.value.code, caught.value.pointer) == ("malformed", "/opening/decision")


def test_an_opening_may_come_after_the_deadline_that_its_commitment_met(
    context: Context, ann: Account, ben: Account
) -> None:
    record, standing, opening = held_by_client(context, ann, ben)
    match = record.match
    wait_past(context, standing["deadline"])
    drain_once(context)
    acts.open_commitment(context, loaded(context, match), 0, acts.SeatAct(standing["id"], opening=opening))
    drain_once(context)
    assert standing_of(loaded(context, match).table, standing["id"]) is None
    lobby.resign(context, match, ann)
    drain_once(context)
    found = proof(context, match)
    assert (found.verdict, found.reason) == ("PASS", "")
