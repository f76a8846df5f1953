"""Acts of seats: one script, one round trip, one fsync when something is stored, none when not."""

from __future__ import annotations

from service.store import keys
from service.store.connect import Client, text
from service.store.matches import act_from
from service.store.records import ActRequest, ActResult
from service.store.scripts import ACT, Call


class Acts(Client):
    """What seats do in decisions."""

    def act(self, request: ActRequest) -> ActResult:
        """Check an act against what stands now, on the store's clock, and store it; see :data:`ActOutcome`.

        Sending the same act again, also after a lost reply, comes back as ``same`` with the act as first stored. An answer
        other than ``stored`` has written nothing.

        :raises ValueError: for kind ``refused``: a refusal leaves nothing in the store.
        :raises StoreUnavailable: it is not known whether the act was stored; send it again.
        """
        if request.kind == "refused":
            raise ValueError("kind is 'refused': refusals are not stored; send commit, replace, withdraw or open")
        if (request.commitment is None) != (request.kind == "withdraw"):
            raise ValueError(f"commitment: {request.kind} {'has none' if request.kind == 'withdraw' else 'needs one'}")
        outcome, stored, closes = self._run(_call(request))
        act = act_from(request.decision, request.seat, stored) if stored else None
        return ActResult(text(outcome), act, int(closes) if closes else None)  # type: ignore[arg-type]


def _call(request: ActRequest) -> Call:
    match, bucket = request.match, keys.bucket_of(request.match)
    names = [
        keys.match(match), keys.acts(match), keys.secrets(match), keys.seen(match), keys.due(bucket),
        keys.revoked(bucket),
    ]  # fmt: skip
    return Call(
        ACT, names,
        [
            request.kind, request.decision, request.seat, request.opened_head, request.commitment or "",
            request.custody, request.replaces, "1" if request.wait else "", request.box or "", request.salt or "",
            "" if request.n is None else request.n, request.token or "",
        ],
    )  # fmt: skip
