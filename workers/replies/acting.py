"""Doing what a mail asks for: acts of its seat, under openings made here, each noted before it is sent to the store.

Nothing is done unless all of it is clear. The note holds commitments alone, which give nothing away; when the same mail comes
again, a commitment that the match has seen is an act that counted, whatever became of the process that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from engine.contract import Move
from engine.match.table import Standing
from engine.protocol.acts import ORDERS
from service.context import Context
from service.matches import acts
from service.matches.again import as_last_time
from service.matches.changes import tries_of_act
from service.matches.errors import ActError
from service.matches.matters import Matter, raised_in, seats_to_keep
from service.matches.numbering import Numbered
from service.moments import language_of
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.replies import coming_back, explaining, plans, rematch
from workers.replies.address import ReplyAddress
from workers.replies.ahead import end, follow, vocabulary_of
from workers.replies.ahead_in_bytes import unpacked
from workers.replies.answers import closes, counted_of, give
from workers.replies.besides import what_it_says_besides
from workers.replies.confirming import confirms_alone
from workers.replies.desk import Desk
from workers.replies.grammar import NotUnderstood, Picks, after_greeting, understand
from workers.replies.incoming import Incoming
from workers.replies.line_by_line import Lines
from workers.replies.matters_said import WORDS, meant_by, why_unclear, with_who_is_ready
from workers.replies.more_time import began_before, take_time
from workers.replies.offered import Offered
from workers.replies.out_of_place import repeated, say_about, to_an_old_letter, to_what_was_asked
from workers.replies.outcome import Done, Note, Outcome, Trouble
from workers.replies.refusing import in_doubt, makes_doubtful, refused
from workers.replies.said_before import has_changed, here_before, note_said
from workers.replies.several_lines import Settle, Turn, several_lines
from workers.replies.several_lines import carry_out as do_in_turn
from workers.replies.still_asked import last_told, still_asked
from workers.replies.suggesting import UNDO
from workers.replies.unread import changes_something, unread_below
from workers.replies.wishes import Vocabulary


def carry_out(
    context: Context,
    account: Account,
    record: Record,
    address: ReplyAddress,
    mail: Incoming,
    before: ReplyNote,
    note: Note,
    desk: Desk,
) -> Outcome:
    """Do what the lines of a mail ask for, or nothing; ``before`` is what is remembered of this very mail.

    :raises NotReadNow: where it is about standing orders and no worker can tell what stands.
    """
    if context.store.blocking(account.id) is not None:
        return Outcome(record, trouble="blocked")
    lines = () if mail.doubtful else mail.lines
    if coming_back.has_left(record, account, address):
        return coming_back.carry_out(context, account, record, address, lines)
    if mail.doubtful or mail.numbers_unclear:
        return Outcome(record, trouble="by-program" if mail.doubtful else "list-numbers", line=mail.doubtful)
    time = began_before(context, account, record, address.seat, before)
    if time is not None:
        return time
    begun = after_greeting(lines)
    reads, is_choice = language_of(account.language), partial(_is_choice, record, address)
    besides = plans.carry_out(
        context, record, address, begun, before, note, desk.recall, is_choice, reads
    ) or what_it_says_besides(context, account, record, address, begun, before, note)
    if besides is not None:
        return besides
    still = still_asked(record, address.seat, last_told(mail.answered, record.match))
    return _understand(context, account, record, address, lines, before, note, desk.aftermath, still)


def _is_choice(record: Record, address: ReplyAddress, line: str) -> bool:
    """Return whether a line is a choice of the letter, by its words."""
    raised = raised_in(record, address.seat, address.questions, whole=address.whole)
    if raised is None or raised[0] is None:
        return False
    offered = Offered(record, address.seat, raised[0])
    found = understand([line], offered.listed(), vocabulary_of(record, address.seat, offered), offered.unlisted)
    return isinstance(found, Picks) and bool(found.numbers)


def _understand(
    context: Context,
    account: Account,
    record: Record,
    address: ReplyAddress,
    lines: Sequence[str],
    before: ReplyNote,
    note: Note,
    settle: Settle,
    still: Sequence[Matter],
) -> Outcome:
    seat = address.seat
    counted = counted_of(context, record.match, before)
    raised = raised_in(record, seat, address.questions, whole=address.whole)
    if record.table["status"] != "running":
        return _not_running(context, account, record, lines, counted, before, note)
    offered = Offered(record, seat, () if raised is None or raised[0] is None else raised[0])
    begun = after_greeting(lines, offered.listed())
    suggested = _suggested(address, vocabulary_of(record, seat, offered)) if raised and confirms_alone(begun) else None
    if suggested == Picks():
        return Outcome(record, trouble="stale")
    if not counted and suggested is None:
        besides = _asks_something_else(record, address, lines, begun, offered, is_old=raised is None)
        if besides is not None:
            return besides
    in_a_row = None if suggested is not None else several_lines(begun, offered, counted=bool(before.lines and counted))
    if isinstance(in_a_row, Lines):
        turn = Turn(context, record, seat, None if raised is None else offered, note, settle, counted)
        return do_in_turn(turn, in_a_row, before)
    if in_a_row is not None:
        return refused(record, in_a_row, offered)
    matters, unsaid = None if raised is None else raised[1], not counted.get(ORDERS) and ORDERS in before.commitments
    return _answer(
        context,
        account,
        record,
        offered,
        matters,
        lines,
        counted,
        before,
        note,
        still,
        unsaid=unsaid,
        suggested=suggested,
    )


def _asks_something_else(
    record: Record, address: ReplyAddress, lines: Sequence[str], begun: Sequence[str], offered: Offered, *, is_old: bool
) -> Outcome | None:
    """Return what becomes of a mail that is no answer to a question of its letter; ``None``: it may be one."""
    if address.confirms:
        return to_what_was_asked(record, lines, offered)
    if address.suggests and is_old and confirms_alone(begun):
        return Outcome(record, trouble="stale")
    return _card_asked_about(offered, begun)


def _card_asked_about(offered: Offered, begun: Sequence[str]) -> Outcome | None:
    """Return that a card is explained; ``None``: the mail asks about none. Where its number is a choice, that is suggested."""
    word = explaining.asks_about(begun)
    if word is None or not explaining.is_known(offered.record, offered.seat, word):
        return None
    listed, others = offered.listed(), offered.unlisted
    below = understand(begun[1:], listed, others=others)
    meant = understand(begun[:1], listed, vocabulary_of(offered.record, offered.seat, offered), others)
    if isinstance(below, Picks) or (isinstance(meant, Picks) and not explaining.is_number(word)):
        return None
    number = meant.numbers[0] if isinstance(meant, Picks) and len(meant.numbers) == 1 else None
    choice = None if number is None else offered.find(number)
    return Outcome(
        offered.record,
        asked=offered.asked,
        explains=word,
        candidates=[] if choice is None else [choice],
        meant=None if choice is None else number,
        unread=unread_below(offered.record, begun[1:]),
    )


def _answer(
    context: Context,
    account: Account,
    record: Record,
    offered: Offered,
    raised: Sequence[Matter] | None,
    lines: Sequence[str],
    counted: dict[str, str],
    before: ReplyNote,
    note: Note,
    still: Sequence[Matter],
    *,
    unsaid: bool,
    suggested: Picks | None,
) -> Outcome:
    """Do what a mail asks for that answers each question of its letter once.

    :param raised: what its letter asked besides; ``None`` where that is an old one, of which ``still`` is asked.
    :param unsaid: this very mail made a choice before, and what it says with that was never set.
    :param suggested: what its letter suggested, where the mail says yes to that.
    """
    seat, asked, matters = offered.seat, offered.asked, [*(raised or ()), *seats_to_keep(record, offered.seat)]
    still = () if raised is not None or counted else still
    lines = with_who_is_ready(lines, (*matters, *still))
    sayable = {option for one in (*matters, *still) for option in one.options}
    unasked = frozenset(order for order, option in WORDS.items() if option not in sayable)
    wanted = understand(
        lines,
        offered.listed(),
        vocabulary_of(record, seat, offered),
        offered.unlisted,
        unasked,
        _opponents(record, seat),
    )
    if suggested is not None:
        wanted = suggested
    unread = () if isinstance(wanted, NotUnderstood) else unread_below(record, wanted.below)
    if raised is None or (not asked and not isinstance(wanted, NotUnderstood) and "undo" in wanted.orders):
        sure = not (isinstance(wanted, Picks) and makes_doubtful(unread, wanted))
        open_yet = still if sure else ()
        old = to_an_old_letter(
            context, account, record, seat, wanted, lines, counted, before, note, open_yet, unsaid=unsaid
        )
        return replace(old, unread=unread)
    if isinstance(wanted, NotUnderstood):
        return refused(record, wanted, offered, lines)
    if not counted and makes_doubtful(unread, wanted):
        return in_doubt(wanted, unread, offered)
    if wanted.orders & {"time", "ask"}:
        return replace(take_time(context, account, record, seat, wanted, asked, note), unread=unread)
    wanted, repeats = _with_repeated(context, record, seat, wanted, asked)
    picked = [choice for number in wanted.numbers if (choice := offered.find(number)) is not None]
    told = here_before(context, record, seat, before, matters) if "here" in wanted.orders else []
    if told:
        wanted = replace(wanted, orders=wanted.orders - {"here"})
    meant = meant_by(wanted, matters)
    trouble = repeats or _unclear(picked, wanted, said=bool(meant or told)) or why_unclear(wanted, meant, matters)
    if trouble is not None:
        return Outcome(record, trouble=trouble, orders=wanted.orders, asked=asked, unread=unread)
    if "undo" in wanted.orders:
        sealed = [one for one in asked if one.standing["sealed"]]
        done = [_take_back(context, record, seat, one.standing) for one in sealed]
        done += [ended for one in sealed for ended in end(context, record, seat, one)]
        done = done or [Done(None, None, "refused", refused="nothing-sealed")]
    else:
        note_said(note, before, meant)
        wait, says = "wait" in wanted.orders, bool(wanted.ahead)
        done = give(context, record, seat, picked, counted, note, wait=wait, says_more=says)
        done = [offered.told(one) for one in done]
        if "same" not in wanted.orders:  # what was said ahead last time goes on with the same answer
            ahead = [(offered.find(number), said) for number, said in wanted.ahead.items()]
            done += follow(context, record, seat, picked, ahead, counted, done, note)
        if any(one.acted is not None and closes(one.acted) for one in done):
            wake(context.settings.queue_url, "resolve", record.match)
        done += told
        for matter, option in meant:
            changed = has_changed(before, matter, option)
            done.append(
                Done(None, None, "refused", refused="conflict")
                if changed
                else say_about(context, account, record, seat, matter, option)
            )
    after = context.store.load(record.match) or record
    return Outcome(after, done, orders=wanted.orders, asked=asked, unread=unread)


def _opponents(record: Record, seat: int) -> list[str]:
    """Return what the one opponent is called; nothing where there are several."""
    others = [one["name"] for place, one in enumerate(record.table["seats"]) if place != seat]
    return others if len(others) == 1 else []


def _suggested(address: ReplyAddress, vocabulary: Callable[[int], Vocabulary]) -> Picks | None:
    """Return what a letter suggested; ``None``: nothing, empty: something that cannot be said any more."""
    number = address.suggestion
    if number is None:
        return None
    if number == UNDO:
        return Picks(orders=frozenset({"undo"}))
    if not address.ahead:
        return Picks((number,))
    said = unpacked(address.ahead, vocabulary(number))
    return Picks() if said is None else Picks((number,), ahead={number: said})


def _not_running(
    context: Context,
    account: Account,
    record: Record,
    lines: Sequence[str],
    counted: dict[str, str],
    before: ReplyNote,
    note: Note,
) -> Outcome:
    """Answer a mail about a match that has not begun or is over: how it stands, and what can be done now; or play it again."""
    wanted = understand(lines, {})
    again = isinstance(wanted, Picks) and "rematch" in wanted.orders and not counted
    unread = unread_below(record, wanted.below) if isinstance(wanted, Picks) else ()
    sure = not changes_something(unread)
    if again and (became := rematch.wanted(context, account, record, before, note, sure=sure)) is not None:
        return Outcome(record, rematch=became, unread=unread)
    asks = (
        wanted.orders
        if isinstance(wanted, Picks) and wanted.orders <= {"status", "help", "rules", "rematch"}
        else frozenset()
    )
    return Outcome(record, repeated(record, counted), None if counted or asks else "over", orders=asks, unread=unread)


def _with_repeated(
    context: Context, record: Record, seat: int, wanted: Picks, asked: Sequence[Numbered]
) -> tuple[Picks, Trouble | None]:
    """Return what a mail asks for with the choice that repeats the last answer, if it asks for that, or why that is not clear."""
    if "same" not in wanted.orders:
        return wanted, None
    found = [number for one in asked if (number := as_last_time(context, record, seat, one)) is not None]
    if len(found) != 1:
        return wanted, "nothing-to-repeat"
    if wanted.numbers or "undo" in wanted.orders:
        return wanted, "ambiguous"
    return replace(wanted, numbers=(found[0],)), None


def _unclear(picked: Sequence[tuple[Numbered, Move]], wanted: Picks, *, said: bool) -> Trouble | None:
    decisions = [one.standing["id"] for one, _ in picked]
    if "rematch" in wanted.orders:
        return "rematch-later"
    if len(set(decisions)) < len(decisions) or (
        "undo" in wanted.orders and (picked or said or "wait" in wanted.orders)
    ):
        return "ambiguous"
    if len(wanted.ahead) > 1:
        return "ambiguous-ahead"
    return "wait-alone" if "wait" in wanted.orders and not picked and not said else None


def _take_back(context: Context, record: Record, seat: int, standing: Standing) -> Done:
    for now in tries_of_act(context, record, seat):
        act = now.acts.get((standing["id"], seat))
        if act is None or act.commitment is None:
            return Done(standing, None, "refused", refused="nothing-sealed")
        try:
            acted = acts.withdraw(context, now, seat, acts.SeatAct(standing["id"], replaces=act.seq))
            return Done(standing, None, "taken-back", acted)
        except ActError as error:
            if error.code != "stale":
                return Done(standing, None, "refused", refused=error.code)
    return Done(standing, None, "refused", refused="stale")


__all__ = ["carry_out"]
