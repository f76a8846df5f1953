"""Plan the next bundle for a recipient: what goes out, what is dropped, what is ambiguous. Pure; the same for all channels.

An ambiguous bundle was handed over, or was about to be, when its sender died or the line broke. Its channel decides whether
it is sent again: a second turn mail confuses, and the reminder follows anyway; where the receiver recognizes a repetition,
for example by its id, everything is sent again.

Notices are dropped at the moment of sending if the reader does not want them or time has overtaken them. Each gets a reason
that its player can read in the delivery record.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.match.asking import standing_of
from engine.match.pauses import pause_of
from engine.protocol.log import too_late_from
from service.notifications.delivery import Delivery, Dropped, Reason, State
from service.notifications.kinds import KINDS, kind_of
from service.notifications.notices import waits_for_company
from service.notifications.overtaking import Situation
from service.store.connection.connect import StoreUnavailable
from service.store.keys import DIGEST
from service.store.outbox import Outgoing
from service.store.records import Account, Notice, Record

MUTED_KINDS = "muted_kinds"
"""The preference with the kinds of news that an account does not want, by match."""

Judge = Callable[[Notice, Situation], Reason | None]
"""Returns why a notice does not go out on a channel now, or None if it does."""


@dataclass
class Plan:
    """A plan for everything that waits for a recipient.

    ``bundle`` are the notices to send now, together, under the name ``name``; ``again`` says that they were ambiguous
    before; ``dropped`` are settled without being sent, ``silent`` are settled without a record. ``rotten`` are ids of
    unreadable notices, which must not hold up the rest. ``fault`` is an error that kept a notice from being judged.
    """

    name: str = ""
    bundle: list[Notice] = field(default_factory=list)
    dropped: list[tuple[Notice, Reason]] = field(default_factory=list)
    silent: list[Notice] = field(default_factory=list)
    rotten: list[str] = field(default_factory=list)
    again: bool = False
    fault: Exception | None = None

    @property
    def settled(self) -> list[str]:
        """Ids that are settled regardless of the bundle's outcome."""
        return [one["id"] for one in self.silent] + [one["id"] for one, _ in self.dropped] + self.rotten

    def drop(self, notices: Sequence[Notice], reason: Reason) -> None:
        """Remove notices from the bundle, with a reason that their reader may see."""
        self.bundle = [one for one in self.bundle if one not in notices]
        self.dropped += [(one, reason) for one in notices]
        if self.bundle:
            self.name = bundle_name(self.bundle)

    def hush(self) -> None:
        """Settle everything silently: the channel does not serve the account."""
        self.silent += [*self.bundle, *(one for one, _ in self.dropped)]
        self.bundle, self.dropped, self.again = [], [], False

    def set_aside(self) -> None:
        """Settle the bundle silently: it now waits elsewhere."""
        self.silent += self.bundle
        self.bundle = []


def plan(waiting: Outgoing, judge: Judge, record: Record | None, last: Delivery | None, now: int) -> Plan:
    """Return the plan for everything waiting for one recipient.

    :param judge: the channel's verdict on each notice.
    :param last: the record of the latest attempt.
    """
    known = [one for one in waiting.pending if one["kind"] in KINDS]
    unknown = [one["id"] for one in waiting.pending if one["kind"] not in KINDS]
    made = Plan(
        silent=[one for one in known if kind_of(one).speech == "mends"], rotten=sorted([*waiting.rotten, *unknown])
    )
    news = [one for one in known if kind_of(one).speech != "mends"]
    again = _to_resend(waiting, last)
    if again is not None:
        made.again, made.name = True, again[0]
        news = [one for one in news if one["id"] in again[1]]
    for one in news:
        reason = None
        try:
            reason = judge(one, Situation(record, [other for other in news if other is not one], now))
        except StoreUnavailable:
            raise
        except Exception as error:
            made.fault = error  # told in plain words: it may still be news
        if reason is None:
            made.bundle.append(one)
        else:
            made.dropped.append((one, reason))
    made.bundle = _of_one_layout(made.bundle)
    if made.dropped and not made.again and all(waits_for_company(one, now) for one in made.bundle):
        made.bundle = []  # what was due is no news any more, and the rest asks nothing: it waits on
    if made.bundle and not made.again:
        made.name = bundle_name(made.bundle)
    return made


