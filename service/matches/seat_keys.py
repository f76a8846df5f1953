"""Seats that sign their acts (protocol section 12.9): the API accepts none of their acts without a signature.

A seat's key is changed by a signature of the key in force, or because all others at the table agree. A player who has
lost the key asks; each other seat held by a person agrees, with its own signature if it has a key. The last consent
writes ``rekeyed``. A consent is for one key and the current table: a request for another key, or a new key of the
consenting seat, voids it.
"""

from collections.abc import Mapping

from engine.match.asking import last_lapsed
from engine.match.step import Step
from engine.match.table import AskedKey, Consent, Standing, Table
from engine.protocol.acts import KEY, ORDERS, SignedAct, SignedActKind, act_bytes, key_commitment
from engine.protocol.agreements import EXTEND, HAND, HERE, PAUSE, REQUEST, RESPOND, VOTE, Wanted
from engine.protocol.bodies import RESIGN
from engine.protocol.canon import b64, unb64
from service.context import Context
from service.keys.signing import verify_signature
from service.matches.caps import CapReached
from service.matches.changes import change_match, notices_for, transition
from service.matches.errors import ActError, MatchError
from service.matches.seating.seats import seat_of
from service.notifications.facts import KeyFacts
from service.notifications.kind import Kind
from service.notifications.kinds import KEY_ASKED, KEY_CHANGED
from service.store.records import Account, Act, Notice, Record, Transition


def check_sealed(
    table: Table, standing: Standing, seat: int, commitment: str, replaces: int, signature: str | None
) -> None:
    """Check the signature over a seal or an answer. :raises ActError: signature-needed, signature-wrong, no-seat-key."""
    _check(table, seat, _in(table, standing, seat, "seal", commitment, replaces), signature)


def check_withdrawn(table: Table, standing: Standing, seat: int, replaces: int, signature: str | None) -> None:
    """Check the signature over a withdrawal; errors as for :func:`check_sealed`."""
    _check(table, seat, _in(table, standing, seat, "withdraw", None, replaces), signature)


def check_orders(table: Table, seat: int, commitment: str | None, replaces: int, signature: str | None) -> None:
    """Check the signature over orders that are set or ended; errors as for :func:`check_sealed`."""
    _check(table, seat, _of_match(table, seat, "order", ORDERS, commitment, replaces + 1), signature)


def check_resigned(table: Table, seat: int, signature: str | None) -> None:
    """Check the signature over resigning; errors as for :func:`check_sealed`."""
    _check(table, seat, _of_match(table, seat, "resign", RESIGN, None, 1), signature)


def check_here(table: Table, seat: int, head: str, seq: int, signature: str | None) -> None:
    """Check the signature over reporting back, after ``absent``; errors as for :func:`check_sealed`."""
    _check(table, seat, _act(table, seat, "here", HERE, None, seq, head), signature)


def check_voted(table: Table, seat: int, wanted: Wanted, head: str, seq: int, signature: str | None) -> None:
    """Check the signature over a vote, after ``polled`` or ``volunteered``; errors as for :func:`check_sealed`."""
    act = _act(table, seat, "vote", VOTE, None, seq, head)
    act["choice"] = wanted.choice
    if wanted.player is not None:
        act["player"] = wanted.player
    _check(table, seat, act, signature)


def check_handed(table: Table, seat: int, to: Wanted, seq: int, signature: str | None) -> None:
    """Check the signature over handing the own seat over; errors as for :func:`check_sealed`."""
    act = _of_match(table, seat, "hand", HAND, None, seq)
    act["choice"] = to.choice
    if to.player is not None:
        act["player"] = to.player
    _check(table, seat, act, signature)


def check_extended(table: Table, standing: Standing, seat: int, seq: int, signature: str | None) -> None:
    """Check the signature over an extension of a decision's time; errors as for :func:`check_sealed`."""
    _check(table, seat, _act(table, seat, "extend", EXTEND, None, seq, standing["head"]), signature)


