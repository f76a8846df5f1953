"""Another key for a seat that signs: nobody gets one without the key in force or everybody's consent (protocol section 12.9)."""

import hashlib
import json
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import nacl.signing
import pytest

from engine.protocol.acts import KEY, ORDERS, SignedAct, SignedActKind, act_bytes, key_commitment
from engine.protocol.canon import b64, unb64
from engine.protocol.seal import order_commitment
from engine.verifier.replay import Report, verify
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches import orders, seat_keys
from service.matches.caps import CapReached
from service.matches.errors import ActError, MatchError
from service.matches.pace import check_pace
from service.matches.seat_keys import orders_stand
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.notifications.overtaking import Situation
from service.notifications.planning import overtaken
from service.store.keys import recipient_of
from service.store.records import Account, Notice
from tests.given.at_once import at_once
from tests.given.contexts import account, loaded
from workers.resolve.deciding import signed_answer
from workers.resolve.drain import drain_once

PACE = check_pace({"kind": "duration", "seconds": 86_400})


def secret(name: str) -> nacl.signing.SigningKey:
    return nacl.signing.SigningKey(hashlib.sha256(name.encode()).digest())


def public(name: str) -> bytes:
    return bytes(secret(name).verify_key)


class Table:
    """Packet Row for three: Ann and Ben sign, Cem does not. Keys are called by names, like ``"ann"``."""

    def __init__(self, context: Context, *, bots: int = 0) -> None:
        self.context, self.match = context, new_match_id()
        self.people = [account(context, name) for name in ("Ann", "Ben", "Cem")[: 3 - bots]]
        wish = NewMatch(rules="packet-row", seats=3, pace=PACE, sit=False, bots=["steady"] * bots)
        creation.create(context, self.people[0], wish, self.match)
        for person, name in zip(self.people, ("ann", "ben", None), strict=False):
            key = None if name is None else public(name)
            lobby.join(context, self.match, person, seat=None, invitation=None, key=key)
        drain_once(context)
        assert loaded(context, self.match).table["status"] == "running"
        self.seat = {one.name: self._seat_of(one) for one in self.people}

    def _seat_of(self, who: Account) -> int:
        seats = loaded(self.context, self.match).table["seats"]
        return next(number for number, one in enumerate(seats) if one["player"] == who.id)

    @property
    def ann(self) -> int:
        return self.seat["Ann"]

    def signed(self, by: str, kind: SignedActKind, seat: int, decision: str, commitment: str, seq: int = 1) -> str:
        head = loaded(self.context, self.match).table["start_head"]
        act = SignedAct(
            act=kind, commitment=commitment, decision=decision, head=head, match=self.match, seat=seat, seq=seq
        )
        return b64(secret(by).sign(act_bytes(act)).signature)

    def change(self, who: str, to: str, by: str | None = None, seq: int = 1, match: str | None = None) -> None:
        """Change the key of a seat ``to`` another, signed ``by`` the key in force; or ask for it."""
        seat = self.seat[who]
        signature = None if by is None else self.signed(by, "key", seat, KEY, key_commitment(public(to)), seq)
        seat_keys.change_key(self.context, self.match, self._person(who), None, public(to), signature)

    def agree(self, who: str, to: str, by: str | None = None, seq: int = 1, asker: str = "Ann") -> None:
        """Agree to the key that a seat asks for."""
        seat = self.seat[asker]
        signature = None if by is None else self.signed(by, "consent", seat, KEY, key_commitment(public(to)), seq)
        seat_keys.consent(self.context, self.match, self._person(who), seat, public(to), signature)

    def _person(self, name: str) -> Account:
        return next(one for one in self.people if one.name == name)

    @property
    def key(self) -> str | None:
        """The key in force of Ann's seat."""
        return loaded(self.context, self.match).table["seats"][self.ann].get("key")

    def rekeyed(self) -> list[Any]:
        entries = [json.loads(line)["entry"] for line in self.context.store.lines(self.match, limit=10_000)]
        return [one["body"] for one in entries if one["type"] == "rekeyed"]

    def news(self, name: str) -> list[Notice]:
        found = self.context.store.notices(recipient_of(self._person(name).id, self.match)).pending
        return [one for one in found if one["kind"].startswith("key-")]

    def proof(self) -> Report:
        """End the match by resigning, and verify its log."""
        record = loaded(self.context, self.match)
        if "Cem" in self.seat:
            lobby.resign(self.context, self.match, self._person("Cem"))
        drain_once(self.context)
        check = self.context.signer.public_bytes
        return verify(
            b"".join(self.context.store.lines(record.match, limit=10_000)),
            check_signature=lambda message, signature: verify_signature(check, message, signature),
            public_key=self.context.signer.public_key,
            check_seat=verify_signature,
        )


@pytest.fixture
def table(context: Context) -> Table:
    return Table(context)


