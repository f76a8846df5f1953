"""Seafarers by mail with six players: with standing orders a turn is one letter, and without them many (RULES.md, F7)."""

import email
import email.policy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.games.seafarers import GAME
from engine.match.table import Standing
from engine.protocol.chance import Draws
from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import verify_signature
from service.matches import acts
from service.matches.orders import NewOrders, set_orders
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account, Record
from tests.campaigns.soak.report import Watch, report
from tests.engine.seafarers.visiting import orders_of
from tests.given.contexts import account, open_context
from workers.deliver.job import deliver_once
from workers.mail import channel
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once

pytestmark = pytest.mark.usefixtures("without_pictures")

MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b13"
NAMES = ("Ann", "Ben", "Cem", "Dora", "Edu", "Fay")
LANGUAGES = ("en", "de", "en", "de", "en", "de")
SEED = bytes(range(3, 35))
PRESET = "sechs-inseln-6"
TURNS = 8
SEVENS = 3
"""What discards and thieves may cost in these turns."""


class Voyage:
    """One match of six people, each of whom answers as the bot would, and every letter that came."""

    def __init__(self, context: Context, mailbox: Path, preset: str, turns: int) -> None:
        self.context, self.mailbox, self.preset = context, mailbox, preset
        self.players: list[Account] = [
            account(context, name, language=language) for name, language in zip(NAMES, LANGUAGES, strict=True)
        ]
        options = {"preset": preset, "turn_limit": turns}
        creation.create(
            context, self.players[0], NewMatch(rules=GAME.rules.id, seats=6, grace=0, options=options), MATCH
        )
        for player in self.players[1:]:
            lobby.join(context, MATCH, player, seat=None, invitation=None)
        drain_once(context)
        self.whims = Draws(bytes(32))
        self.visits = 0
        self.letting_letters_lie = False
        """Letters take longer than all that they are about, since each has a picture."""

    @property
    def record(self) -> Record:
        found = self.context.store.load(MATCH)
        assert found is not None
        return found

    @property
    def state(self) -> dict[str, Any]:
        state = self.record.state
        assert state is not None
        return state

    def over(self) -> bool:
        return self.record.table["status"] == "closed"

    def visit(self, seat: int) -> None:
        """Let a player answer everything that is asked of him, as his bot would."""
        self.visits += 1
        while (asked := self.asked_of(seat)) is not None:
            moves = GAME.moves(self.state, seat, asked["id"])
            move = GAME.bot(GAME.view(self.state, seat), asked, moves, self.whims)
            if asked["sealed"]:
                acts.commit(self.context, self.record, seat, acts.SeatAct(asked["id"], move=move))
            else:
                acts.answer(self.context, self.record, seat, acts.SeatAct(asked["id"], move=move))
            drain_once(self.context)

    def asked_of(self, seat: int) -> Standing | None:
        """Return what waits for a player, ``None``: nothing."""
        record = self.record
        return next(
            (
                one
                for one in record.table["standing"]
                if seat in one["seats"] and not one["optional"] and (one["id"], seat) not in record.acts
            ),
            None,
        )

    def play(self, *, with_orders: bool) -> None:
        """Play to the end; whoever is asked comes once for all that waits for him, and has his letter before."""
        ordered = not with_orders
        while not self.over():
            if not ordered and self.state["turn"]:
                for seat in range(6):
                    set_orders(
                        self.context, self.record, seat, NewOrders(orders_of(self.state, self.preset, seat), replaces=0)
                    )
                drain_once(self.context)
                ordered = True
                continue
            self.deliver()
            self.visit(next(seat for seat in range(6) if self.asked_of(seat) is not None))
        self.deliver()

    def deliver(self) -> None:
        """Deliver what is asked once the turns have begun."""
        if self.letting_letters_lie or not self.state["turn"]:
            return
        deliver_once(self.context, transport_of(self.context.settings.smtp_url))

    def asking(self) -> int:
        """Return how many letters asked somebody something."""
        return sum("your-turn" in path.name for path in self.mailbox.glob("*.eml"))

    def letters(self) -> list[tuple[str, str]]:
        """Return to whom the letters that asked something went, and their texts, in order."""
        found = []
        for path in sorted(self.mailbox.glob("*your-turn*.eml")):
            letter = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            body = letter.get_body(("plain",))
            assert body is not None
            found.append((str(letter["To"]), " ".join(body.get_content().split())))
        return found

    def proof(self) -> tuple[str, str]:
        public = self.context.signer.public_bytes
        export = b"".join(self.context.store.lines(MATCH, limit=100_000))
        found = verify(export, check_signature=lambda text, sig: verify_signature(public, text, sig))
        return found.verdict, found.reason

    def turns(self) -> set[int]:
        """Return the turns that were played."""
        entries = [json.loads(line)["entry"] for line in self.context.store.lines(MATCH, limit=100_000)]
        events = [event for one in entries if one["type"] == "resolved" for event in one["body"]["events"]]
        return {event["turn"] for event in events if event["type"] == "turn"}


def voyage(redis_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch, preset: str, turns: int) -> Voyage:
    monkeypatch.setattr(creation, "new_seed", lambda: SEED)
    mailbox = folder / "post"
    mailbox.mkdir(parents=True)
    context = open_context(redis_url, folder / "keys", smtp_url=mailbox.as_uri())
    return Voyage(context, mailbox, preset, turns)


def test_with_orders_a_turn_is_one_letter_that_shows_the_dice(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = voyage(redis_url, tmp_path, monkeypatch, PRESET, TURNS)
    pictures: list[str] = []
    monkeypatch.setattr(channel, "begin", pictures.append)
    played.play(with_orders=True)
    assert played.proof() == ("PASS", "")
    assert {">Six Islands, turn", ">Sechs Inseln, Zug"} == {
        found[0] for svg in pictures if (found := re.search(r">(?:Six Islands|Sechs Inseln), \w+", svg))
    }, "each reader has the picture in his language"
    letters = played.letters()
    assert len(letters) == played.asking()
    in_turn = [one for one in letters if "Trade, build" in one[1] or "Handle, baue" in one[1]]
    assert len(in_turn) <= TURNS
    assert len(letters) <= TURNS + SEVENS, (
        "besides, only who gives up cards or has no wish left for the robber is asked"
    )
    assert all(re.search(r"(Dice|Würfel): [1-6] (and|und) [1-6]\.", text) for _, text in in_turn)
    assert {"Hello", "Hallo"} == {found[0] for _, text in letters if (found := re.search(r"\bH[ae]llo\b", text))}
    said = " ".join(text for _, text in letters)
    assert "build nothing." not in said and "nichts bauen." not in said, "what everybody always does is no news"


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("with_orders", [True, False], ids=["with orders", "without"])
def test_a_whole_match_by_mail(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_orders: bool
) -> None:
    """Each visit follows one letter, which brings together what was asked and what had happened since the last."""
    watch = Watch()
    played = voyage(redis_url, tmp_path, monkeypatch, PRESET, 300)
    played.letting_letters_lie = True
    played.play(with_orders=with_orders)
    assert played.proof() == ("PASS", "")
    report(
        f"Seafarers, {PRESET}, {'with' if with_orders else 'without'} orders", watch.seconds,
        turns=len(played.turns()), visits=played.visits,
    )  # fmt: skip