def check_wished(table: Table, seat: int, pause: bool, seq: int, signature: str | None) -> None:
    """Check the signature over wanting a pause, or wanting it no longer; errors as for :func:`check_sealed`."""
    act = _of_match(table, seat, "pause", PAUSE, None, seq)
    act["pause"] = pause
    _check(table, seat, act, signature)


def check_requested(table: Table, standing: Standing, seat: int, seconds: int, seq: int, signature: str | None) -> None:
    """Check the signature over a request for more time; errors as for :func:`check_sealed`."""
    act = _act(table, seat, "request", REQUEST, None, seq, standing["head"])
    act["seconds"] = seconds
    _check(table, seat, act, signature)


def check_responded(table: Table, seat: int, head: str, grant: bool, seq: int, signature: str | None) -> None:
    """Check the signature over granting more time or not, after ``requested``; errors as for :func:`check_sealed`."""
    act = _act(table, seat, "respond", RESPOND, None, seq, head)
    act["grant"] = grant
    _check(table, seat, act, signature)


def check_rekeyed(table: Table, seat: int, key: bytes, signature: str) -> None:
    """Check the current key's signature over its replacement; errors as for :func:`check_sealed`."""
    _check(table, seat, _of_match(table, seat, "key", KEY, key_commitment(key), changes_of(table, seat) + 1), signature)


def check_consented(table: Table, seat: int, asker: int, key: str, signature: str | None) -> None:
    """Check the signature of a seat that agrees to another's key (base64url); errors as for :func:`check_sealed`."""
    wanted, seq = key_commitment(unb64(key)), changes_of(table, asker) + 1
    _check(table, seat, _of_match(table, asker, "consent", KEY, wanted, seq), signature)


def changes_of(table: Table, seat: int) -> int:
    """Return how often the seat has changed its key."""
    return table["seats"][seat].get("rekeyed", 0)


def orders_stand(table: Table, act: Act) -> bool:
    """Return whether the orders of a seat are in force: not ended, not a former player's, not signed by an earlier key."""
    key = table["seats"][act.seat].get("key")
    if act.commitment is None or act.seq <= table["seats"][act.seat].get("orders_after", 0):
        return False
    if key is None or not changes_of(table, act.seat):
        return True
    signed = _of_match(table, act.seat, "order", ORDERS, act.commitment, act.seq)
    return act.signature is not None and verify_signature(unb64(key), act_bytes(signed), unb64(act.signature))


def has_key(table: Table, seat: int) -> bool:
    """Return whether the seat signs its acts."""
    return table["seats"][seat].get("key") is not None


def next_seq(table: Table, standing: Standing, replaces: int) -> int:
    """Return the number of a seat's next act in a decision, after the act ``replaces`` (0 = none)."""
    return (replaces or last_lapsed(table, standing["id"])) + 1


def _in(
    table: Table, standing: Standing, seat: int, kind: SignedActKind, commitment: str | None, replaces: int
) -> SignedAct:
    seq = next_seq(table, standing, replaces)
    return _act(table, seat, kind, standing["id"], commitment, seq, standing["head"])


def _of_match(
    table: Table, seat: int, kind: SignedActKind, decision: str, commitment: str | None, seq: int
) -> SignedAct:
    return _act(table, seat, kind, decision, commitment, seq, table.get("start_head", ""))


def _act(
    table: Table, seat: int, kind: SignedActKind, decision: str, commitment: str | None, seq: int, head: str
) -> SignedAct:
    return SignedAct(
        act=kind, commitment=commitment, decision=decision, head=head, match=table["match"], seat=seat, seq=seq
    )


