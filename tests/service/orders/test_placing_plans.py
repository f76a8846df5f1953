"""Kontor by mail with placing plans: seal a card, leave a plan, and a whole round needs one visit of each and one mail."""

import email
import email.policy
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import redis

from engine.contract import Move
from engine.games.kontor import GAME
from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import verify_signature
from service.matches import acts
from service.matches.orders import NewOrders, set_orders
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Record
from tests.given.contexts import account, open_context
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once

pytestmark = pytest.mark.usefixtures("without_pictures")

MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
ROUNDS = 4
NEVER_USED = 977
"""A round no match here reaches: it stands in every plan, and must come to light nowhere."""
SHOWN = re.compile(rf"(?<![\w-]){NEVER_USED}(?![\w-])")


class Evening:
    """One match of Ann and Ben by mail. Both seal the lowest card of their hands, and a second one where passes show."""

    def __init__(self, context: Context, mailbox: Path, preset: str) -> None:
        self.context, self.mailbox = context, mailbox
        ann, ben = (account(context, name) for name in ("Ann", "Ben"))
        options = {"preset": preset, "round_limit": ROUNDS}
        creation.create(context, ann, NewMatch(rules="kontor", options=options, grace=0), MATCH)
        lobby.join(context, MATCH, ben, seat=None, invitation=None)
        drain_once(context)
        self.orders = [0, 0]
        self.visits: Counter[int] = Counter()

    def record(self) -> Record:
        found = self.context.store.load(MATCH)
        assert found is not None
        return found

    def view(self, seat: int) -> dict[str, Any]:
        return GAME.view(self.record().state or {}, seat)

    def deliver(self) -> None:
        deliver_once(self.context, transport_of(self.context.settings.smtp_url))

    def letters(self) -> list[Path]:
        return sorted(self.mailbox.glob("*.eml"))

    def asked(self) -> Counter[str]:
        """Return how many letters asked each of them something."""
        questions = [path for path in self.letters() if "your-turn" in path.name]
        return Counter(str(email.message_from_bytes(path.read_bytes())["To"]) for path in questions)

    def seal(self, seat: int, card: str) -> None:
        move = {"type": "play", "card": card}
        view = self.view(seat)
        if view["options"]["pass_mode"] == "declare":
            move["if_alone"] = card
        acts.commit(self.context, self.record(), seat, acts.SeatAct(f"r{view['round']}.choose", move=move))

    def plan(self, seat: int, card: str) -> dict[str, Any]:
        """Return a plan for this card in this round, and one that is for nothing that will ever happen."""
        view = self.view(seat)
        water = [one["at"] for one in view["board"] if one["card"]["type"] in ("canal", "anchor")]
        near = sorted(view["placeable"], key=lambda at: (abs(at[0]) + abs(at[1]), at))
        sail = [{"type": "sail", "to": at} for at in water if at != view["ship"]]
        unused = {"round": NEVER_USED, "if": [{"free": near[-1]}], "place": near[:3]}
        return {"plans": [unused, {"card": card, "round": view["round"], "ship": sail, "place": near}]}

    def leave_plan(self, seat: int, plan: dict[str, Any]) -> None:
        acted, _ = set_orders(self.context, self.record(), seat, NewOrders(plan, replaces=self.orders[seat]))
        self.orders[seat] = acted.act.seq

    def moves(self) -> list[tuple[str, list[tuple[int, Move]]]]:
        bodies = [one["body"] for one in self.entries() if one["type"] == "resolved"]
        return [(body["decision"], [(one["seat"], one["move"]) for one in body["moves"]]) for body in bodies]

    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line)["entry"] for line in self.context.store.lines(MATCH, limit=10_000)]

    def over(self) -> bool:
        return self.record().table["status"] == "closed"


def card_of(evening: Evening, seat: int) -> str:
    hands = evening.view(seat)["hands"]
    return str(hands[seat][0]["id"])


def with_plans(evening: Evening) -> None:
    """Each looks once a round: seals a card and leaves a plan for it."""
    while not evening.over():
        evening.deliver()
        for seat in (0, 1):
            card = card_of(evening, seat)
            evening.leave_plan(seat, evening.plan(seat, card))
            evening.seal(seat, card)
            evening.visits[seat] += 1
        drain_once(evening.context)
    evening.deliver()


