"""The one builder of notices: from a row of the registry and its facts to the queued notices, one per channel.

A notice's id is made from match, log position, seat and kind, so repeating a step cannot notify twice; it is the same
on every channel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from engine.match.step import Step
from engine.protocol.canon import b64
from service.notifications.channels import CHANNELS, Route
from service.notifications.events import event_of
from service.notifications.facts import LogHead, MatchFacts
from service.notifications.kind import Kind, Urgency
from service.store.keys import MAIL
from service.store.mail.outbox import URGENT
from service.store.records import Notice

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
    """Return the notice once per channel; mail's copy names no channel, and carries the event."""
    return [_on(kind, route, notice) for route in _routes(kind)]


def _routes(kind: Kind[Any]) -> Sequence[Route]:
    """Return the channels that everybody has and that carry the kind; those set up by accounts are added later."""
    everybodys = [one for one in CHANNELS.values() if not one.preference]
    return [one for one in everybodys if one.carries(kind) and (kind.speech != "mends" or one.name == MAIL)]


def _on(kind: Kind[Any], route: Route, notice: Notice) -> Notice:
    made = notice.copy()
    if not route.gathers:
        made["send_at"] = min(notice["send_at"], notice["at"])
    if route.name != MAIL:
        made["channel"] = route.name
    elif kind.event is not None:
        made["event"] = event_of(notice, kind.event(notice["facts"]))
    return made