def _check(table: Table, seat: int, act: SignedAct, signature: str | None) -> None:
    key = table["seats"][seat].get("key")
    if key is None:
        if signature is not None:
            raise ActError("no-seat-key", "this seat was taken without a key: leave the signature out", "/signature")
        return
    if signature is None:
        message = "this seat was taken with a key: sign the act, and draw the salt yourself (protocol section 12.9)"
        raise ActError("signature-needed", message, "/signature")
    if not verify_signature(unb64(key), act_bytes(act), unb64(signature)):
        message = (
            f"not the signature by this seat's key over {act['act']!r}, {act['decision']}, act {act['seq']}, "
            f"head {act['head']}, commitment {act['commitment']}"
        )
        raise ActError("signature-wrong", message, "/signature")


MOST_CHANGES = 20
"""The most changes of one seat's key in a match: each is a permanent entry of its log."""
MOST_ASKED = 10
"""The most keys for which one seat may ask the others in a match: each is a letter to all of them."""


def change_key(
    context: Context, match: str, account: Account, seat: int | None, key: bytes, signature: str | None
) -> Record:
    """Give the account's seat another key, with a signature by the current one; without it, ask the others to agree.

    Giving the current key, or asking for the same one again, changes nothing. A change ends any open request.

    :raises MatchError: not-found, not-seated, not-running, no-seat-keys, nobody-to-consent.
    :raises ActError: signature-wrong.
    :raises CapReached: too-many-changes.
    """

    def change(record: Record, step: Step) -> Transition | None:
        mine = _own_seat(record, account, seat)
        if record.table["seats"][mine].get("key") == b64(key):
            return None
        if signature is not None:
            check_rekeyed(record.table, mine, key, signature)
            return _changed(context, record, step, mine, b64(key), {"signature": signature})
        return _asked(context, record, step, mine, b64(key))

    return change_match(context, match, change)


def consent(
    context: Context,
    match: str,
    account: Account,
    asker: int,
    key: bytes,
    signature: str | None,
    seat: int | None = None,
) -> Record:
    """Agree that a seat signs with this key from now on; the last consent puts it into effect.

    :raises MatchError: not-found, not-seated, not-running, no-key-asked (nobody asks for this key: it may be another by now).
    :raises ActError: signature-needed, signature-wrong, no-seat-key.
    :raises CapReached: too-many-changes.
    """

    def change(record: Record, step: Step) -> Transition | None:
        mine, table = _own_seat(record, account, seat, with_key=False), record.table
        if asker < len(table["seats"]) and table["seats"][asker].get("key") == b64(key):
            return None
        asked = asked_key(table, asker)
        if asked is None or asked["key"] != b64(key) or mine == asker:
            raise MatchError("no-key-asked", "this seat does not ask you for this key: load the match again", "/key")
        if mine not in awaited(table, asked):
            return None
        check_consented(table, mine, asker, asked["key"], signature)
        consents = sorted([*asked["consents"], Consent(seat=mine, signature=signature)], key=lambda one: one["seat"])
        agreed = AskedKey(seat=asker, key=asked["key"], consents=consents)
        if not awaited(table, agreed):
            said = {"consents": [[one["seat"], one["signature"]] for one in consents]}
            return _changed(context, record, step, asker, asked["key"], said)
        step.table["asked_keys"] = [agreed if one["seat"] == asker else one for one in table.get("asked_keys", [])]
        return transition(step, record, due=_due(record))

    return change_match(context, match, change)


def take_back(context: Context, match: str, account: Account, seat: int | None) -> Record:
    """Withdraw a request for another key. :raises MatchError: not-found, not-seated, not-running, no-seat-keys."""

    def change(record: Record, step: Step) -> Transition | None:
        mine = _own_seat(record, account, seat)
        if asked_key(record.table, mine) is None:
            return None
        step.table["asked_keys"] = [one for one in record.table.get("asked_keys", []) if one["seat"] != mine]
        return transition(step, record, due=_due(record))

    return change_match(context, match, change)


