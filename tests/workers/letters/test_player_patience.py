"""What the rules' default orders would answer is left for a while to a player who looks at the table, and only to him."""

import json
from dataclasses import replace

from engine import registry
from engine.match.table import Standing
from engine.protocol.chance import Draws
from engine.protocol.log import timestamp
from engine.verifier.replay import verify
from service.api.matches import representations
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches import acts, orders
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account
from tests.given.contexts import account, loaded
from tests.service.hours import pass_hours, write_ahead
from workers.resolve.bots import PATIENCE
from workers.resolve.drain import drain_once
from workers.resolve.releases import AMONG_BOTS
from workers.resolve.step import step_due

REACTIONS = ("yield", "hunt", "prize", "fire", "discontent", "demand")


def dealt(context: Context, *, company: bool = False) -> tuple[Account, str]:
    """Return Ann, who plays in seat 0 against a bot, or with ``company`` against Ben, and the match."""
    owner, match = account(context, "Ann"), new_match_id()
    bots = [] if company else ["steady"]
    creation.create(context, owner, NewMatch(rules="anno-1701", seats=2, bots=bots, grace=0), match)
    if company:
        ben = account(context, "Ben")
        lobby.join(context, match, ben, seat=None, invitation=None)
        context.store.note_here(match, ben.id, 600)
    return owner, match


def play_on(context: Context, match: str) -> Standing | None:
    """Answer for people as a bot would; return what is left to Ann, ``None`` once orders have answered something."""
    for _ in range(2000):
        drain_once(context)
        record = loaded(context, match)
        assert record.state is not None and record.table["status"] == "running", "nobody was ever asked for a good"
        if "order" in answers(context, match):
            return None
        people = [place for place, one in enumerate(record.table["seats"]) if one["bot"] is None]
        asked = ((one, seat) for one in record.table["standing"] for seat in one["seats"] if seat in people)
        for one, seat in asked:
            if (one["id"], seat) in record.acts or one["optional"]:
                continue
            if seat == 0 and one["kind"] in REACTIONS:
                return one
            game = registry.game(record.table["rules"])
            moves = game.moves(record.state, seat, one["id"])
            move = game.bot(game.view(record.state, seat), one, moves, Draws(bytes(32)))
            if one["sealed"]:
                acts.commit(context, record, seat, acts.SeatAct(one["id"], move=move))
            else:
                acts.answer(context, record, seat, acts.SeatAct(one["id"], move=move))
            break
    raise AssertionError("it takes too long")


def left_to_ann(context: Context, owner: Account, match: str) -> Standing:
    """Play until something is left to the person, who looks at the table all the time."""
    context.store.note_here(match, owner.id, 600)
    found = play_on(context, match)
    assert found is not None, "it was answered for the person at once"
    return found


def answers(context: Context, match: str, decision: str | None = None) -> list[str]:
    """Return by whom a decision was answered, or each that was."""
    entries = [json.loads(line)["entry"] for line in context.store.lines(match, limit=100_000)]
    resolved = (one["body"] for one in entries if one["type"] == "resolved")
    return [move["by"] for body in resolved if decision in (None, body["decision"]) for move in body["moves"]]


def proved(context: Context, owner: Account, match: str) -> bool:
    lobby.resign(context, match, owner)
    drain_once(context)
    public = context.signer.public_bytes
    report = verify(
        b"".join(context.store.lines(match, limit=100_000)),
        check_signature=lambda said, signed: verify_signature(public, said, signed),
    )
    return report.verdict == "PASS"


def test_who_looks_at_the_table_chooses_what_would_have_been_chosen_for_him(context: Context) -> None:
    """A newcomer sat at the table, wanted wood, and was given food: the default order had answered at once."""
    owner, match = dealt(context)
    asked = left_to_ann(context, owner, match)
    record = loaded(context, match)
    assert asked["opened"] + PATIENCE < asked["left_until"] <= asked["opened"] + AMONG_BOTS
    assert record.due == asked["left_until"], "the match goes on by itself then"
    assert drain_once(context) == 0
    told = [representations.decision(record, asked, seat)["left_until_at"] for seat in (0, 1, None)]
    assert told == [timestamp(asked["left_until"]), None, None]
    moves = registry.game(record.table["rules"]).moves(record.state or {}, 0, asked["id"])
    acts.answer(context, record, 0, acts.SeatAct(asked["id"], move=moves[-1]))
    drain_once(context)
    assert answers(context, match, asked["id"]) == ["seat"]
    assert proved(context, owner, match)


def test_who_does_not_answer_for_a_while_is_answered_for_without_a_letter(context: Context) -> None:
    owner, match = dealt(context)
    asked = left_to_ann(context, owner, match)
    assert not asked["asked"], "who looks at the table needs no letter about it"
    pass_hours(context, match, lambda one: asked["id"] not in {left["id"] for left in one.table["standing"]})
    assert answers(context, match, asked["id"]) == ["order"]
    assert proved(context, owner, match)


def test_other_people_wait_for_a_minute_only(context: Context) -> None:
    owner, match = dealt(context, company=True)
    asked = left_to_ann(context, owner, match)
    assert asked["opened"] < asked["left_until"] <= asked["opened"] + PATIENCE


def test_nobody_else_is_waited_for(context: Context) -> None:
    _, match = dealt(context)
    assert play_on(context, match) is None, "answered by default, at once"


def test_own_orders_answer_at_once_whoever_looks(context: Context) -> None:
    owner, match = dealt(context)
    drain_once(context)
    own = {"goods": [], "give_up": [], "demand": "decline", "lodge": "never"}
    orders.set_orders(context, loaded(context, match), 0, orders.NewOrders(own))
    context.store.note_here(match, owner.id, 600)
    assert play_on(context, match) is None


def test_after_the_clock_was_set_back_the_others_wait_no_longer_for_him(context: Context) -> None:
    owner, match = dealt(context)
    write_ahead(context, match, by=3_600_000)
    asked = left_to_ann(context, owner, match)
    record = loaded(context, match)
    assert record.now < asked["left_until"] <= record.now + AMONG_BOTS < asked["opened"]
    assert record.due == asked["left_until"]
    assert proved(context, owner, match)


def test_while_he_is_waited_for_the_clock_may_be_set_back(context: Context) -> None:
    owner, match = dealt(context)
    asked = left_to_ann(context, owner, match)
    record = loaded(context, match, secrets=True)
    context.store.transition(step_due(context, replace(record, now=record.now - 3_600_000)))
    assert answers(context, match, asked["id"]) == ["order"]
    assert proved(context, owner, match)
