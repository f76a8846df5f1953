"""One delivery of one bundle to one recipient: waiting notices are planned, written and handed over, and the result is
recorded.

A mark in the store, set just before a bundle is handed over, tells the next deliverer if a process died at that moment.
A certain result is settled, a failure is retried, an unknown result is recorded as ambiguous, counted, and shown to the
player. All channels are treated alike here.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.match.absence import was_replaced
from engine.match.substitutes import candidacy_of
from service.context import Context
from service.matches.seating.seats import seat_of
from service.notifications.channel import Ambiguous, Bundle, Channel, NotHanded, Permanent, Temporary
from service.notifications.delivery import Delivery, State
from service.notifications.kinds import kind_of
from service.notifications.planning import Plan, delivery, plan, undecided_for
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.keys import MAIL, Recipient, parse_recipient
from service.store.matches.parking import SetAside
from service.store.outbox import Claim, Outgoing
from service.store.records import Account, Notice, Record
from service.store.values import members
from service.telemetry import tracing
from service.telemetry.logs import ACCESS, OWN
from workers.deliver.lanes import Lanes, retry_until_back

UNREADABLE_WAIT = 600_000
"""How long notices wait for the next look if their match cannot be read or their channel is missing (ms)."""
LEAST_WAIT, LONGEST_WAIT = 1_000, 60_000
"""How long notices of an expired question wait for the step that resolves it (ms), growing with each look."""
DELIVERED = members(Delivery)
PATIENCE = 240.0
"""Seconds for which a deliverer keeps an unrecorded result while the store is away; less than its lease."""

log = logging.getLogger("siegelpost.deliver")
access = logging.getLogger(ACCESS)


@dataclass(frozen=True)
class Desk:
    """The parts needed to serve recipients. ``hurry`` is set when more is due than can be sent."""

    context: Context
    channels: Mapping[str, Channel[Any]]
    lanes: Lanes
    hurry: bool = False


def serve(desk: Desk, claim: Claim) -> State | None:
    """Serve one leased recipient; return how the attempt ended, or None if there was nothing to tell or it was put off."""
    context, store = desk.context, desk.context.store
    recipient = parse_recipient(claim.recipient)
    channel = desk.channels.get(recipient.channel)
    if channel is None:
        log.error("news for %s wait: this release has no channel %s", recipient.account, recipient.channel[:20])
        store.defer(claim, store.now() + UNREADABLE_WAIT)
        return None
    waiting = store.notices(claim.recipient)
    if waiting.handing is not None:
        return _after_a_death(context, channel, claim, waiting)
    account = store.account(recipient.account)
    wait = None if account is None else desk.lanes.delay(*_host(channel, recipient, account))
    until = None if account is None else channel.rests(account, store.now)
    if wait is not None or until is not None:
        store.defer(claim, store.now() + wait if wait is not None else until or 0)
        return None
    try:
        record = None if recipient.match is None else store.load(recipient.match)
    except Unreadable as error:
        # Nobody can say what is still news in it. Its notices wait; everybody else's, and this reader's others, do not.
        level = logging.INFO if isinstance(error, SetAside) else logging.ERROR
        log.log(level, "the letters of match %s wait: %s", recipient.match, error)
        store.defer(claim, store.now() + UNREADABLE_WAIT)
        return None
    past: list[Delivery] = [one for one in store.deliveries(claim.recipient) if not DELIVERED - one.keys()]  # type: ignore[misc]
    now = store.now() if record is None else record.now
    made = plan(waiting, partial(channel.judge, account=account), record, past[0] if past else None, now)
    try:
        if _put_off(desk, claim, channel, made, waiting, account, record, now):
            return None
    except StoreUnavailable:
        raise
    except Exception as error:
        made.fault = made.fault or error
    return _Attempt(context, channel, claim, made, waiting.attempts + 1, now).run(desk, account, record, past)


def _put_off(
    desk: Desk,
    claim: Claim,
    channel: Channel[Any],
    made: Plan,
    waiting: Outgoing,
    account: Account | None,
    record: Record | None,
    now: int,
) -> bool:
    """Defer a recipient whose news can wait, and return True; otherwise prepare the plan for an attempt."""
    store = desk.context.store
    if made.rotten:
        log.error("%d notices for %s cannot be read and are not delivered", len(made.rotten), claim.recipient)
    if account is not None and not channel.serves(account):
        made.hush()
    decided = None if record is None else _until_decided(waiting.pending, record)
    until = decided
    if until is None and account is not None and not made.again:
        until = channel.lingers(made, account, record, now)
    if until is not None:
        # As it is: what is no news any more by then goes with the rest. A reminder, or what else cannot linger, hurries it.
        store.defer(claim, until, hurried=decided is None)
        return True
    if account is not None and not made.again and waiting.attempts == 0:
        channel.limit(made, account)
    if record is not None:
        _keep_list(desk.context, parse_recipient(claim.recipient), record, mend=bool(made.silent))
    return False


def _until_decided(notices: Sequence[Notice], record: Record) -> int | None:
    """Return when to look again (ms) if a question has expired and no step has resolved it yet, or None."""
    over = undecided_for(notices, record)
    return None if over is None else record.now + min(max(over // 2, LEAST_WAIT), LONGEST_WAIT)


def _keep_list(context: Context, recipient: Recipient, record: Record, *, mend: bool) -> None:
    """Repair the account's list of matches: add what is missing, remove what is over."""
    if mend and _belongs(record, recipient.account):
        context.store.note_match(recipient.account, record.match)
        later = context.store.load(record.match)
        if later is None or not _belongs(later, recipient.account):
            context.store.forget_match(recipient.account, record.match)  # the seat was given back meanwhile
    elif mend:
        context.store.forget_match(recipient.account, record.match)
        later = context.store.load(record.match)
        if later is not None and _belongs(later, recipient.account):
            context.store.note_match(recipient.account, record.match)  # and was taken again meanwhile
    if record.table["status"] == "closed":
        context.store.file_match(recipient.account, record.match, record.at, record.table)