def asked_key(table: Table, seat: int) -> AskedKey | None:
    """Return the key for which a seat asks the others, if any."""
    return next((one for one in table.get("asked_keys", []) if one["seat"] == seat), None)


def awaited(table: Table, asked: AskedKey) -> list[int]:
    """Return the seats whose consent is still missing: every other seat that a person, or a person's program, holds."""
    done = {one["seat"] for one in asked["consents"]}
    return [seat for seat in _others(table, asked["seat"]) if seat not in done]


def _others(table: Table, seat: int) -> list[int]:
    return [other for other, one in enumerate(table["seats"]) if other != seat and one["bot"] is None]


def _own_seat(record: Record, account: Account, seat: int | None, *, with_key: bool = True) -> int:
    mine = seat_of(record.table, account.id)
    if mine is None or seat not in (None, mine):
        raise MatchError("not-seated", "you do not sit in this seat")
    if record.table["status"] != "running" or record.table["resigning"]:
        raise MatchError("not-running", "keys change only while a match is running")
    if with_key and not has_key(record.table, mine):
        raise MatchError("no-seat-keys", "this seat was taken without a key: it signs nothing", "/key")
    return mine


def _asked(context: Context, record: Record, step: Step, seat: int, key: str) -> Transition | None:
    """Record that a seat asks for a key, and tell the others."""
    table, before = record.table, asked_key(record.table, seat)
    if before is not None and before["key"] == key:
        return None
    if not _others(table, seat):
        message = "nobody else sits here who could agree: without the key in force this seat keeps it"
        raise MatchError("nobody-to-consent", message, "/signature")
    done = table["seats"][seat].get("keys_asked", 0)
    if done >= MOST_ASKED:
        raise CapReached("too-many-changes", "this seat has asked for too many keys in this match")
    _set(step, seat, keys_asked=done + 1)
    rest = [one for one in table.get("asked_keys", []) if one["seat"] != seat]
    step.table["asked_keys"] = [*rest, AskedKey(seat=seat, key=key, consents=[])]
    return transition(step, record, _told(context, step, KEY_ASKED, seat, key, f"{seat}.{done + 1}"), due=_due(record))


def _changed(
    context: Context, record: Record, step: Step, seat: int, key: str, agreed: Mapping[str, object]
) -> Transition:
    """Write ``rekeyed``, and void requests for consent by the seat and consents given with its old key."""
    done = changes_of(record.table, seat)
    if done >= MOST_CHANGES:
        raise CapReached("too-many-changes", "this seat has changed its key too often in this match")
    step.write("rekeyed", {"key": key, "seat": seat, **agreed})
    _set(step, seat, key=key, rekeyed=done + 1)
    step.table["asked_keys"] = [
        AskedKey(seat=one["seat"], key=one["key"], consents=[by for by in one["consents"] if by["seat"] != seat])
        for one in record.table.get("asked_keys", [])
        if one["seat"] != seat
    ]
    return transition(step, record, _told(context, step, KEY_CHANGED, seat, key, str(seat)), due=_due(record))


def _told(context: Context, step: Step, kind: Kind[KeyFacts], seat: int, key: str, occasion: str) -> list[Notice]:
    """Tell every person at the table, including the requester: it may have been somebody else with one of their tokens."""
    facts = KeyFacts(key=key, by=seat)
    people = [(place, one["player"]) for place, one in enumerate(step.table["seats"]) if one["bot"] is None]
    return [
        notice
        for place, player in people
        if player is not None
        for notice in notices_for(context, kind, step, player, place, facts, occasion=occasion)
    ]


def _set(step: Step, seat: int, **changes: object) -> None:
    """Change a seat's player data."""
    step.table["seats"] = [
        {**one, **changes} if number == seat else one  # type: ignore[typeddict-item]
        for number, one in enumerate(step.table["seats"])
    ]


def _due(record: Record) -> int:
    """Return when the clock looks at the match again, which does not change."""
    return record.now if record.due is None else record.due