def test_the_key_in_force_signs_for_the_next_and_everybody_is_told(table: Table) -> None:
    table.change("Ann", "ann 2", by="ann")
    table.change("Ann", "ann 3", by="ann 2", seq=2)
    assert table.key == b64(public("ann 3"))
    assert [one["key"] for one in table.rekeyed()] == [b64(public("ann 2")), b64(public("ann 3"))]
    assert [one["kind"] for one in table.news("Ben")] == ["key-changed", "key-changed"]
    assert [one["kind"] for one in table.news("Ann")] == ["key-changed", "key-changed"]
    assert (table.proof().verdict, table.proof().reason) == ("PASS", "")


def test_a_lost_key_is_replaced_when_all_others_agree(table: Table) -> None:
    table.change("Ann", "ann 2")
    assert [one["kind"] for one in table.news("Ben")] == ["key-asked"]
    asked = table.news("Cem")[0]
    assert asked["facts"]["key"] == b64(public("ann 2"))
    table.agree("Cem", "ann 2")
    assert table.key == b64(public("ann")), "Ben has not agreed"
    assert overtaken(asked, Situation(loaded(table.context, table.match))) == "answered"
    table.agree("Cem", "ann 2")
    table.agree("Ben", "ann 2", by="ben")
    assert table.key == b64(public("ann 2"))
    (entry,) = table.rekeyed()
    assert [one[0] for one in entry["consents"]] == [table.seat["Ben"], table.seat["Cem"]]
    assert (
        "asked_keys" not in loaded(table.context, table.match).table
        or not (loaded(table.context, table.match).table["asked_keys"])
    )
    assert (table.proof().verdict, table.proof().reason) == ("PASS", "")


Do = Callable[[Table], None]
ASK: Do = lambda t: t.change("Ann", "ann 2")  # noqa: E731  # steps of attacks read best in one line
ATTACKS: dict[str, tuple[list[Do], str]] = {
    "a thief with the token but another key": ([lambda t: t.change("Ann", "thief", by="thief")], "signature-wrong"),
    "the key of another seat": ([lambda t: t.change("Ann", "thief", by="ben")], "signature-wrong"),
    "a signature that was for an earlier change": (
        [
            lambda t: t.change("Ann", "ann 2", by="ann"),
            lambda t: t.change("Ann", "ann", by="ann 2", seq=2),
            lambda t: t.change("Ann", "ann 2", by="ann", seq=1),
        ],
        "signature-wrong",
    ),
    "a key that is not in force any more": (
        [lambda t: t.change("Ann", "ann 2", by="ann"), lambda t: t.change("Ann", "thief", by="ann", seq=2)],
        "signature-wrong",
    ),
    "a seat without a key": ([lambda t: t.change("Cem", "cem")], "no-seat-keys"),
    "a consent nobody asked for": ([lambda t: t.agree("Ben", "thief", by="ben")], "no-key-asked"),
    "a consent for another key": (
        [ASK, lambda t: t.change("Ann", "thief"), lambda t: t.agree("Ben", "ann 2", by="ben")],
        "no-key-asked",
    ),
    "a consent without the signature of a seat that signs": (
        [ASK, lambda t: t.agree("Ben", "ann 2")],
        "signature-needed",
    ),
    "a consent signed by another": ([ASK, lambda t: t.agree("Ben", "ann 2", by="ann")], "signature-wrong"),
    "a consent signed by who has no key": ([ASK, lambda t: t.agree("Cem", "ann 2", by="ben")], "no-seat-key"),
    "a consent of one's own": ([ASK, lambda t: t.agree("Ann", "ann 2", by="ann")], "no-key-asked"),
    "a consent to an earlier ask": (
        [ASK, lambda t: t.change("Ann", "ann 3", by="ann"), ASK, lambda t: t.agree("Ben", "ann 2", by="ben", seq=1)],
        "signature-wrong",
    ),
}


@pytest.mark.parametrize("what", ATTACKS)
def test_nobody_takes_a_seat_over(table: Table, what: str) -> None:
    steps, code = ATTACKS[what]
    for step in steps[:-1]:
        step(table)
    with pytest.raises((ActError, MatchError)) as refused:
        steps[-1](table)
    assert isinstance(refused.value, (ActError, MatchError))
    assert refused.value.code == code
    assert table.key != b64(public("thief"))
    assert all(one["key"] != b64(public("thief")) for one in table.rekeyed())


def test_somebody_else_changes_no_key(table: Table) -> None:
    stranger = account(table.context, "Eve")
    for who, seat in ((stranger, None), (table._person("Ben"), table.ann)):
        with pytest.raises(MatchError) as refused:
            seat_keys.change_key(table.context, table.match, who, seat, public("thief"), None)
        assert refused.value.code == "not-seated"
    with pytest.raises(MatchError) as refused:
        seat_keys.consent(table.context, table.match, stranger, table.ann, public("thief"), None)
    assert refused.value.code == "not-seated"


def test_bots_are_not_asked_and_agree_to_nothing(context: Context) -> None:
    table = Table(context, bots=1)
    table.change("Ann", "ann 2")
    table.agree("Ben", "ann 2", by="ben")
    (entry,) = table.rekeyed()
    assert [one[0] for one in entry["consents"]] == [table.seat["Ben"]]


