"""The one builder of notices: from a row of the registry and its facts to the queued notices, one per channel.

A notice's id is made from match, log position, seat and kind, so repeating a step cannot notify twice; it is the same
on every channel.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from engine.match.step import Step
from engine.match.table import Standing
from engine.protocol.canon import b64
from service.notifications.channels import CHANNELS, Route
from service.notifications.events import announce_news, event_of
from service.notifications.facts import DecisionFacts, LogHead, MatchFacts, QuestionFacts, WebhookFacts
from service.notifications.kind import Kind, Urgency
from service.notifications.kinds import TABLE_AWAITS, WEBHOOK_DISABLED, kind_of
from service.store.accounts.webhooks import Webhook
from service.store.keys import MAIL, recipient_of
from service.store.outbox import URGENT
from service.store.records import TABLE_CHATS, Notice, Transition
from service.store.store import Store

F = TypeVar("F")

COMPANY = 86_400_000
"""How long a notice that asks nothing waits for others to go with, in milliseconds."""


def about_match(
    kind: Kind[F],
    step: Step,
    account: str,
    seat: int | None,
    facts: F,
    *,
    at: int,
    wait: int,
    n: int | None = None,
    occasion: str = "",
) -> list[Notice]:
    """Return the notices, one per channel, for one account about a match.

    :param seat: the account's seat, or None if it has none (yet).
    :param at: when it happened; ``wait``: how long it may wait for company, both in milliseconds.
    :param n: its log entry; by default the step's last one.
    :param occasion: a text that distinguishes it from others of its kind about the same entry.
    """
    table = step.table
    number = step.n if n is None else n
    about = MatchFacts(
        title=table["title"],
        rules=table["rules"],
        names=[one["name"] for one in table["seats"]],
        head=LogHead(n=step.n, head=b64(step.head)),
        seat=seat,
    )
    place = f"{number}." if kind.per_entry else ""
    own = cast(dict[str, Any], facts)
    notice = Notice(
        id=f"{table['match']}.{place}{account if seat is None else seat}.{_named(kind, occasion)}",
        kind=kind.name,
        account=account,
        match=table["match"],
        seat=seat,
        n=number,
        at=at,
        send_at=at + wait,
        facts={**own, **about},
    )
    if "decision" in own:
        notice["decision"] = str(own["decision"]["id"])
    return _on_every_channel(kind, notice)


def about_table(step: Transition, standing: Standing) -> list[Notice]:
    """Return the news for the channel of a step's table: that a decision asks people. It goes by the feed of its owner."""
    decision = DecisionFacts(**{name: standing[name] for name in DecisionFacts.__required_keys__})  # type: ignore[literal-required,typeddict-item]
    facts = QuestionFacts(decision=decision, deadline=standing["deadline"])
    at = standing["opened"]
    notice = Notice(
        id=f"{step.match}.{standing['n']}.{step.table['owner']}.{TABLE_AWAITS.name}",
        kind=TABLE_AWAITS.name,
        account=step.table["owner"],
        match=step.match,
        seat=None,
        n=standing["n"],
        at=at,
        send_at=at,
        facts=cast(dict[str, Any], facts),
    )
    return _on_every_channel(TABLE_AWAITS, notice)


def about_account(kind: Kind[F], account: str, facts: F, *, occasion: str, at: int, wait: int = 0) -> list[Notice]:
    """Return the notices, one per channel, for an account outside matches; ``occasion`` makes their id."""
    notice = Notice(
        id=_named(kind, occasion),
        kind=kind.name,
        account=account,
        match="",
        seat=None,
        n=0,
        at=at,
        send_at=URGENT if kind.urgency == "first" else at + wait,
        facts=cast(dict[str, Any], facts),
    )
    return _on_every_channel(kind, notice)


def tell_disabled(store: Store, webhook: Webhook, reason: str, since: int, *, occasion: str, why: str = "") -> None:
    """Tell the owner of a webhook or chat that it is disabled; again under the same ``occasion`` has no effect.

    :param reason: why, as in :class:`service.notifications.facts.WebhookFacts`; ``why``: an operator's words.
    :param since: since when (ms).
    """
    facts = WebhookFacts(webhook=webhook.id, host=webhook.host, name=webhook.name, reason=reason, since=since)
    if why:
        facts["why"] = why
    occasion = f"{webhook.id}.{webhook.version}.{occasion}"
    notices = about_account(WEBHOOK_DISABLED, webhook.account, facts, occasion=occasion, at=store.now())
    announce_news(store, notices, recipient_of(webhook.account, None))