def bundle_name(news: Sequence[Notice]) -> str:
    """Return the name of the bundle that tells these notices: the id of the latest of them."""
    return max(news, key=lambda notice: (notice["n"], notice["at"], notice["id"]))["id"]


def delivery(plan: Plan, state: State, attempt: int, now: int, answer: str) -> Delivery:
    """Return the record of an attempt."""
    match = next((one["match"] for one in (*plan.bundle, *(one for one, _ in plan.dropped))), "")
    return Delivery(
        mail=plan.name,
        match=match,
        kinds=sorted({one["kind"] for one in plan.bundle}),
        notices=[one["id"] for one in plan.bundle],
        state=state,
        attempt=attempt,
        at=now,
        answer=answer,
        dropped=[Dropped(kind=one["kind"], reason=reason) for one, reason in plan.dropped],
    )


def _of_one_layout(news: list[Notice]) -> list[Notice]:
    """Return the notices with the same layout as the most urgent one; the others wait for the next attempt."""
    if all(one.get("channel") == DIGEST for one in news):
        return news  # one letter tells everything
    first = min(news, key=lambda one: (kind_of(one).urgency != "first", one["send_at"]))
    if kind_of(first).layout == "login":
        return [first]  # a letter has room for one code, and may go to another address than the next
    return [one for one in news if kind_of(one).layout == kind_of(first).layout]


def _to_resend(waiting: Outgoing, last: Delivery | None) -> tuple[str, set[str]] | None:
    """Return name and notices of a bundle that may have arrived and must be sent again, without newer news."""
    if last is None or not last.get("resend"):
        return None
    ids = set(last["notices"])
    return (last["mail"], ids) if any(one["id"] in ids for one in waiting.pending) else None


def unwanted(notice: Notice, account: Account) -> Reason | None:
    """Return why the account does not want this notice by mail, or None."""
    row = kind_of(notice)
    if not row.switchable:
        return None
    if reason := muted(notice, account):
        return reason
    if account.prefs.get("kinds", {}).get(row.goes_with or row.name, True) is False:
        return "kind-off"
    return None


def muted(notice: Notice, account: Account) -> Reason | None:
    """Return why the account wants no such news of this match, by any channel, or None."""
    row = kind_of(notice)
    if notice["match"] in account.prefs.get("muted_matches", []):
        return "match-muted"
    return (
        "kind-off"
        if (row.goes_with or row.name) in account.prefs.get(MUTED_KINDS, {}).get(notice["match"], ())
        else None
    )


def lost(notice: Notice, record: Record | None) -> Reason | None:
    """Return why a notice no longer concerns the account, because its seat has another player, or None.

    Notices to a seat are written when they go out, from what the seat sees then.
    """
    seat = notice["seat"]
    if record is None or seat is None:
        return None
    return None if record.table["seats"][seat]["player"] == notice["account"] else "seat-left"


def overtaken(notice: Notice, situation: Situation) -> Reason | None:
    """Return why a notice is out of date by the rule of its kind, or None."""
    return kind_of(notice).overtaken(notice, situation)


def undecided_for(notices: Sequence[Notice], record: Record) -> int | None:
    """Return how long ago (ms) a question among these expired while still being open, or None.

    It cannot be answered now. The match's next step either closes it, or extends it because the service was away.
    """
    if record.table["status"] != "running" or pause_of(record.table) is not None:
        return None
    since = []
    for notice in notices:
        asks = notice["kind"] in KINDS and kind_of(notice).wants is not None
        standing = standing_of(record.table, notice.get("decision", "")) if asks else None
        if standing is not None:
            ends = standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]
            since += [] if ends is None or record.now < too_late_from(ends) else [record.now - ends]
    return max(since, default=None)