def _belongs(record: Record, account: str) -> bool:
    """Return whether the match still concerns the account, which may have given its seat back since.

    Replaced players may watch and come back; volunteers may get a seat.
    """
    table = record.table
    named = was_replaced(table, account) or candidacy_of(table, account) is not None
    return account == table["owner"] or seat_of(table, account) is not None or named


def _after_a_death(context: Context, channel: Channel[Any], claim: Claim, waiting: Outgoing) -> State:
    """Record that a bundle is ambiguous because its deliverer died while handing it over."""
    assert waiting.handing is not None
    ids = set(waiting.handing.ids)
    made = Plan(name=waiting.handing.mail, bundle=[one for one in waiting.pending if one["id"] in ids])
    number = max(waiting.attempts + 1, waiting.handing.attempt)
    attempt = _Attempt(context, channel, claim, made, number, context.store.now())
    return attempt.ambiguous("the process that was sending this died before it knew the answer")


class _Attempt:
    """One attempt to send one bundle, and its result."""

    def __init__(
        self, context: Context, channel: Channel[Any], claim: Claim, made: Plan, number: int, now: int
    ) -> None:
        self.context = context
        self.channel = channel
        self.claim = claim
        self.plan = made
        self.number = number
        self.now = now

    def run(self, desk: Desk, account: Account | None, record: Record | None, past: list[Delivery]) -> State | None:
        """Write the bundle, hand it over and settle it; return the recorded state, or None if there was nothing to
        tell."""
        if not self.plan.bundle:
            return self._nothing_to_send()
        assert account is not None
        bundle = Bundle(
            notices=self.plan.bundle,
            account=account,
            record=record,
            name=self.plan.name,
            previous=next((one["mail"] for one in past if one["state"] == "sent"), None),
            now=self.now,
            hurry=desk.hurry,
        )
        facts = _facts(bundle, parse_recipient(self.claim.recipient).channel)
        # It goes on with the step that it tells of last; other steps, and the job that serves many, are linked.
        traces = dict.fromkeys(one["trace"] for one in reversed(bundle.notices) if isinstance(one.get("trace"), str))
        parent, *others = (*traces, tracing.carried())
        with tracing.span("letter", parent=parent, links=others, facts=facts) as span:
            state = self._write_and_send(desk, bundle)
            said = {**facts, "outcome": state or "none"}
            span.say(outcome=said["outcome"])
            if self.context.settings.access_log:
                access.info("%(kinds)s on channel %(channel)s: %(outcome)s", said, extra={OWN: said})
            return state

    def _write_and_send(self, desk: Desk, bundle: Bundle) -> State | None:
        if self.plan.fault is not None:
            return self._unprepared(desk, bundle, self.plan.fault)
        try:
            with tracing.inner("write"):
                written = self.channel.write(bundle)
        except StoreUnavailable:
            return self._retry("the store was away when the letter was written")
        except Exception as error:
            return self._stand_in(desk, bundle, error)
        return self._send(desk, bundle, written)

    def _unprepared(self, desk: Desk, bundle: Bundle, error: Exception) -> State | None:
        """Send a stand-in for a bundle that could not be judged; the operator keeps it all.

        News to people who have not asked for any may not go out before their budget has been charged.
        """
        if bundle.account.verified and not any(kind_of(one).uninvited for one in bundle.notices):
            return self._stand_in(desk, bundle, error)
        return self._settle("dead", f"the letter could not be prepared: {type(error).__name__}")

    def _stand_in(self, desk: Desk, bundle: Bundle, error: Exception) -> State | None:
        """Send a stand-in announcing news for a bundle that cannot be written; the operator keeps its notices."""
        why = f"the letter could not be written: {type(error).__name__}"
        log.error("a letter about %s cannot be written: %s", bundle.notices[0]["match"], type(error).__name__)
        try:
            written = self.channel.stand_in(bundle)
        except ValueError as unaddressed:
            return self._settle("dead", f"the letter cannot be addressed: {unaddressed}")
        except Exception as other:
            log.error("nor can a plain one be written in its place: %s", type(other).__name__)
            return self._retry(why)
        return self._retry(why) if written is None else self._send(desk, bundle, written, why)

    def _send(self, desk: Desk, bundle: Bundle, written: Any, unwritten: str = "") -> State | None:
        """Hand over a written bundle; return how it went, or None if it was not handed over.

        :param unwritten: the error, if ``written`` is the simpler message sent instead of one that could not be written."""
        host = _host(self.channel, parse_recipient(self.claim.recipient), bundle.account)
        try:
            with desk.lanes.handing(self.claim.recipient, *host), tracing.inner("send", "client"):
                answer = self.channel.send(written, bundle, self._at_handover)
        except NotHanded:
            return None
        except Temporary as error:
            return self._retry(error.answer)
        except Permanent as error:
            return self._settle("dead", error.answer)
        except Ambiguous as error:
            return self.ambiguous(error.answer)
        return self._settle("plain", unwritten) if unwritten else self._settle("sent", answer)

    def ambiguous(self, answer: str) -> State:
        """Record that it is unknown whether the bundle arrived; if its channel resends such bundles, it goes out again."""
        if self.channel.resends(self.plan.bundle):
            again = self._later("ambiguous", answer, resend=True)
            if again is not None:
                return again
        return self._settle("ambiguous", answer)

    def _at_handover(self) -> bool:
        ids = [one["id"] for one in self.plan.bundle]
        try:
            return self.context.store.handing(self.claim, ids, self.plan.name, self.number)
        except StoreUnavailable as error:
            # Nothing has left, and it is certain: whoever finds the mark, which may have been set, would not know.
            raise Temporary("the store was away at the hand-over") from error

    def _nothing_to_send(self) -> State | None:
        if self.plan.dropped:
            return self._settle("dropped", "")
        self.context.store.settle(self.claim, self.plan.settled)
        return None

    def _retry(self, answer: str) -> State:
        return self._later("retry", answer, resend=self.plan.again) or self._settle("dead", answer)

    def _later(self, state: State, answer: str, *, resend: bool) -> State | None:
        """Schedule the bundle for another try, or return None if its channel has tried often enough."""
        record = self._record(state, answer)
        wait = self.channel.delay(self.plan.name, self.number, record["kinds"])
        if wait is None:
            return None
        record["retry_at"] = self.now + wait
        if resend:
            record["resend"] = True
        self._record_end(self.plan.settled, record, retry_at=record["retry_at"])
        return state

    def _settle(self, state: State, answer: str) -> State:
        ids = [*self.plan.settled, *(one["id"] for one in self.plan.bundle)]
        self._record_end(ids, self._record(state, answer))
        return state

    def _record_end(self, ids: Sequence[str], record: Delivery, retry_at: int | None = None) -> None:
        """Record how the attempt ended, waiting out outages of the store: no other process knows the result.

        :raises StoreUnavailable: when it stays away for longer than our lease; then the next deliverer records it as
        ambiguous.
        """
        settle = self.context.store.settle
        retry_until_back(
            lambda: settle(self.claim, ids, dict(record), retry_at=retry_at, mail=self.plan.name), PATIENCE
        )

    def _record(self, state: State, answer: str) -> Delivery:
        record = delivery(self.plan, state, self.number, self.now, answer)
        channel = parse_recipient(self.claim.recipient).channel
        return record if channel == MAIL else Delivery(**record, channel=channel)


def _facts(bundle: Bundle, channel: str) -> dict[str, tracing.Fact]:
    """Return the facts that a trace records of a letter: its match and its kinds of news, but nothing about its reader."""
    kinds = " ".join(sorted({one["kind"] for one in bundle.notices}))
    match = {} if bundle.record is None else {"match": bundle.record.match}
    return {"channel": channel, "kinds": kinds, **match}


def _host(channel: Channel[Any], recipient: Recipient, account: Account) -> tuple[str, str]:
    """Return the destination of bundles, and the channel if it is not mail, as counted by
    :class:`workers.deliver.lanes.Lanes`."""
    host, by = channel.host(account), recipient.channel
    return (host, "") if by == MAIL else (f"{by} {host}", by)