def test_with_bots_alone_a_lost_key_stays_lost(context: Context) -> None:
    table = Table(context, bots=2)
    with pytest.raises(MatchError) as refused:
        table.change("Ann", "ann 2")
    assert refused.value.code == "nobody-to-consent"
    table.change("Ann", "ann 2", by="ann")
    assert table.key == b64(public("ann 2"))


def test_a_consent_does_not_outlive_the_key_that_signed_it(table: Table) -> None:
    """Attacked: a consent by a key that was changed since would make the log of an honest server refute itself."""
    table.change("Ann", "ann 2")
    table.agree("Ben", "ann 2", by="ben")
    table.change("Ben", "ben 2", by="ben")
    table.agree("Cem", "ann 2")
    assert table.key == b64(public("ann"))
    table.agree("Ben", "ann 2", by="ben 2")
    assert table.key == b64(public("ann 2"))
    assert (table.proof().verdict, table.proof().reason) == ("PASS", "")


def test_who_still_has_the_key_ends_what_a_thief_asks_for(table: Table) -> None:
    table.change("Ann", "thief")
    asked = table.news("Ann")[0]
    assert asked["kind"] == "key-asked", "the player whose seat it is hears of it"
    table.change("Ann", "ann 2", by="ann")
    with pytest.raises(MatchError):
        table.agree("Ben", "thief", by="ben")
    table.change("Ann", "thief")
    seat_keys.take_back(table.context, table.match, table._person("Ann"), None)
    with pytest.raises(MatchError):
        table.agree("Ben", "thief", by="ben", seq=2)
    assert overtaken(asked, Situation(loaded(table.context, table.match))) == "decision-over"


def test_of_two_changes_at_once_only_one_holds(table: Table) -> None:
    """Both are signed by the key in force: the second to come finds that it is not in force any more."""
    ready, codes = threading.Barrier(2), []

    def change(to: str) -> None:
        ready.wait()
        try:
            table.change("Ann", to, by="ann")
        except ActError as error:
            codes.append(error.code)

    at_once(*(partial(change, to) for to in ("ann 2", "ann 3")))
    assert codes == ["signature-wrong"]
    assert [one["key"] for one in table.rekeyed()] == [table.key]


def test_the_same_change_sent_again_changes_nothing(table: Table) -> None:
    table.change("Ann", "ann 2", by="ann")
    table.change("Ann", "ann 2", by="ann")
    assert len(table.rekeyed()) == 1


def test_nobody_fills_the_log_or_the_mailboxes_of_the_others(table: Table) -> None:
    for number in range(seat_keys.MOST_ASKED):
        table.change("Ann", f"asked {number}")
    with pytest.raises(CapReached):
        table.change("Ann", "asked once more")
    for number in range(seat_keys.MOST_CHANGES):
        table.change("Ann", f"ann {number}", by=f"ann {number - 1}" if number else "ann", seq=number + 1)
    with pytest.raises(CapReached):
        last = seat_keys.MOST_CHANGES
        table.change("Ann", f"ann {last}", by=f"ann {last - 1}", seq=last + 1)
    assert len(table.news("Ben")) <= seat_keys.MOST_ASKED + seat_keys.MOST_CHANGES


def test_orders_end_with_the_key_that_signed_them(table: Table) -> None:
    """Orders answer under a signature that the log shows; by a key that is not in force, the log would refute itself."""
    document: dict[str, Any] = {
        "harbour": [{"open": sign} for sign in "GDMB"], "last_else": "pass", "else": "decline", "final": "wait",
    }  # fmt: skip
    salt = bytes(range(32))
    sealed = order_commitment(document, salt)
    signature = table.signed("ann", "order", table.ann, ORDERS, sealed)
    record = loaded(table.context, table.match)
    orders.set_orders(table.context, record, table.ann, orders.NewOrders(document, salt=salt, signature=signature))
    before = loaded(table.context, table.match)
    assert orders_stand(before.table, before.acts[ORDERS, table.ann])
    table.change("Ann", "ann 2", by="ann")
    after = loaded(table.context, table.match)
    assert not orders_stand(after.table, after.acts[ORDERS, table.ann])
    standing = after.table["standing"][0]
    assert signed_answer(before, standing, table.ann, "order") == (sealed, 1, signature)
    assert signed_answer(after, standing, table.ann, "order") is None, "the rules' default orders answered"
    salt = bytes(range(1, 33))
    signature = table.signed("ann 2", "order", table.ann, ORDERS, order_commitment(document, salt), seq=2)
    orders.set_orders(
        table.context, after, table.ann, orders.NewOrders(document, replaces=1, salt=salt, signature=signature)
    )
    renewed = loaded(table.context, table.match)
    assert orders_stand(renewed.table, renewed.acts[ORDERS, table.ann])
    assert unb64(table.key or "") == public("ann 2")
    assert (table.proof().verdict, table.proof().reason) == ("PASS", "")
