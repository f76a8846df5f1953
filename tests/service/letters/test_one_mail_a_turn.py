"""Anno 1701 by mail: a turn is one letter there and one list of actions back, whatever has to be answered in between (E.2)."""

import email
import email.policy
import json
from pathlib import Path
from typing import Any

import pytest

from engine.games.anno_1701 import GAME
from engine.protocol.acts import ORDERS
from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import verify_signature
from service.matches import acts
from service.matches.orders import NewOrders, set_orders
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account, Record
from tests.given.contexts import account, open_context
from workers.deliver.job import deliver_once
from workers.mail.parts import outcome
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once
from workers.resolve.openings import orders_in_force

pytestmark = pytest.mark.usefixtures("without_pictures")

MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
SEED = bytes(range(7, 39))
TURNS = 18
REACTIONS: dict[str, Any] = {
    "theatre": {"taschendieb": {"gold_after": 2, "loss": 1}, "spion": "never"},
    "goods": [{"good": "N", "amount": 3}, {"good": "T", "amount": 2}],
    "give_up": [{"good": "Z", "amount": 1}, {"good": "W", "amount": 1}],
    "demand": "most-plentiful",
    "lodge": {"want": ["kommandant", "taschendieb"], "give": ["farm"]},
    "trades": [{"give": "Z", "take": "N", "keep": [{"good": "Z", "amount": 1}]}],
    "reject": "NTHWG",
}
"""Rows W1 to W8: everything that a letter would otherwise have to ask in the other player's turn."""
SAIL = {"type": "voyage", "stop": [{"ship": 1}, {"rum": 2, "tobacco": 1}], "buy": [{"good": "R"}, {"good": "B"}]}
SPIED = sorted({card.kind for card in GAME.data.cards.values()})
"""Every kind of card that an opponent can hold: a list that names none of those there asks."""
DRAW = {"type": "cards", "exchange": ["spion"], "take": [{"pile": "1a"}, {"pile": "1b"}, {"pile": "1a"}]}


class Post:
    """Two people, their match, and every letter that came."""

    def __init__(self, context: Context, mailbox: Path) -> None:
        self.context, self.mailbox = context, mailbox
        self.players: list[Account] = [account(context, name) for name in ("Ann", "Ben")]
        wish = NewMatch(rules=GAME.rules.id, grace=0, options={"turn_limit": TURNS})
        creation.create(context, self.players[0], wish, MATCH)
        lobby.join(context, MATCH, self.players[1], seat=None, invitation=None)
        drain_once(context)
        for seat in (0, 1):
            acts.commit(
                context,
                self.record(),
                seat,
                acts.SeatAct("t0.settle", move={"type": "settle", "pile": ("1a", "1b")[seat]}),
            )
        drain_once(context)
        self.seqs = [0, 0]
        self.known: list[Path] = []
        self.before = len(self.letters()) - 1
        """Letters before the first turn mail: one tells who does not begin how both have settled."""

    def record(self) -> Record:
        found = self.context.store.load(MATCH)
        assert found is not None
        return found

    @property
    def turn(self) -> int:
        state = self.record().state
        assert state is not None
        return int(state["turn"])

    def over(self) -> bool:
        return self.record().table["status"] == "closed"

    def letters(self) -> list[tuple[str, str]]:
        """Deliver; return to whom each letter of the running match went, and its text, in the order of sending; of letters sent
        together the one that asks comes last."""
        deliver_once(self.context, transport_of(self.context.settings.smtp_url))
        found = []
        new = sorted(set(self.mailbox.glob("*.eml")) - set(self.known), key=lambda path: "your-turn" in path.name)
        self.known += new
        for path in self.known:
            letter = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            body = letter.get_body(("plain",))
            assert body is not None
            if ".over" not in path.name:
                found.append((str(letter["To"]), body.get_content()))
        return found

    def send(self, seat: int, document: dict[str, Any]) -> None:
        """Hand in an orders document, as the answer to a letter."""
        acted, _ = set_orders(self.context, self.record(), seat, NewOrders(document, replaces=self.seqs[seat]))
        self.seqs[seat] = acted.act.seq
        drain_once(self.context)

    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line)["entry"] for line in self.context.store.lines(MATCH, limit=100_000)]


