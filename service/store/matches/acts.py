"""Acts of seats: one script and one round trip, with one fsync if something is stored, otherwise none."""

from typing import Any

from engine.protocol import log
from engine.protocol.acts import ORDERS
from service.store import HalfStep, keys
from service.store.connection.connect import Client
from service.store.connection.scripts import ACT, ORDER, Call
from service.store.matches.stored_matches import act_from
from service.store.records import ActRequest, ActResult, OrderRequest
from service.store.values import encode, number_of, reading, text
from service.telemetry.counts import ACTS

MOST_COMMITMENTS = 100
"""The most times a seat may commit or replace in one decision; it may always withdraw the last act."""

MOST_ORDERS = 1_000
"""The most times a seat may change its standing orders in one match; it may always end them."""


class Acts(Client):
    """Acts of seats in decisions."""

    def act(self, request: ActRequest) -> ActResult:
        """Check an act against the current state, by the store's clock, and store it; see :data:`ActOutcome`.

        Sending the same act again, even after a lost reply, returns ``same`` with the act as first stored. No outcome but
        ``stored`` has written anything.

        :raises ValueError: for kind ``refused``: a refusal leaves nothing in the store.
        :raises StoreUnavailable: it is unknown whether the act was stored; send it again.
        """
        if request.kind in ("refused", "order"):
            raise ValueError(f"kind is {request.kind!r}: send commit, replace, withdraw or open")
        if (request.commitment is None) != (request.kind == "withdraw"):
            raise ValueError(f"commitment: {request.kind} {'has none' if request.kind == 'withdraw' else 'needs one'}")
        salt = None if request.salt is None else number_of(request.salt)
        apart = {"box": None, "kept": None}  # long, and only stored
        said = _argument(request, salt_number=salt, most=MOST_COMMITMENTS, tolerance=log.TOLERANCE, **apart)
        used = [*_keys(request.match), keys.asking(keys.bucket_of(request.match))]
        call = Call(ACT, used, [said, request.box or "", request.kept or ""])
        outcome, stored, closes, kept = self._run(call, tells=_tells)
        _whole(request.match, outcome)
        with reading(f"match {request.match}"):
            act = act_from(request.decision, request.seat, stored) if stored else None
        if text(outcome) == "stored":
            ACTS.labels(request.kind).inc()
        return ActResult(text(outcome), act, int(closes) if closes else None, text(kept) or None)  # type: ignore[arg-type]

    def order(self, request: OrderRequest) -> ActResult:
        """Set or end a seat's standing orders; the outcomes are stored, same, gone, conflict, seen, full, stale, revoked.

        :raises StoreUnavailable: it is unknown whether the orders were stored; send them again.
        """
        said = _argument(request, most=MOST_ORDERS)
        outcome, stored = self._run(Call(ORDER, _keys(request.match), [said]), tells=_tells)
        _whole(request.match, outcome)
        with reading(f"match {request.match}"):
            act = act_from(ORDERS, request.seat, stored) if stored else None
        if text(outcome) == "stored":
            ACTS.labels("order").inc()
        return ActResult(text(outcome), act)  # type: ignore[arg-type]


def _whole(match: str, outcome: bytes | str) -> None:
    if text(outcome) == "torn":
        raise HalfStep(match, "the mark of its last step or act differs from what they left")


def _tells(reply: Any) -> bool:
    """Return whether the reply to a retry reveals the result of the first attempt.

    For a stored act the reply is ``same``. Once the decision is resolved it is ``gone``, whether or not the act arrived in time.
    """
    return text(reply[0]) != "gone"


def _argument(request: ActRequest | OrderRequest, **beside: str | int | None) -> str:
    """Return a seat's request as the single argument of its script: JSON, without absent members (Lua's nil)."""
    number = None if request.commitment is None else number_of(request.commitment)
    facts = {**vars(request), "commitment_number": number, **beside}
    return encode({name: fact for name, fact in facts.items() if fact is not None})


def _keys(match: str) -> list[str]:
    bucket = keys.bucket_of(match)
    return [
        keys.match(match),
        keys.acts(match),
        keys.secrets(match),
        keys.seen(match),
        keys.due(bucket),
        keys.revoked(bucket),
        keys.running(bucket),
    ]
