"""Standing orders by mail: ``PLAN`` says what stands and what can be written, ``PLAN <sentence>`` adds an order to what stands.

All lines of a mail count, or none. A seat has one document of orders: the new one is made from just the one that stands, which a
worker reads back if all of it came by mail; where others are set at the same moment it is made anew. What was set at the table or
by a program is neither shown nor changed by a mail, except that ``PLAN END ALL`` ends it.

Orders hold on, so whoever has a letter of long ago must not set any: where no mail server shows whose mail it is, an answer to
a letter whose questions are gone changes nothing, and a letter to the account's own mailbox asks whether it is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.contract import Language, Orders
from engine.kit.plan_sentences import Order
from engine.match.table import Standing
from engine.protocol.acts import ORDERS
from engine.protocol.seal import order_commitment
from service.context import Context
from service.matches.changes import OVERTAKEN, tries_of_act
from service.matches.errors import ActError
from service.matches.matters import raised_in
from service.matches.orders import NewOrders, orders_in_force, orders_seq, set_orders, would_answer
from service.matches.orders_by_mail import why_not
from service.matches.receipts import Acted, receipt_of
from service.signing import new_seed
from service.store.records import Act, Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.replies import plan_in_bytes
from workers.replies.address import ReplyAddress
from workers.replies.confirming import confirms_alone, is_in_time
from workers.replies.outcome import Done, Note, Outcome
from workers.replies.plan_changes import applied
from workers.replies.plan_lines import MOST_LINES, End, PlanLine, is_command, plan_lines, rest_of
from workers.replies.plan_mail import InForce, PlanMail, in_force, listed, speaker, with_what_stands
from workers.replies.plan_reading import Mistyped, PlanReading, Wrong
from workers.replies.planned import Planned, PlanTrouble
from workers.replies.recalled_orders import ReadsOrders
from workers.replies.unread import changes_something, unread_in

NOTED = "orders "
"""How what is noted of a mail before it sets or ends orders begins; the number of the act follows that it replaces."""


def carry_out(
    context: Context,
    record: Record,
    address: ReplyAddress,
    begun: Sequence[str],
    before: ReplyNote,
    note: Note,
    recall: ReadsOrders,
    is_choice: Callable[[str], bool],
    language: Language,
) -> Outcome | None:
    """Do what a mail says about standing orders; ``None``: it says nothing about them.

    :param is_choice: whether a line is a choice of the letter: in one game "Plan" is also the German word for a board.
    :param language: what the sender reads.
    :raises NotReadNow: when no worker can tell what stands.
    """
    mail = PlanMail(context, record, address, before, note, recall, language)
    if address.confirms and plan_in_bytes.asks_for(address.asked):
        return _confirmed(mail, begun) or _said(mail, begun, is_choice) or mail.outcome(mail.told("not-meant"))
    if address.confirms and plan_in_bytes.asked_again(address.asked):
        again = plan_in_bytes.packed_again(record.now)
        return _said(mail, begun, is_choice) or mail.outcome(replace(mail.told("unsure"), confirm=again))
    return _said(mail, begun, is_choice)


def _said(mail: PlanMail, begun: Sequence[str], is_choice: Callable[[str], bool]) -> Outcome | None:
    if not any(rest_of(line) is not None for line in begun[:MOST_LINES]):
        return None
    reading = PlanReading(mail.sentences())
    lines, below = plan_lines(begun, reading)
    if not lines:
        return _beside_others(mail, begun, reading)
    first = lines[0]
    if isinstance(first.says, Wrong | Mistyped) and is_choice(begun[0]):
        return None
    return _not_here(mail) or _read(mail, lines, below)


def _read(mail: PlanMail, lines: Sequence[PlanLine], below: Sequence[str]) -> Outcome:
    """Do what lines about standing orders say, or tell what stands."""
    unread = unread_in(below, [one["name"] for one in mail.record.table["seats"]])
    trouble = _unclear(lines, below, unread)
    if trouble is not None:
        told = listed(mail) if trouble == "in-doubt" else mail.told()
        return mail.outcome(replace(told, trouble=trouble, line=unread[0] if unread else ""))
    if all(one.says is None for one in lines):
        return mail.outcome(listed(mail), unread=unread)
    says = [one for one in lines if one.says is not None]
    return replace(_changed(mail, says, sure=_is_sure(mail)), unread=unread)


def _beside_others(mail: PlanMail, begun: Sequence[str], reading: PlanReading) -> Outcome | None:
    """Return that nothing is done where a sentence about orders stands below other commands; ``None``: none does."""
    line = next((line for line in begun[:MOST_LINES] if rest_of(line) and _is_clear(line, reading)), None)
    if line is None or not is_command(begun[0]):
        return None
    return mail.outcome(mail.told("alone", line=line))


def _is_clear(line: str, reading: PlanReading) -> bool:
    lines, _ = plan_lines([line], reading)
    return isinstance(lines[0].says, Order | End)


def _not_here(mail: PlanMail) -> Outcome | None:
    """Return why standing orders cannot be said by mail here; ``None``: they can."""
    record = mail.record
    if record.table["status"] != "running" or record.state is None:
        return Outcome(record, trouble="over")
    why = why_not(record.table, mail.seat)
    return None if why is None else mail.outcome(mail.told(why))


def _unclear(lines: Sequence[PlanLine], below: Sequence[str], unread: Sequence[str]) -> PlanTrouble | None:
    if len(lines) > MOST_LINES:
        return "too-many"
    if any(is_command(line) for line in below[:MOST_LINES]):
        return "alone"
    changes = any(one.says is not None for one in lines)
    return "in-doubt" if changes and changes_something(unread) else None


def _confirmed(mail: PlanMail, begun: Sequence[str]) -> Outcome | None:
    """Add the order that a letter has asked about, if the mail says yes to that; ``None``: it says something else."""
    if not confirms_alone(begun):
        return None
    not_here = _not_here(mail)
    if not_here is not None:
        return not_here
    replaced = _noted(mail.before)
    seq = orders_seq(mail.record, mail.seat) if replaced is None else replaced
    order = plan_in_bytes.unpacked(mail.address.asked, mail.sentences(), seq)
    return mail.outcome(mail.told("not-meant")) if order is None else _changed(mail, [PlanLine("", order)], sure=True)


def _changed(mail: PlanMail, lines: Sequence[PlanLine], *, sure: bool) -> Outcome:
    """Set or end orders as some lines say; what this very mail has done before is only told.

    :param sure: whether the mail is the player's; else it is asked whether that is meant.
    """
    done_before = _before(mail)
    if done_before is not None:
        return done_before
    for record in tries_of_act(mail.context, mail.record, mail.seat):
        mail, stands = in_force(replace(mail, record=record))
        planned = applied(lines, stands, mail, sure=sure)
        if planned.trouble is None and not sure:
            planned = with_what_stands(_to_confirm(mail, lines, stands), stands)
        if planned.trouble is not None:
            return mail.outcome(planned)
        try:
            return _set(mail, stands, planned)
        except ActError as error:
            if error.code not in OVERTAKEN:
                told = mail.told(_refused(error))
                return mail.outcome(with_what_stands(told, stands) if told.trouble == "full" else told)
        if any(isinstance(one.says, End) for one in lines):
            break  # the numbers were those of what stood
    return mail.outcome(mail.told("conflict"))


def _is_sure(mail: PlanMail) -> bool:
    """Return whether a mail about orders is the player's: their mail domain says so, or it answers what is asked just now, as
    other answers do, or the letter that asked to send it again. Earlier letters may have been passed on since."""
    address, record = mail.address, mail.record
    if mail.context.settings.reply_authserv or _noted(mail.before) is not None:
        return True
    if address.confirms:
        return plan_in_bytes.asked_again(address.asked) and is_in_time(address.asked, record.now)
    return raised_in(record, mail.seat, address.questions, whole=address.whole) is not None


def _to_confirm(mail: PlanMail, lines: Sequence[PlanLine], stands: InForce) -> Planned:
    """Return that it is asked whether lines are meant: one order by a "yes", else by the lines once more."""
    said = lines[0].says if len(lines) == 1 else None
    raw = plan_in_bytes.packed(said, mail.sentences(), stands.seq) if isinstance(said, Order) else None
    confirm = raw or plan_in_bytes.packed_again(mail.record.now)
    return replace(mail.told("unsure"), order=said if raw and isinstance(said, Order) else None, confirm=confirm)


def _before(mail: PlanMail) -> Outcome | None:
    """Return what this very mail has done before; ``None``: it has changed nothing yet."""
    replaced, last = _noted(mail.before), mail.record.acts.get((ORDERS, mail.seat))
    if replaced is None or replaced == orders_seq(mail.record, mail.seat):
        return None
    own = mail.before.commitments.get(ORDERS)
    is_mine = last is not None and last.seq == replaced + 1 and last.commitment == (own or None)
    counted = is_mine or (bool(own) and bool(mail.context.store.seen(mail.record.match, [own or ""])[0]))
    if last is None or not counted:
        return mail.outcome(mail.told("conflict"))
    done = [Done(None, None, "planned", _told_again(mail, last))] if is_mine else []
    return mail.outcome(replace(listed(mail), before=True), done)


def _told_again(mail: PlanMail, act: Act) -> Acted:
    receipt, signature = receipt_of(mail.context, mail.record.table, act)
    return Acted(act, receipt, signature, None, False, None)


def _noted(before: ReplyNote) -> int | None:
    found = [one.removeprefix(NOTED) for one in before.said if one.startswith(NOTED)]
    return int(found[0]) if found else None


def _set(mail: PlanMail, stands: InForce, planned: Planned) -> Outcome:
    """Set the orders that were made of just those that stood. :raises ActError: ``conflict`` where others were set meanwhile."""
    record, seat, context = mail.record, mail.seat, mail.context
    wanted = [one for one in planned.stands or () if one is not None]
    orders: Orders | None = speaker(record).orders_made(wanted) if wanted else None
    if orders is not None:
        refused = _illegal(mail, planned, orders)
        if refused is not None:
            return mail.outcome(with_what_stands(refused, stands))
    if orders is None and orders_in_force(record, seat) is None:
        return mail.outcome(with_what_stands(mail.told("no-such"), stands))
    salt = new_seed()
    commitments = {} if orders is None else {ORDERS: order_commitment(orders, salt)}
    mail.note({**mail.before.commitments, **commitments}, said=[f"{NOTED}{stands.seq}"])
    acted, document = set_orders(context, record, seat, NewOrders(orders, replaces=stands.seq, salt=salt, mailed=True))
    wake(context.settings.queue_url, "resolve", record.match)
    answers = {} if orders is None else would_answer(record, seat, orders)
    would = [
        (one, answers[one["id"]]) for one in record.table["standing"] if one["id"] in answers and _is_left(mail, one)
    ]
    after = replace(mail, record=context.store.load(record.match) or record)
    ended = bool(planned.ended) or planned.elsewhere
    done = Done(None, None, "planned", acted, order=document, replaced=ended)
    return after.outcome(replace(planned, would=would, elsewhere=False), [done])


def _is_left(mail: PlanMail, standing: Standing) -> bool:
    """Return whether the seat has given no answer of its own to a question."""
    act = mail.record.acts.get((standing["id"], mail.seat))
    return act is None or act.commitment is None


def _illegal(mail: PlanMail, planned: Planned, orders: Orders) -> Planned | None:
    """Return which order the rules refuse, and why; ``None``: they take all of them."""
    record, seat, game = mail.record, mail.seat, speaker(mail.record)
    for one in planned.added:
        try:
            would_answer(record, seat, game.orders_made([one]))
        except ActError as error:
            return replace(mail.told("illegal"), order=one, rule=error.rule)
    try:
        would_answer(record, seat, orders)
    except ActError as error:
        return replace(mail.told("illegal"), rule=error.rule)
    return None


def _refused(error: ActError) -> PlanTrouble:
    codes: dict[str, PlanTrouble] = {"full": "full", "signature-needed": "signature-needed", "no-orders": "no-orders"}
    return codes.get(error.code, "conflict")


__all__ = ["carry_out"]