def whole_turn(post: Post, seat: int) -> dict[str, Any]:
    """Return a turn as one list: build and upgrade what the letter shows to be possible, then draw or sail."""
    record = post.record()
    assert record.state is not None
    standing = record.table["standing"][0]
    wanted = [move for move in GAME.moves(record.state, seat, standing["id"])
              if move["type"] in ("upgrade", "build", "play", "repair")]  # fmt: skip
    full = len(record.state["players"][seat]["hand"]) == 3
    turn = {
        "turn": record.state["turn"],
        "do": [{"do": move, "skip": True} for move in wanted[:6]],
        "spy": SPIED,
        "close": SAIL if full and record.state["players"][seat]["ship"] > 1 else DRAW,
    }
    return {"turn": turn}


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Post:
    monkeypatch.setattr(creation, "new_seed", lambda: SEED)
    mailbox = tmp_path / "post"
    mailbox.mkdir()
    return Post(open_context(redis_url, tmp_path / "keys", smtp_url=mailbox.as_uri()), mailbox)


def play(post: Post, reactions: dict[str, Any]) -> dict[int, int]:
    """Play to the turn limit, one document for each turn; return how many letters came in each turn."""
    counts: dict[int, int] = {}
    seen = post.before
    while not post.over():
        turn = post.turn
        record = post.record()
        assert record.state is not None
        [standing] = record.table["standing"]
        assert (standing["kind"], standing["seats"]) == ("act", [record.state["active"]]), "nothing else is ever asked"
        letters = len(post.letters())
        counts[turn], seen = letters - seen, letters
        post.send(record.state["active"], {**reactions, **whole_turn(post, record.state["active"])})
        assert post.over() or post.turn == turn + 1, "the list played the whole turn"
    return counts


def rows(post: Post) -> set[str]:
    """Return which rows of the standing orders the public log names."""
    moves = [one for entry in post.entries() if entry["type"] == "resolved" for one in entry["body"]["moves"]]
    assert all(one["by"] == "order" for one in moves if "order" in one["move"])
    return {one["move"]["order"] for one in moves if "order" in one["move"]}


@pytest.mark.parametrize("reactions", [REACTIONS, {}], ids=["with standing orders", "by the defaults"])
def test_one_letter_a_turn_shows_what_was_rolled_and_what_it_gave(post: Post, reactions: dict[str, Any]) -> None:
    counts = play(post, reactions)
    assert counts == dict.fromkeys(range(1, max(counts) + 1), 1)
    rolled = [one["body"]["events"] for one in post.entries() if one["type"] == "resolved"]
    rolls = [event for events in rolled for event in events if event["type"] == "rolled"]
    letters = post.letters()
    for roll, (to, text) in zip(rolls, letters[post.before :], strict=True):
        said = " ".join(text.split())
        assert to.startswith(("Ann <", "Ben <")[roll["seat"]])
        assert f"Turn {roll['turn']}, {('Ann', 'Ben')[roll['seat']]}: the dice show {roll['number']}" in said
        assert " gets " in said.partition("the dice show")[2]
    assert rows(post) & ({"W2", "W4"} if reactions else {"W2-default", "W4-default"})
    assert proof(post) == ("PASS", "")


def proof(post: Post) -> tuple[str, str]:
    public = post.context.signer.public_bytes
    export = b"".join(post.context.store.lines(MATCH, limit=100_000))
    found = verify(export, check_signature=lambda text, sig: verify_signature(public, text, sig))
    return found.verdict, found.reason


