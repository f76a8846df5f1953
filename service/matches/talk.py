"""Talk of the whole table: who may say and read what, erasing, muting, and reports to the operator.

Unlike partners' messages (:mod:`service.matches.messages`), it is in no log: its text can be erased, and nothing about a
match depends on it. It neither makes a match due nor changes its acts, so it says nothing about who has sealed.
"""

import hashlib
from collections.abc import Container
from typing import Any, Literal, cast, get_args

from engine.protocol.log import timestamp
from engine.registry import OtherData, UnknownRules, game_of
from service.context import Context
from service.matches.changes import new_step
from service.matches.messages import OUTCOMES, TalkError
from service.notifications.events import announce_news
from service.notifications.facts import RemarkFacts
from service.notifications.kinds import TALK
from service.notifications.notices import COMPANY, about_match
from service.processes.bell import ring
from service.store import keys
from service.store.accounts.accounts import NOBODY
from service.store.matches.talk import DAY, KEPT, NewRemark, Remark, Report
from service.store.outbox import recipient_of_notice
from service.store.records import Record

OPEN_AFTER_END = 7 * DAY
"""How long after a match's end people may still talk at its table, in milliseconds."""
TalkState = Literal["open", "silent", "off", "strangers", "over"]
Reaction = Literal["hello", "well-played", "thanks", "oops", "thinking", "good-game"]
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
"""What can be said with one tap; readers get it in their own language."""


def talk_state(context: Context, record: Record) -> TalkState:
    """Return whether people may talk at a table now, or why not.

    ``silent``: the rules ask for silence, because partners at the table may confer at certain times only. ``off``: the
    table or the operator wants no talk, ``strangers``: the operator wants none where strangers can sit down. ``over``: the
    match ended too long ago.
    """
    table, among = record.table, context.settings.talk
    if among == "none" or table.get("talk") == "none":
        return "off"
    if among == "private" and table["visibility"] == "open":
        return "strangers"
    if table["status"] == "closed" and record.now >= record.at + OPEN_AFTER_END:
        return "over"
    return "silent" if table["status"] == "running" and _has_partners(record) else "open"


def _has_partners(record: Record) -> bool:
    if record.state is None:
        return False
    try:
        return len(game_of(record.table).partners(record.state, 0)) > 1
    except (OtherData, UnknownRules):  # without the rules, silence is the safe side
        return True


def may_read(context: Context, record: Record, seat: int | None) -> bool:
    """Return whether a seat (None = a spectator) may read what is said at a table."""
    if talk_state(context, record) in ("off", "strangers"):
        return False
    return seat is not None or record.table.get("talk") == "open" or record.table["status"] == "closed"


def tell(
    context: Context,
    record: Record,
    seat: int,
    *,
    text: str = "",
    reaction: str = "",
    name: str,
    token: str | None = None,
) -> Remark | None:
    """Say something to the whole table; return it, or None if this was said before and has been erased since.

    :param text: one line, or empty for a ``reaction``; :param name: identifies repetitions.
    :raises TalkError: ``stale`` asks to load the match and call again.
    """
    if talk_state(context, record) != "open":
        raise TalkError("talk-closed")
    place = record.table["seats"][seat]
    player = place["player"] or ""
    context.store.note_talk(player, record.match)
    told = context.store.tell(
        NewRemark(
            match=record.match,
            id=name,
            status=record.table["status"],
            seat=seat,
            player=player,
            name=place["name"],
            text=text,
            reaction=reaction,
            ends=talk_ends(record),
            token=token,
        )
    )
    if told.outcome not in ("stored", "same"):
        raise TalkError("talk-closed" if told.outcome == "gone" else OUTCOMES[told.outcome], told.wait)
    if told.remark is not None and context.store.account(player) is None:  # deleted while this was being said
        context.store.forget_talk(record.match, player)
        return None
    if told.remark is not None:
        _announce(context, record, told.remark)
    return told.remark