def waiting_time(urgency: Urgency, hold_off: int) -> int:
    """Return how long a notice with this urgency waits for company, in milliseconds."""
    return {"first": 0, "now": 0, "soon": hold_off, "company": COMPANY}[urgency]


def waits_for_company(notice: Notice, now: int) -> bool:
    """Return whether a notice waits to go along with another."""
    return notice["send_at"] > now and notice["send_at"] - notice["at"] >= COMPANY


def seat_told(news: Sequence[Notice]) -> int | None:
    """Return the seat of the reader of these notices, or None if none of them is for somebody at the table.

    A reader who was replaced and came back has notices of both times; the seat counts when they go out together.
    """
    return next((one["seat"] for one in news if one["seat"] is not None), None)


def _named(kind: Kind[Any], occasion: str) -> str:
    return f"{kind.name}.{occasion}" if occasion else kind.name


def _on_every_channel(kind: Kind[Any], notice: Notice) -> list[Notice]:
    """Return the notice once per channel that everybody has; those set up by accounts are added later.

    Mail's copy names no channel, and carries the event.
    """
    return [
        _on(kind, route, notice)
        for route in CHANNELS.values()
        if not route.preference and route.carries(kind) and (kind.speech != "mends" or route.name == MAIL)
    ]


def _on(kind: Kind[Any], route: Route, notice: Notice) -> Notice:
    made = notice.copy()
    if not route.gathers:
        made["send_at"] = min(notice["send_at"], notice["at"])
    if route.name != MAIL:
        made["channel"] = route.name
    elif kind.event is not None:
        made["event"] = event_of(notice, kind.event(notice["facts"]))
    return made


def with_chosen(
    prefs_of: Callable[[Sequence[str]], Sequence[Mapping[str, Any]]],
    steps: Sequence[Transition],
    *,
    push: bool,
    tables: bool,
) -> list[Transition]:
    """Return the steps with news for what accounts have set up.

    :param prefs_of: returns the preferences of accounts; called at most once.
    :param push: whether there are copies of notices for browsers; ``tables``: whether there is news for tables' channels.
    """
    # A tournament's tables have no owner.
    asking = [owner for step in steps if tables and (owner := step.table["owner"]) and _opened(step)]
    accounts = sorted({*asking, *(notice["account"] for step in steps if push for _, notice in _wanted(step))})
    if not accounts:
        return list(steps)
    prefs = dict(zip(accounts, prefs_of(accounts), strict=True))
    return [
        replace(
            step,
            notices=[
                *step.notices,
                *(_copies(step, prefs) if push else ()),
                *(_for_table(step, prefs) if tables else ()),
            ],
        )
        for step in steps
    ]


def _opened(step: Transition) -> list[Standing]:
    """Return the decisions that a step has opened and that wait for people; neither depends on anything hidden."""
    seats = step.table["seats"]
    return [
        one
        for one in step.table["standing"]
        if one["n"] > step.n and not one["optional"] and any(seats[seat]["bot"] is None for seat in one["seats"])
    ]


def _for_table(step: Transition, prefs: Mapping[str, Mapping[str, Any]]) -> Iterator[Notice]:
    told = prefs.get(step.table["owner"], {}).get(TABLE_CHATS, [])
    if isinstance(told, list) and step.match in told:
        for standing in _opened(step):
            yield from about_table(step, standing)


def _wanted(step: Transition) -> Iterator[tuple[Route, Notice]]:
    """Yield the notices carried by channels that accounts set up, with each such channel."""
    for notice in step.notices:
        if notice.get("channel", MAIL) == MAIL:
            for route in CHANNELS.values():
                if route.preference and route.carries(kind_of(notice)):
                    yield route, notice


def _copies(step: Transition, prefs: Mapping[str, Mapping[str, Any]]) -> Iterator[Notice]:
    for route, notice in _wanted(step):
        if prefs[notice["account"]].get(route.preference):
            copy = notice.copy()
            copy.pop("event", None)  # it comes with the letter
            copy["channel"] = route.name
            yield copy