def without_plans(evening: Evening) -> None:
    """The same moves, each answered when it is asked."""
    plans: dict[int, dict[str, Any]] = {}
    while not evening.over():
        evening.deliver()
        record = evening.record()
        (standing,) = record.table["standing"]
        if standing["kind"] == "choose":
            for seat in (0, 1):
                card = card_of(evening, seat)
                plans[seat] = evening.plan(seat, card)
                evening.seal(seat, card)
                evening.visits[seat] += 1
        else:
            (seat,) = standing["seats"]
            move = GAME.consult(record.state or {}, seat, standing["id"], plans[seat])
            assert move is not None
            acts.answer(evening.context, record, seat, acts.SeatAct(standing["id"], move=move))
            evening.visits[seat] += 1
        drain_once(evening.context)
    evening.deliver()


@pytest.mark.parametrize("preset", ["tilsit", "goldsieber-pro"])
def test_a_round_takes_one_visit_and_one_question_mail_of_each_and_unused_plans_stay_unknown(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, preset: str
) -> None:
    # Both matches are dealt from one seed, so that only the plans differ.
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(32)))
    evenings = []
    for name, play in (("with", with_plans), ("without", without_plans)):
        with redis.Redis.from_url(redis_url) as client:
            client.flushall()
        mailbox = tmp_path / name
        mailbox.mkdir()
        evening = Evening(
            open_context(redis_url, tmp_path / f"keys-{name}", smtp_url=mailbox.as_uri()), mailbox, preset
        )
        play(evening)
        evenings.append((evening.moves(), evening.record().table["outcome"], evening.asked(), evening.visits))
        if name == "with":
            nothing_of_the_plans_is_known(evening)
    (moves, outcome, asked, visits), (same_moves, same_outcome, asked_before, visits_before) = evenings
    assert (moves, outcome) == (same_moves, same_outcome)
    assert set(asked.values()) == {ROUNDS}, "one question mail a round for each"
    assert visits == {0: ROUNDS, 1: ROUNDS}, "one visit a round for each"
    kinds = {decision.split(".")[1] for decision, _ in moves}
    assert {"choose", "place"} <= kinds, "there was something to lay in these rounds"
    assert sum(asked_before.values()) > sum(asked.values())
    assert sum(visits_before.values()) > sum(visits.values())


def nothing_of_the_plans_is_known(evening: Evening) -> None:
    """Look through everything that leaves the server for what the plans said and nobody needed."""
    public = evening.context.signer.public_bytes
    export = b"".join(evening.context.store.lines(MATCH, limit=10_000))
    found = verify(export, check_signature=lambda text, sig: verify_signature(public, text, sig))
    assert (found.verdict, found.reason) == ("PASS", "")
    told = [export.decode(), *(json.dumps(evening.view(seat)) for seat in (0, 1))]
    for letter in evening.letters():
        message = email.message_from_bytes(letter.read_bytes(), policy=email.policy.default)
        told += [part.get_content() for part in message.walk() if part.get_content_maintype() == "text"]
    assert len(told) > 2 * ROUNDS
    for text in told:
        assert not SHOWN.search(text)
        assert '"plans"' not in text


def test_e10_a_plan_never_seals_a_card_so_a_seat_that_only_plans_passes(redis_url: str, tmp_path: Path) -> None:
    mailbox = tmp_path / "mail"
    mailbox.mkdir()
    evening = Evening(open_context(redis_url, tmp_path / "keys", smtp_url=mailbox.as_uri()), mailbox, "tilsit")
    for seat in (0, 1):
        evening.leave_plan(seat, evening.plan(seat, card_of(evening, seat)))
    drain_once(evening.context)
    assert [one["id"] for one in evening.record().table["standing"]] == ["r1.choose"]


def test_a_seat_that_sealed_without_a_plan_is_asked_where_and_a_plan_left_then_answers_at_once(
    redis_url: str, tmp_path: Path
) -> None:
    mailbox = tmp_path / "mail"
    mailbox.mkdir()
    evening = Evening(open_context(redis_url, tmp_path / "keys", smtp_url=mailbox.as_uri()), mailbox, "tilsit")
    cards = [card_of(evening, seat) for seat in (0, 1)]
    for seat in (0, 1):
        evening.seal(seat, cards[seat])
    drain_once(evening.context)
    (asked,) = evening.record().table["standing"][0]["seats"]
    evening.leave_plan(asked, evening.plan(asked, cards[asked]))
    drain_once(evening.context)
    standing = evening.record().table["standing"]
    assert [one["seats"] for one in standing] != [[asked]], (
        "the plan has answered, the turn is the other's or the round over"
    )