def heard(context: Context, record: Record, account: str | None, seat: int | None) -> tuple[list[Remark], list[int]]:
    """Return what a reader may read at a table, oldest first, and the seats whose people the reader has muted.

    Blocked people are not read either, and not among those seats.
    """
    spoken = context.store.talk(record.match, account or NOBODY)
    unread = {*spoken.muted, *spoken.blocked}
    readable = [one for one in spoken.remarks if one.player not in unread] if may_read(context, record, seat) else []
    return readable, _seats_of(record, spoken.muted)


def is_heard(context: Context, match: str, account: str, speaker: str) -> bool:
    """Return whether an account reads what somebody says at a table: not if muted there, or blocked everywhere."""
    return speaker not in context.store.muted(match, account) and not context.store.has_blocked(account, speaker)


def unsay(context: Context, record: Record, number: int, account: str) -> bool:
    """Erase a remark of the account's own; return whether there was one."""
    done = context.store.unsay(record.match, number, account)
    ring(context.settings.queue_url, [keys.talk(record.match)])
    return done


def mute(context: Context, record: Record, account: str, seats: list[int]) -> list[int]:
    """Have an account read nothing by the people at these seats any more, at this table; an empty list ends that."""
    table = record.table["seats"]
    players = {one["player"] for number, one in enumerate(table) if number in seats} - {None, account}
    context.store.note_talk(account, record.match)
    context.store.mute(record.match, account, [cast(str, one) for one in players], talk_ends(record))
    return _seats_of(record, context.store.muted(record.match, account))


def _seats_of(record: Record, players: Container[str | None]) -> list[int]:
    return [number for number, one in enumerate(record.table["seats"]) if one["player"] in players]


def report(context: Context, record: Record, remark: Remark, account: str, why: str) -> None:
    """Keep a copy of a remark for the operator, with who reports it and why."""
    occasion = f"{record.match} {remark.number} {account}"
    facts: dict[str, Any] = {name: getattr(remark, name) for name in ("seat", "player", "name", "text")}
    context.store.report(
        Report(
            id=hashlib.sha256(occasion.encode()).hexdigest()[:16],
            match=record.match,
            remark=remark.number,
            **facts,
            reaction=remark.reaction,
            at=remark.at,
            by=account,
            why=why,
            reported=record.now,
        )
    )


def talk_ends(record: Record) -> int | None:
    """Return when a closed match's talk is erased (ms), or None while the match goes on."""
    return record.at + KEPT if record.table["status"] == "closed" else None


def shown(remark: Remark) -> dict[str, Any]:
    """Return a remark as JSON."""
    return {
        "id": remark.number,
        "at": timestamp(remark.at),
        "seat": remark.seat,
        "player": remark.player,
        "name": remark.name,
        "text": remark.text or None,
        "reaction": remark.reaction or None,
    }


def _announce(context: Context, record: Record, remark: Remark) -> None:
    """Tell those at the table: open pages at once, everybody else with the next letter.

    The notices hold no text: letters look it up when they are written, so that nothing erased is sent.
    """
    ring(context.settings.queue_url, [keys.talk(record.match)])
    store = context.store
    step = new_step(context, record.table, n=record.n, head=record.head, at=record.at, now=record.now)
    facts: RemarkFacts = {"from": remark.seat, "remark": remark.number}
    told: set[str] = set()
    for seat, one in enumerate(record.table["seats"]):
        account = one["player"]
        if (
            account is None
            or one["bot"] is not None
            or account == remark.player
            or store.is_here(record.match, account)
        ):
            continue
        if not is_heard(context, record.match, account, remark.player):
            continue
        for notice in about_match(
            TALK, step, account, seat, facts, at=remark.at, wait=COMPANY, occasion=str(remark.number)
        ):
            told |= announce_news(store, [notice], recipient_of_notice(notice))
    ring(context.settings.queue_url, told)