def test_ask_opens_a_window_of_its_own_with_the_deadline_of_the_match(post: Post) -> None:
    asked = None
    while asked is None:
        record = post.record()
        assert record.state is not None
        seat = record.state["active"]
        post.send(seat, {"give_up": "ask", **whole_turn(post, seat)})
        asked = next((one for one in post.record().table["standing"] if one["kind"] == "discontent"), None)
        assert asked is not None or post.turn < TURNS
    [seat] = asked["seats"]
    assert asked["deadline"] is not None
    assert asked["deadline"] - asked["opened"] == post.record().table["pace"]["seconds"] * 1000
    [(to, text)] = [one for one in post.letters()[1 + post.before :] if "It is your turn" in one[1]]
    assert to.startswith(("Ann <", "Ben <")[seat])
    assert "Choose the goods you give up" in text
    turn, state = post.turn, post.record().state
    assert state is not None
    move = GAME.moves(state, seat, asked["id"])[0]
    acts.answer(post.context, post.record(), seat, acts.SeatAct(asked["id"], move=move))
    drain_once(post.context)
    assert post.turn == turn
    answered = next(
        one for one in post.entries() if one["type"] == "resolved" and one["body"]["decision"] == asked["id"]
    )
    assert [(one["by"], one["move"]) for one in answered["body"]["moves"]] == [("seat", move)]


def test_acting_action_by_action_in_one_visit_asks_by_letter_only_at_the_end(post: Post) -> None:
    letters = len(post.letters())
    state, turn = post.record().state, post.turn
    assert state is not None
    seat = state["active"]
    for kind in ("repair", "finish"):
        record = post.record()
        acts.answer(post.context, record, seat, acts.SeatAct(record.table["standing"][0]["id"], move={"type": kind}))
        drain_once(post.context)
    assert post.turn == turn + 1
    new = post.letters()[letters:]
    assert [to.partition(" ")[0] for to, _ in new] == [("Ann", "Ben")[1 - seat]]


def test_defaults_stand_in_for_people_without_orders_and_never_for_bots(post: Post) -> None:
    assert orders_in_force(post.context, post.record()) == {0: {}, 1: {}}
    post.send(0, {"pit": "ask"})
    assert orders_in_force(post.context, secret(post)) == {0: {"pit": "ask"}, 1: {}}
    set_orders(post.context, post.record(), 0, NewOrders(None, replaces=post.seqs[0]))
    assert orders_in_force(post.context, secret(post)) == {0: {}, 1: {}}
    wish = NewMatch(rules=GAME.rules.id, grace=0, bots=["steady"])
    alone = creation.create(post.context, post.players[0], wish, "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b12")
    bots = [seat for seat, one in enumerate(alone.table["seats"]) if one["bot"] is not None]
    assert bots
    assert not set(bots) & set(orders_in_force(post.context, alone))


def test_orders_whose_box_does_not_open_are_no_orders_and_everything_is_asked(post: Post) -> None:
    post.send(0, {"pit": "ask"})
    record = secret(post)
    record.boxes[ORDERS, 0] = record.boxes[ORDERS, 0][:-8] + "AAAAAAAA"
    assert orders_in_force(post.context, record) == {1: {}}


def test_a_letter_names_the_orders_once_for_a_run_of_answers(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcome, "SENTENCES", 99)  # the letter leaves nothing out, so that all of the run is seen
    post.letters()
    state = post.record().state
    assert state is not None
    post.send(state["active"], {"turn": {"turn": 1, "do": [{"do": {"type": "repair"}}], "close": SAIL}})
    [(_, text)] = [one for one in post.letters()[1 + post.before :] if "It is your turn" in one[1]]
    name = ("Ann", "Ben")[state["active"]]
    assert text.count(f"Standing orders play for {name}:") <= 2
    assert f"{name} sets sail" in text
    assert f"answered for {name}: set sail" not in text


def secret(post: Post) -> Record:
    """The record with its sealed boxes, as workers read it."""
    found = post.context.store.load(MATCH, secrets=True)
    assert found is not None
    return found
