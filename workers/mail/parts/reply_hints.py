"""A letter's hints on answering it by mail: that this is possible, and what to write."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit.ahead import is_in_turn
from service.matches.absence.matters import Matter, asks_for_time, more_time_for, seats_to_keep
from service.matches.numbering import Numbered
from service.matches.orders import why_not
from service.matches.seating.guests import joins_by_mail
from service.notifications.kinds import INVITED, OVER, kind_of
from service.store.records import Notice, Record
from workers.mail.page import Page
from workers.mail.parts.matters import example_of_asking, more_time_of, most_to_ask_for, words_to_reply
from workers.mail.sender import Sender


def repeats_itself(page: Page, sender: Sender, seat: int | None, listed: Sequence[Numbered]) -> bool:
    """Return whether the reader's own last answer to such a question is still possible for one in the letter."""
    if sender.repeats is None or seat is None:
        return False
    return any(sender.repeats(page.match, seat, one) for one in listed)


def how_to_reply(
    page: Page,
    seat: int | None,
    listed: Sequence[Numbered],
    besides: Sequence[Matter] = (),
    *,
    also: bool,
    same: bool = False,
    brief: bool = False,
) -> str:
    """Return how to answer a letter with these questions by mail.

    :param also: whether other ways are shown above; :param same: whether the last answer can be repeated; :param brief:
    for readers who know it already.
    """
    reader, ids = page.reader, {one.standing["id"] for one in listed}
    sealed = any(one.standing["sealed"] for one in listed)
    extensible = seat is not None and any(one.decision in ids for one in more_time_for(page.match, seat))
    time = more_time_of(page.match.table, reader.language) if extensible else ""
    asking = seat is not None and any(one.decision in ids for one in asks_for_time(page.match, seat))
    ask = most_to_ask_for(page.match.table, reader.language) if asking else ""
    example = example_of_asking(page.match.table, reader.language) if asking else ""
    row, plans = asks_in_turn(page, listed), seat is not None and takes_plans(page, seat)
    numbers = ""
    if listed and brief and not (time or ask or same):
        numbers = str(reader.say.reply_short(len(listed) > 1, sealed, row, plans))
    elif listed:
        numbers = str(reader.say.reply(len(listed) > 1, sealed, also, time, same, ask, example, row, plans))
    words = words_to_reply(besides, reader, also=bool(listed) or also, numbers=bool(listed))
    is_read = bool(listed or besides) or not also
    keep = str(reader.say.reply_keep()) if is_read and seat is not None and seats_to_keep(page.match, seat) else ""
    return " ".join(one for one in (numbers, words, keep) if one)


def takes_plans(page: Page, seat: int) -> bool:
    """Return whether a seat may write standing orders by mail."""
    return why_not(page.match.table, seat) is None


def asks_in_turn(page: Page, listed: Sequence[Numbered]) -> bool:
    """Return whether several lines of one mail may make several moves of the current turn."""
    return any(is_in_turn(page.rules, one.standing["kind"]) for one in listed)


def tells_the_end(news: Sequence[Notice], page: Page) -> bool:
    """Return whether a letter to a seat announces the end of its match, so that an answer asks for a rematch or for the
    result."""
    return page.match.table["status"] == "closed" and any(
        kind_of(one) is OVER and one["seat"] is not None for one in news
    )


def after_the_end(news: Sequence[Notice], page: Page, sender: Sender) -> str:
    """Return the possible answers to a letter that announces the end; empty for other letters, or where no mail is
    read."""
    if sender.reply is None or not tells_the_end(news, page):
        return ""
    return str(page.reader.say.reply_ended(page.match.table["outcome"] is not None))


def invites(news: Sequence[Notice], record: Record) -> bool:
    """Return whether a letter invites its reader to a seat that can be taken by answering it."""
    return any(kind_of(one) is INVITED and joins_by_mail(record.table, one["account"]) for one in news)
