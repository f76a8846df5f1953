"""Doing what a mail asks for: acts of its seat, under openings made here, each noted before it is sent to the store.

Nothing is done unless all of it is clear. The note holds commitments alone, which give nothing away; when the same mail comes
again, a commitment that the match has seen is an act that counted, whatever became of the process that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from engine.contract import Move
from engine.match.step import Standing
from engine.protocol.siegelpost2.acts import ORDERS
from service.context import Context
from service.matches import acts
from service.matches.again import as_last_time
from service.matches.errors import ActError
from service.matches.matters import Matter, Option, asks_for_time, more_time_for, raised_in, seats_to_keep
from service.matches.numbering import Numbered
from service.moments import language_of
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.mail.ahead import wished
from workers.replies import coming_back, explaining, plans, rematch
from workers.replies.address import ReplyAddress
from workers.replies.ahead import end, follow, vocabulary_of
from workers.replies.ahead_in_bytes import packed, unpacked
from workers.replies.answers import closes, counted_of, give
from workers.replies.besides import what_it_says_besides
from workers.replies.confirming import confirms_alone
from workers.replies.desk import Desk
from workers.replies.grammar import NotUnderstood, Order, Picks, after_greeting, understand
from workers.replies.line_by_line import Lines
from workers.replies.offered import LANGUAGES, Offered
from workers.replies.out_of_place import only_thanks, repeated, say_about, to_an_old_letter, to_what_was_asked
from workers.replies.outcome import Done, Note, Outcome, Trouble
from workers.replies.said_before import has_changed, here_before, note_said
from workers.replies.several_lines import Settle, Turn, several_lines
from workers.replies.several_lines import carry_out as do_in_turn
from workers.replies.suggesting import UNDO
from workers.replies.unread import changes_something, restricts, unread_below
from workers.replies.wishes import Vocabulary

HARMLESS: frozenset[Order] = frozenset({"here", "status", "help", "more", "rules"})
"""Orders that no text below them makes another thing of."""
WORDS: Mapping[Order, Option] = {
    "here": "here",
    "wait": "wait",
    "bot": "bot",
    "win": "win",
    "person": "person",
    "grant": "grant",
    "refuse": "refuse",
    "agree": "agree",
    "stay": "stay",
}
"""What a word says about a matter; WAIT says it only where it stands beside no choice."""


def carry_out(
    context: Context,
    account: Account,
    record: Record,
    address: ReplyAddress,
    lines: Sequence[str],
    before: ReplyNote,
    note: Note,
    desk: Desk,
) -> Outcome:
    """Do what the lines ask for, or nothing; ``before`` is what is remembered of this very mail.

    :raises NotReadNow: where it is about standing orders and no worker can tell what stands.
    """
    if context.store.blocking(account.id) is not None:
        return Outcome(record, trouble="blocked")
    if coming_back.has_left(record, account, address):
        return coming_back.carry_out(context, account, record, address, lines)
    if before.extensions:
        return _more_time(context, account, record, address.seat, before.extensions)
    if before.requests:
        return _ask(context, account, record, address.seat, before.requests)
    begun = after_greeting(lines)
    reads, is_choice = language_of(account.language), partial(_is_choice, record, address)
    besides = plans.carry_out(
        context, record, address, begun, before, note, desk.recall, is_choice, reads
    ) or what_it_says_besides(context, account, record, address, begun, before, note)
    if besides is not None:
        return besides
    return _understand(context, account, record, address, lines, before, note, desk.aftermath)


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
        return _refused(record, in_a_row, offered)
    matters, unsaid = None if raised is None else raised[1], not counted.get(ORDERS) and ORDERS in before.commitments
    return _answer(
        context, account, record, offered, matters, lines, counted, before, note, unsaid=unsaid, suggested=suggested
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
    *,
    unsaid: bool,
    suggested: Picks | None,
) -> Outcome:
    """Do what a mail asks for that answers each question of its letter once.

    :param raised: what its letter asked besides; ``None`` where that is an old one.
    :param unsaid: this very mail made a choice before, and what it says with that was never set.
    :param suggested: what its letter suggested, where the mail says yes to that.
    """
    seat, asked, matters = offered.seat, offered.asked, [*(raised or ()), *seats_to_keep(record, offered.seat)]
    sayable = {option for one in matters for option in one.options}
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
        old = to_an_old_letter(context, account, record, seat, wanted, lines, counted, before, note, unsaid=unsaid)
        return replace(old, unread=unread)
    if isinstance(wanted, NotUnderstood):
        return _refused(record, wanted, offered, lines)
    if not counted and _makes_doubtful(unread, wanted):
        return _in_doubt(wanted, unread, offered)
    if wanted.orders & {"time", "ask"}:
        return replace(_take_time(context, account, record, seat, wanted, asked, note), unread=unread)
    wanted, repeats = _with_repeated(context, record, seat, wanted, asked)
    picked = [choice for number in wanted.numbers if (choice := offered.find(number)) is not None]
    told = here_before(context, record, seat, before, matters) if "here" in wanted.orders else []
    if told:
        wanted = replace(wanted, orders=wanted.orders - {"here"})
    meant = _meant(wanted, matters)
    trouble = repeats or _unclear(picked, wanted, said=bool(meant or told)) or _no_matter(wanted, meant, matters)
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


def _makes_doubtful(unread: Sequence[str], wanted: Picks) -> bool:
    """Return whether text below what a mail asks for may change it; who asks for more time may explain why."""
    if wanted.orders & {"time", "ask"}:
        return restricts(unread)
    return changes_something(unread) and bool(wanted.numbers or wanted.orders - HARMLESS)


def _in_doubt(wanted: Picks, unread: tuple[str, ...], offered: Offered) -> Outcome:
    """Return that what a mail asks for is not done before its sender was asked: what stands below it may change it."""
    meant: int | None = None
    if len(wanted.numbers) == 1 and not wanted.orders:
        meant = wanted.numbers[0]
    elif wanted.orders == {"undo"} and not wanted.numbers:
        meant = UNDO
    why = NotUnderstood(unread[0], meant=meant, said=None if meant is None else wanted.ahead.get(meant))
    return replace(_refused(offered.record, why, offered), unread=unread)


def _refused(record: Record, why: NotUnderstood | Trouble, offered: Offered, lines: Sequence[str] = ()) -> Outcome:
    """Return that nothing is done: lines contradict each other, or one of them is not clear. Thanks are no line of that kind."""
    if not isinstance(why, NotUnderstood):
        return Outcome(record, trouble=why, asked=offered.asked)
    if not why.candidates and why.meant is None and only_thanks(record, lines, offered):
        return Outcome(record, asked=offered.asked, silent=True)
    if not why.candidates and why.meant is None and confirms_alone(after_greeting(lines)):
        return Outcome(record, trouble="nothing-to-confirm", asked=offered.asked)
    named = [choice for number in why.candidates if (choice := offered.find(number)) is not None]
    meant = None if why.meant is None else offered.find(why.meant)
    found = Outcome(record, trouble="not-understood", line=why.line, asked=offered.asked, candidates=named)
    if meant is None or why.meant is None or not why.said:
        return replace(found, candidates=named if meant is None else [meant], meant=why.meant)
    ahead = packed(why.said, vocabulary_of(record, offered.seat, offered)(why.meant))
    if ahead is None:  # too much for an address: it has to be written once more
        return found
    (one, move), seat = meant, offered.seat
    words = {each: wished(record, seat, one.standing, move, why.said, each) for each in LANGUAGES}
    return replace(found, candidates=[meant], meant=why.meant, ahead=ahead, wishes=words)


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


def _take_time(
    context: Context, account: Account, record: Record, seat: int, wanted: Picks, asked: Sequence[Numbered], note: Note
) -> Outcome:
    """Take more time, or ask for it, for the most urgent question that allows it; beside nothing that acts as well."""
    besides = wanted.orders & ({"undo"} | (WORDS.keys() - {"here"}))
    if wanted.numbers or besides or {"time", "ask"} <= wanted.orders:
        return Outcome(record, trouble="time-alone", orders=wanted.orders, asked=asked)
    ids = {one.standing["id"] for one in asked}
    if "ask" in wanted.orders:
        return _ask_the_others(context, account, record, seat, wanted, asked, note)
    matter = next((one for one in more_time_for(record, seat) if one.decision in ids), None)
    if matter is None:
        may_ask = any(one.decision in ids for one in asks_for_time(record, seat))
        most = record.table["time_requests"]["agreed"]["seconds"] if may_ask else 0
        return Outcome(record, trouble="no-time", orders=wanted.orders, asked=asked, most=most)
    extensions = {matter.decision: matter.seq}
    note({}, extensions)
    return _more_time(context, account, record, seat, extensions, orders=wanted.orders)


def _ask_the_others(
    context: Context, account: Account, record: Record, seat: int, wanted: Picks, asked: Sequence[Numbered], note: Note
) -> Outcome:
    """Ask the others for more time, for the most urgent question of the letter for which the seat may."""
    ids = {one.standing["id"] for one in asked}
    matter = next((one for one in asks_for_time(record, seat) if one.decision in ids), None)
    if matter is None:
        return Outcome(record, trouble="no-asking", orders=wanted.orders, asked=asked)
    most = record.table["time_requests"]["agreed"]["seconds"]
    if not 1 <= wanted.seconds <= most:
        trouble: Trouble = "ask-too-much" if wanted.seconds > most else "ask-how-much"
        return Outcome(record, trouble=trouble, orders=wanted.orders, asked=asked, most=most)
    requests = {matter.decision: [matter.seq, wanted.seconds]}
    note({}, None, requests)
    return _ask(context, account, record, seat, requests, orders=wanted.orders)


def _ask(
    context: Context,
    account: Account,
    record: Record,
    seat: int,
    requests: Mapping[str, Sequence[int]],
    orders: frozenset[Order] = frozenset(),
) -> Outcome:
    """Make requests for more time by decision, number and seconds; one that this very mail made before is not made twice."""
    done = []
    for decision, (seq, seconds) in requests.items():
        standing = next((one for one in record.table["standing"] if one["id"] == decision), None)
        matter = Matter("ask", seat, "", ("ask-1",), None, decision, seq, seconds=seconds)
        became = replace(say_about(context, account, record, seat, matter, "ask-1"), standing=standing)
        done.append(replace(became, refused="no-asking") if became.refused == "no-time-request" else became)
    return Outcome(context.store.load(record.match) or record, done, orders=orders)


def _more_time(
    context: Context,
    account: Account,
    record: Record,
    seat: int,
    extensions: Mapping[str, int],
    orders: frozenset[Order] = frozenset(),
) -> Outcome:
    """Take extensions by decision and number; one that this very mail took before is not taken twice."""
    done = []
    for decision, seq in extensions.items():
        standing = next((one for one in record.table["standing"] if one["id"] == decision), None)
        matter = Matter("time", seat, "", ("time",), None, decision, seq)
        done.append(replace(say_about(context, account, record, seat, matter, "time"), standing=standing))
    return Outcome(context.store.load(record.match) or record, done, orders=orders)


def _meant(wanted: Picks, matters: Sequence[Matter]) -> list[tuple[Matter, Option]]:
    """Return what the words of a mail say, each about the matters of its kind."""
    words = [WORDS[one] for one in sorted(wanted.orders) if one in WORDS and (one != "wait" or not wanted.numbers)]
    return [(matter, word) for word in words for matter in matters if word in matter.options]


def _no_matter(wanted: Picks, meant: Sequence[tuple[Matter, Option]], matters: Sequence[Matter]) -> Trouble | None:
    """Return why words about matters say nothing clear: two for one, one for two, or nothing was asked that they answer."""
    kinds = [matter.kind for matter, _ in meant]
    if len({"vote" if kind == "person" else kind for kind in kinds}) < len(kinds) or any(
        kind != "here" and sum(one.kind == kind for one in matters) > 1 for kind in kinds
    ):
        return "ambiguous-say"
    said = {option for _, option in meant}
    return "nothing-to-say" if (wanted.orders & WORDS.keys()) - {"wait"} - said else None


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
    act = record.acts.get((standing["id"], seat))
    if act is None or act.commitment is None:
        return Done(standing, None, "refused", refused="nothing-sealed")
    try:
        acted = acts.withdraw(context, record, seat, standing["id"], replaces=act.seq, token=None)
    except ActError as error:
        return Done(standing, None, "refused", refused=error.code)
    return Done(standing, None, "taken-back", acted)


__all__ = ["carry_out"]
