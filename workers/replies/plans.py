"""Standing orders by mail: ``PLAN`` says what stands and what can be written, ``PLAN <sentence>`` adds an order to what stands.

All lines of a mail count, or none. A seat has one document of orders: the new one is made from just the one that stands, which a
worker reads back if all of it came by mail; where others are set at the same moment it is made anew. What was set at the table or
by a program is neither shown nor changed by a mail, except that ``PLAN END ALL`` ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.contract import Language, Orders
from engine.kit.plan_sentences import Order, Sentence, SpeaksOrders, sentences_of
from engine.match.standing import Standing
from engine.protocol.seal import order_commitment
from engine.protocol.siegelpost2.acts import ORDERS
from engine.registry import game_of
from service.context import Context
from service.matches.errors import ActError
from service.matches.orders import set_orders, would_answer
from service.matches.orders_by_mail import orders_in_force
from service.matches.receipts import Acted, receipt_of
from service.matches.seat_keys import has_key
from service.signing import new_seed
from service.store.records import Act, Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.replies import plan_in_bytes
from workers.replies.address import ReplyAddress
from workers.replies.confirming import confirms_alone
from workers.replies.outcome import Done, Note, Outcome
from workers.replies.plan_lines import MOST_LINES, End, PlanLine, is_command, plan_lines, rest_of
from workers.replies.plan_reading import Mistyped, PlanReading, Wrong
from workers.replies.planned import Planned, PlanTrouble
from workers.replies.recalled_orders import ReadsOrders
from workers.replies.unread import changes_something, unread_in

TRIES = 5
NOTED = "orders "
"""How what is noted of a mail before it sets or ends orders begins; the number of the act follows that it replaces."""


@dataclass(frozen=True)
class _Standing:
    """What stands of a seat: the number of its last act about orders, and the orders; ``None``: they were set elsewhere."""

    seq: int
    orders: Sequence[Order] | None


@dataclass(frozen=True)
class _Mail:
    """A mail about standing orders at work."""

    context: Context
    record: Record
    address: ReplyAddress
    before: ReplyNote
    note: Note
    recall: ReadsOrders
    language: Language

    @property
    def seat(self) -> int:
        return self.address.seat

    def sentences(self) -> list[Sentence]:
        state = self.record.state
        return [] if state is None else sentences_of(game_of(self.record.table), state, self.seat, self.language)

    def told(self, trouble: PlanTrouble | None = None, line: str = "") -> Planned:
        return Planned(self.seat, self.language, trouble, line=line)

    def outcome(self, planned: Planned, done: Sequence[Done] = (), unread: tuple[str, ...] = ()) -> Outcome:
        return Outcome(self.record, done, planned=planned, unread=unread)


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
    mail = _Mail(context, record, address, before, note, recall, language)
    if address.confirms and plan_in_bytes.asks_for(address.asked):
        return _confirmed(mail, begun) or _said(mail, begun, is_choice) or mail.outcome(mail.told("not-meant"))
    return _said(mail, begun, is_choice)


def _said(mail: _Mail, begun: Sequence[str], is_choice: Callable[[str], bool]) -> Outcome | None:
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


def _read(mail: _Mail, lines: Sequence[PlanLine], below: Sequence[str]) -> Outcome:
    """Do what lines about standing orders say, or tell what stands."""
    unread = unread_in(below, [one["name"] for one in mail.record.table["seats"]])
    trouble = _unclear(lines, below, unread)
    if trouble is not None:
        return mail.outcome(replace(_listed(mail), trouble=trouble, line=unread[0] if unread else lines[0].text))
    if all(one.says is None for one in lines):
        return mail.outcome(_listed(mail), unread=unread)
    return replace(_changed(mail, [one for one in lines if one.says is not None]), unread=unread)


def _beside_others(mail: _Mail, begun: Sequence[str], reading: PlanReading) -> Outcome | None:
    """Return that nothing is done where a sentence about orders stands below other commands; ``None``: none does."""
    line = next((line for line in begun[:MOST_LINES] if rest_of(line) and _is_clear(line, reading)), None)
    if line is None or not is_command(begun[0]):
        return None
    return mail.outcome(mail.told("alone", line=line))


def _is_clear(line: str, reading: PlanReading) -> bool:
    lines, _ = plan_lines([line], reading)
    return isinstance(lines[0].says, Order | End)


def _not_here(mail: _Mail) -> Outcome | None:
    """Return why standing orders cannot be said by mail here; ``None``: they can."""
    record, why = mail.record, None
    if record.table["status"] != "running" or record.state is None:
        return Outcome(record, trouble="over")
    if not isinstance(game_of(record.table), SpeaksOrders):
        why = mail.told("no-orders")
    elif has_key(record.table, mail.seat):
        why = mail.told("signature-needed")
    elif record.table["custody"] == "client":
        why = mail.told("client-custody")
    return None if why is None else mail.outcome(why)


def _unclear(lines: Sequence[PlanLine], below: Sequence[str], unread: Sequence[str]) -> PlanTrouble | None:
    if len(lines) > MOST_LINES:
        return "too-many"
    if any(is_command(line) for line in below[:MOST_LINES]):
        return "alone"
    changes = any(one.says is not None for one in lines)
    return "in-doubt" if changes and changes_something(unread) else None


def _standing(mail: _Mail) -> _Standing:
    """Return what stands of the seat. :raises NotReadNow: when no worker can tell."""
    last, act = mail.record.acts.get((ORDERS, mail.seat)), orders_in_force(mail.record, mail.seat)
    seq = 0 if last is None else last.seq
    if act is None:
        return _Standing(seq, ())
    found = mail.recall(mail.record, mail.address, act) if act.mailed else None
    return _Standing(seq, None if found is None else [*_still_possible(mail, _game(mail.record).orders_listed(found))])


def _still_possible(mail: _Mail, orders: Sequence[Order]) -> Iterator[Order]:
    """Yield the orders that are not over by now, such as one for a round that has been played."""
    for one in orders:
        try:
            would_answer(mail.record, mail.seat, _game(mail.record).orders_made([one]))
        except ActError:
            continue
        yield one


def _game(record: Record) -> SpeaksOrders:
    game = game_of(record.table)
    assert isinstance(game, SpeaksOrders)
    return game


def _listed(mail: _Mail) -> Planned:
    stands = _standing(mail)
    return replace(mail.told(), stands=stands.orders or (), elsewhere=stands.orders is None)


def _confirmed(mail: _Mail, begun: Sequence[str]) -> Outcome | None:
    """Add the order that a letter has asked about, if the mail says yes to that; ``None``: it says something else."""
    if not confirms_alone(begun):
        return None
    not_here = _not_here(mail)
    if not_here is not None:
        return not_here
    last = mail.record.acts.get((ORDERS, mail.seat))
    seq = _noted(mail.before)
    order = plan_in_bytes.unpacked(
        mail.address.asked, mail.sentences(), seq if seq is not None else 0 if last is None else last.seq
    )
    return mail.outcome(mail.told("not-meant")) if order is None else _changed(mail, [PlanLine("", order)])


def _changed(mail: _Mail, lines: Sequence[PlanLine]) -> Outcome:
    """Set or end orders as some lines say; what this very mail has done before is only told."""
    done_before = _before(mail)
    if done_before is not None:
        return done_before
    for _ in range(TRIES):
        stands = _standing(mail)
        planned = _made(stands, lines, mail)
        if planned.trouble is not None:
            return mail.outcome(planned)
        try:
            return _set(mail, stands, planned)
        except ActError as error:
            if error.code not in ("conflict", "stale"):
                return mail.outcome(replace(_as_it_was(planned, stands), trouble=_refused(error)))
            mail = replace(mail, record=mail.context.store.load(mail.record.match) or mail.record)
        if any(isinstance(one.says, End) for one in lines):
            break  # the numbers were those of what stood
    return mail.outcome(mail.told("conflict"))


def _before(mail: _Mail) -> Outcome | None:
    """Return what this very mail has done before; ``None``: it has changed nothing yet."""
    replaced, last = _noted(mail.before), mail.record.acts.get((ORDERS, mail.seat))
    if replaced is None or (0 if last is None else last.seq) == replaced:
        return None
    made = mail.before.commitments.get(ORDERS)
    is_mine = last is not None and last.seq == replaced + 1 and last.commitment == (made or None)
    counted = is_mine or (bool(made) and bool(mail.context.store.seen(mail.record.match, [made or ""])[0]))
    if last is None or not counted:
        return mail.outcome(mail.told("conflict"))
    done = [Done(None, None, "planned", _told_again(mail, last))] if is_mine else []
    return mail.outcome(replace(_listed(mail), before=True), done)


def _told_again(mail: _Mail, act: Act) -> Acted:
    receipt, signature = receipt_of(mail.context, mail.record.table, act)
    return Acted(act, receipt, signature, None, False, None)


def _noted(before: ReplyNote) -> int | None:
    found = [one.removeprefix(NOTED) for one in before.said if one.startswith(NOTED)]
    return int(found[0]) if found else None


def _made(stands: _Standing, lines: Sequence[PlanLine], mail: _Mail) -> Planned:
    """Return what would stand once all lines have counted, or why none does."""
    game, start = _game(mail.record), stands.orders
    now: list[Order] | None = None if start is None else list(start)
    added: list[Order] = []
    ended: list[Order] = []
    for line in lines:
        says = line.says
        if isinstance(says, End):
            gone = _ends(says, start)
            if gone is None:
                return _as_it_was(mail.told("no-such", line=line.text), stands)
            now = [one for one in now or () if one not in gone] if says.number != 0 else []
            ended += [one for one in gone if one not in ended]
            added = added if says.number != 0 else []
        elif isinstance(says, Order):
            if now is None:
                return _as_it_was(mail.told("elsewhere", line=line.text), stands)
            now, added = game.orders_with(now, says), [*added, says]
        else:
            return _as_it_was(_asked_about(line, mail, stands), stands)
    kept = (
        game.orders_listed(game.orders_made(now)) if now else []
    )  # in the order in which they are numbered from now on
    dropped = [one for one in start or () if one not in kept and one not in ended]
    added = [one for one in added if one in kept]
    return replace(mail.told(), stands=kept, added=added, ended=ended, dropped=dropped, elsewhere=start is None)


def _ends(says: End, start: Sequence[Order] | None) -> list[Order] | None:
    """Return which orders a line ends; of all that were set elsewhere none is known. ``None``: there is no such order."""
    if says.number == 0:
        return list(start or ())
    if start is None:
        return None
    number = len(start) if says.number is None and len(start) == 1 else says.number
    return [start[number - 1]] if number is not None and 1 <= number <= len(start) else None


def _asked_about(line: PlanLine, mail: _Mail, stands: _Standing) -> Planned:
    """Return that a line is not clear; one that is an order but for letters mistyped is asked about."""
    if isinstance(line.says, Mistyped):
        raw = plan_in_bytes.packed(line.says.order, mail.sentences(), stands.seq)
        return replace(mail.told("mistyped", line=line.text), order=line.says.order, confirm=raw or b"")
    return replace(mail.told("wrong", line=line.text), wrong=line.says if isinstance(line.says, Wrong) else Wrong())


def _as_it_was(planned: Planned, stands: _Standing) -> Planned:
    return replace(
        planned, stands=stands.orders or (), elsewhere=stands.orders is None, added=(), ended=(), dropped=(), would=()
    )


def _set(mail: _Mail, stands: _Standing, planned: Planned) -> Outcome:
    """Set the orders that were made of just those that stood. :raises ActError: ``conflict`` where others were set meanwhile."""
    record, seat, context = mail.record, mail.seat, mail.context
    orders: Orders | None = _game(record).orders_made(planned.stands) if planned.stands else None
    if orders is not None:
        refused = _illegal(mail, planned, orders)
        if refused is not None:
            return mail.outcome(_as_it_was(refused, stands))
    if orders is None and orders_in_force(record, seat) is None:
        return mail.outcome(_as_it_was(mail.told("no-such"), stands))
    salt = new_seed()
    commitments = {} if orders is None else {ORDERS: order_commitment(orders, salt)}
    mail.note({**mail.before.commitments, **commitments}, said=[f"{NOTED}{stands.seq}"])
    acted, document = set_orders(context, record, seat, orders, replaces=stands.seq, salt=salt, mailed=True)
    wake(context.settings.queue_url, "resolve", record.match)
    answers = {} if orders is None else would_answer(record, seat, orders)
    would = [
        (one, answers[one["id"]]) for one in record.table["standing"] if one["id"] in answers and _is_left(mail, one)
    ]
    after = replace(mail, record=context.store.load(record.match) or record)
    told = replace(planned, would=would, elsewhere=False)
    ended = bool(planned.ended) or planned.elsewhere
    return after.outcome(
        replace(told, ended=planned.ended), [Done(None, None, "planned", acted, order=document, replaced=ended)]
    )


def _is_left(mail: _Mail, standing: Standing) -> bool:
    """Return whether the seat has given no answer of its own to a question."""
    act = mail.record.acts.get((standing["id"], mail.seat))
    return act is None or act.commitment is None


def _illegal(mail: _Mail, planned: Planned, orders: Orders) -> Planned | None:
    """Return which order the rules refuse, and why; ``None``: they take all of them."""
    record, seat, game = mail.record, mail.seat, _game(mail.record)
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
