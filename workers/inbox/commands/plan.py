"""Standing orders by mail: ``PLAN`` lists the orders in force and what can be written, ``PLAN <sentence>`` adds an
order.

All lines of a mail count, or none. A seat has one document of orders. The new one is built on the one in force, which a
worker reads back if all of it came by mail; if other orders are set at the same moment, it is built again. Orders set
at the table or by a program are neither shown nor changed by mail, except that ``PLAN END ALL`` ends them.

Orders stay in force, so a holder of an old letter must not be able to set any: where no mail server verifies the
sender, an answer to a letter whose questions are gone changes nothing, and a letter to the account's own mailbox asks
for confirmation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Self, cast

from engine.contract import Orders
from engine.kit.text.particulars import answer_in_words
from engine.kit.text.phrases import language_of
from engine.kit.text.plan_sentences import Order, Sentence, SpeaksOrders, in_words, sentences_of
from engine.protocol.acts import ORDERS
from engine.protocol.seal import order_commitment
from engine.registry import game_of
from service.keys.signing import new_seed
from service.matches.absence.matters import raised_in
from service.matches.changes import OVERTAKEN, tries_of_act
from service.matches.errors import ActError
from service.matches.orders import NewOrders, orders_in_force, orders_seq, set_orders, why_not, would_answer
from service.store.records import Record
from service.text.names import quoted
from workers.inbox.commands import Done, Outcome, Picks, Planned, PlanTrouble, Reply, Wrong
from workers.inbox.commands.plan_sentences import (
    MOST_LINES,
    End,
    Mistyped,
    PlanLine,
    PlanReading,
    is_command,
    pack_order,
    plan_lines,
    rest_of,
    unpack_order,
)
from workers.inbox.desk import NotReadNow
from workers.inbox.offered import Text, has_not_moved_since, is_open
from workers.inbox.words import LEAVING_OTHERS, words_of
from workers.mail.page import Page
from workers.mail.reply_address import is_in_time, stamped, subject_in, written


@dataclass(frozen=True)
class InForce:
    """The standing orders of a seat (None if set elsewhere), and the number of its last act about orders.

    An order that is over is replaced by ``None``, so that numbers stay the same until something changes.
    """

    seq: int
    orders: Sequence[Order | None] | None


def sentences_at(reply: Reply) -> list[Sentence]:
    """Return the sentences that can be written at this table; empty before the match begins."""
    record = reply.record
    if record.state is None:
        return []
    return sentences_of(game_of(record.table), record.state, reply.seat, language_of(reply.account.language))


def unchanged(
    reply: Reply, trouble: PlanTrouble | None = None, line: str = "", stands: InForce | None = None
) -> Planned:
    """Return an outcome that changed nothing, with the reason, the line that caused it, and the orders that stand."""
    planned = Planned(reply.seat, language_of(reply.account.language), trouble, line=line)
    return planned if stands is None else replace(planned, stands=stands.orders or (), elsewhere=stands.orders is None)


def in_force(reply: Reply) -> tuple[Reply, InForce]:
    """Return the seat's orders in force, and the mail with the match as of then.

    :raises NotReadNow: when no worker can tell.
    """
    for record in tries_of_act(reply.context, reply.record, reply.seat):
        # A worker reads what stands when it reads: others may have been set since the match was read.
        reply = replace(reply, record=record)
        seq, act = orders_seq(reply.record, reply.seat), orders_in_force(reply.record, reply.seat)
        if act is None:
            return reply, InForce(seq, ())
        found = reply.desk.recall(reply.record, reply.address, act) if act.mailed else None
        if found is not None:
            orders = speaker(reply.record).orders_listed(found)
            return reply, InForce(seq, [None if _is_over(reply, one) else one for one in orders])
        now = reply.context.store.load(reply.record.match) or reply.record
        if orders_seq(now, reply.seat) in (0, seq):
            return reply, InForce(seq, None)
    raise NotReadNow


def _is_over(reply: Reply, order: Order) -> bool:
    """Return whether an order can answer nothing any more, such as one for a round that has been played."""
    try:
        would_answer(reply.record, reply.seat, speaker(reply.record).orders_made([order]))
    except ActError:
        return True
    return False


def speaker(record: Record) -> SpeaksOrders:
    """Return the match's game as one whose standing orders can be written (:func:`service.matches.orders.why_not`)."""
    game = game_of(record.table)
    assert isinstance(game, SpeaksOrders)
    return game


def list_orders(reply: Reply) -> Planned:
    """Return the orders in force, for a mail that changes nothing. :raises NotReadNow: when no worker can tell."""
    return unchanged(reply, stands=in_force(reply)[1])


# What the lines of a mail about standing orders make of those that are in force, or which of them is not clear.


def apply_lines(lines: Sequence[PlanLine], stands: InForce, reply: Reply, *, sure: bool) -> Planned:
    """Return the orders that would result from all lines, or why none is applied.

    :param sure: whether the mail is certainly the player's; if not, the player is asked to send the line again.
    """
    game = speaker(reply.record)
    start = None if stands.orders is None else [one for one in stands.orders if one is not None]
    now = start
    added: list[Order] = []
    ended: list[Order] = []
    for line in lines:
        says = line.says
        if isinstance(says, End):
            gone = _ends(says, stands.orders)
            if gone is None:
                return unchanged(reply, "no-such", line.text, stands)
            now = [one for one in now or () if one not in gone] if says.number != 0 else []
            ended += [one for one in gone if one not in ended]
            added = added if says.number != 0 else []
        elif isinstance(says, Order):
            if now is None:
                return unchanged(reply, "elsewhere", line.text, stands)
            # Kinds of earlier orders that it ends because it covers every case.
            leaves = not LEAVING_OTHERS.isdisjoint(words_of(line.text))
            kinds = [() if leaves else one.outweighs for one in sentences_at(reply) if one.kind == says.kind]
            now = [one for one in now if one.kind not in {*chain(*kinds)} or one in added]
            now, added = game.orders_with(now, says), [*added, says]
        else:
            return _asked_about(line, reply, stands, sure=sure)
    # In the order in which they are numbered from now on.
    kept = game.orders_listed(game.orders_made(now)) if now else []
    dropped = [one for one in start or () if one not in kept and one not in ended]
    added = [one for one in added if one in kept]
    return replace(unchanged(reply), stands=kept, added=added, ended=ended, dropped=dropped, elsewhere=start is None)


def _ends(says: End, orders: Sequence[Order | None] | None) -> list[Order] | None:
    """Return the orders that a line ends (empty if all were set elsewhere), or None if there is no such order."""
    still = [one for one in orders or () if one is not None]
    if says.number == 0:
        return still
    if says.number is None:
        return still if len(still) == 1 else None
    one = orders[says.number - 1] if orders is not None and says.number <= len(orders) else None
    return None if one is None else [one]


def _asked_about(line: PlanLine, reply: Reply, stands: InForce, *, sure: bool) -> Planned:
    """Return a question back about an unclear line; one that is an order but for typing mistakes is suggested."""
    if isinstance(line.says, Mistyped):
        raw = pack_order(line.says.order, sentences_at(reply), stands.seq)
        # What is too long for an address is sent again as a line, in answer to a letter that may say it.
        confirm = raw or (b"" if sure else stamped("lines", reply.record.now))
        return replace(unchanged(reply, "mistyped", line.text, stands), order=line.says.order, confirm=confirm)
    wrong = line.says if isinstance(line.says, Wrong) else Wrong()
    return replace(unchanged(reply, "wrong", line.text, stands), wrong=wrong)


NOTED = "orders "
"""The beginning of the note kept before a mail sets or ends orders; the number of the replaced act follows."""
REFUSED = ("full", "signature-needed", "no-orders")
"""The codes with which orders are refused that say more than that others were set meanwhile."""


@dataclass(frozen=True)
class ChangeOrders:
    """``PLAN`` and sentences: standing orders to be set or ended, or a yes to one that a letter asked about.

    ``lines`` are the requests, ``unread`` the text below them; ``beside`` is a sentence about orders below other
    commands, which prevents everything. ``confirms``: a yes to the letter that asked about an order; ``trouble``: why
    nothing is done.
    """

    lines: Sequence[PlanLine] = ()
    unread: tuple[str, ...] = ()
    beside: str = ""
    confirms: bool = False
    trouble: PlanTrouble | None = None

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read the first lines, or the whole mail as an answer to a letter that asked to confirm an order."""
        address = text.reply.address
        if address.subject == "order":
            return cls(confirms=True) if text.says_yes else cls._said(text) or cls(trouble="not-meant")
        if address.subject == "lines":
            return cls._said(text) or cls(trouble="unsure")
        return cls._said(text)

    @classmethod
    def _said(cls, text: Text) -> Self | None:
        """Read lines about orders. In one game "Plan" is also the German word for a board: a choice of the letter takes
        precedence."""
        begun = text.begun
        if not any(rest_of(line) is not None for line in begun[:MOST_LINES]):
            return None
        reading = PlanReading(sentences_at(text.reply))
        lines, below = plan_lines(begun, reading)
        if not lines:
            line = next((line for line in begun[:MOST_LINES] if rest_of(line) and _is_clear(line, reading)), None)
            return cls(beside=line) if line is not None and is_command(begun[0]) else None
        if isinstance(lines[0].says, Wrong | Mistyped):
            chosen = text.understand(begun[:1])
            if isinstance(chosen, Picks) and chosen.numbers:
                return None
        unread = text.unread(below)
        return cls(lines, unread, trouble=_unclear(lines, below, doubtful=text.changes(unread)))

    def do(self, reply: Reply) -> Outcome:
        """Carry out everything, or nothing.

        :raises NotReadNow: when no worker can tell what stands.
        """
        if self.trouble is not None:
            return self._troubled(reply)
        if self.beside:
            return _outcome(reply, unchanged(reply, "alone", self.beside))
        return _not_here(reply) or (_confirmed(reply) if self.confirms else self._read(reply))

    def _troubled(self, reply: Reply) -> Outcome:
        """Return why nothing is done."""
        if not self.lines:
            confirm = stamped("lines", reply.record.now) if self.trouble == "unsure" else b""
            return _outcome(reply, replace(unchanged(reply, self.trouble), confirm=confirm))
        if (away := _not_here(reply)) is not None:
            return away
        if self.trouble != "in-doubt":
            return _outcome(reply, unchanged(reply, self.trouble))
        told = replace(list_orders(reply), trouble=self.trouble, line=self.unread[0])
        asks_at = written(reply.address, reply.context.settings.reply_host) if reply.address.confirms else ""
        return replace(_outcome(reply, told), once_more=True, asks_at=asks_at)

    def _read(self, reply: Reply) -> Outcome:
        """Apply lines about standing orders, or list the orders in force."""
        says = [one for one in self.lines if one.says is not None]
        done = _changed(reply, says, sure=_is_sure(reply)) if says else _outcome(reply, list_orders(reply))
        return replace(done, unread=self.unread)


def _outcome(reply: Reply, planned: Planned, done: Sequence[Done] = ()) -> Outcome:
    return Outcome(reply.record, done, planned=planned)


def _is_clear(line: str, reading: PlanReading) -> bool:
    lines, _ = plan_lines([line], reading)
    return isinstance(lines[0].says, Order | End)


def _not_here(reply: Reply) -> Outcome | None:
    """Return why standing orders are unavailable by mail, or None if they can be set."""
    record = reply.record
    if record.table["status"] != "running" or record.state is None:
        return Outcome(record, trouble="over")
    why = why_not(record.table, reply.seat)
    return None if why is None else _outcome(reply, unchanged(reply, why))


def _unclear(lines: Sequence[PlanLine], below: Sequence[str], *, doubtful: bool) -> PlanTrouble | None:
    if len(lines) > MOST_LINES:
        return "too-many"
    if any(is_command(line) for line in below[:MOST_LINES]):
        return "alone"
    changes = any(one.says is not None for one in lines)
    return "in-doubt" if changes and doubtful else None


def order_asked(reply: Reply) -> Order | None:
    """Return the order that the letter asked about, or None if other orders have replaced it."""
    seq = reply.noted(NOTED) or orders_seq(reply.record, reply.seat)
    return unpack_order(reply.address.asked, sentences_at(reply), int(seq))


def _confirmed(reply: Reply) -> Outcome:
    """Add the order that a letter asked to confirm."""
    order = order_asked(reply)
    if order is None:
        return _outcome(reply, unchanged(reply, "not-meant"))
    return _changed(reply, [PlanLine("", order)], sure=True)


def _changed(reply: Reply, lines: Sequence[PlanLine], *, sure: bool) -> Outcome:
    """Set or end orders as the lines say; what this same mail has done before is only reported.

    :param sure: whether the mail is certainly the player's; if not, confirmation is asked for.
    """
    done_before = _before(reply)
    if done_before is not None:
        return done_before
    for record in tries_of_act(reply.context, reply.record, reply.seat):
        reply, stands = in_force(replace(reply, record=record))
        planned = apply_lines(lines, stands, reply, sure=sure)
        if planned.trouble is None and not sure:
            planned = _to_confirm(reply, lines, stands)
        if planned.trouble is not None:
            return _outcome(reply, planned)
        try:
            return _set(reply, stands, planned)
        except ActError as error:
            if error.code not in OVERTAKEN:
                why = cast(PlanTrouble, error.code if error.code in REFUSED else "conflict")
                return _outcome(reply, unchanged(reply, why, stands=stands if why == "full" else None))
        if any(isinstance(one.says, End) for one in lines):
            break  # the numbers were those of what stood
    return _outcome(reply, unchanged(reply, "conflict"))


def _is_sure(reply: Reply) -> bool:
    """Return whether a mail about orders is the player's: their mail domain says so, or it answers a current question,
    as other answers do, or a letter that asked to send it again. Earlier letters may have been passed on since."""
    address, record = reply.address, reply.record
    if reply.context.settings.reply_authserv or reply.noted(NOTED) is not None:
        return True
    if address.confirms:
        return address.subject == "lines" and is_in_time(address.asked, record.now)
    asks_still = raised_in(record, reply.seat, address.questions, whole=address.whole) is not None
    return asks_still or has_not_moved_since(reply)


def _to_confirm(reply: Reply, lines: Sequence[PlanLine], stands: InForce) -> Planned:
    """Return a request for confirmation: of one order by a "yes", otherwise by sending the lines again."""
    said = lines[0].says if len(lines) == 1 else None
    raw = pack_order(said, sentences_at(reply), stands.seq) if isinstance(said, Order) else None
    confirm = raw or stamped("lines", reply.record.now)
    order = said if raw and isinstance(said, Order) else None
    return replace(unchanged(reply, "unsure", stands=stands), order=order, confirm=confirm)


def _before(reply: Reply) -> Outcome | None:
    """Return what this same mail did before, or None if it has changed nothing yet."""
    noted, last = reply.noted(NOTED), reply.record.acts.get((ORDERS, reply.seat))
    if noted is None or int(noted) == orders_seq(reply.record, reply.seat):
        return None
    replaced = int(noted)
    own = reply.before.commitments.get(ORDERS)
    is_mine = last is not None and last.seq == replaced + 1 and last.commitment == (own or None)
    counted = is_mine or (bool(own) and bool(reply.context.store.seen(reply.record.match, [own or ""])[0]))
    if last is None or not counted:
        return _outcome(reply, unchanged(reply, "conflict"))
    done = [Done(None, None, "planned", reply.acted(last))] if is_mine else []
    return _outcome(reply, replace(list_orders(reply), before=True), done)


def _set(reply: Reply, stands: InForce, planned: Planned) -> Outcome:
    """Set the orders built on those in force. :raises ActError: ``conflict`` if others were set meanwhile."""
    record, seat, context = reply.record, reply.seat, reply.context
    wanted = [one for one in planned.stands or () if one is not None]
    orders: Orders | None = speaker(record).orders_made(wanted) if wanted else None
    if orders is not None:
        refused = _illegal(reply, stands, planned, orders)
        if refused is not None:
            return _outcome(reply, refused)
    if orders is None and orders_in_force(record, seat) is None:
        return _outcome(reply, unchanged(reply, "no-such", stands=stands))
    salt = new_seed()
    commitments = {} if orders is None else {ORDERS: order_commitment(orders, salt)}
    reply.note({**reply.before.commitments, **commitments}, said=[f"{NOTED}{stands.seq}"])
    acted, document = set_orders(context, record, seat, NewOrders(orders, replaces=stands.seq, salt=salt, mailed=True))
    reply.wake(record.match)
    answers = {} if orders is None else would_answer(record, seat, orders)
    asked = (one for one in record.table["standing"] if one["id"] in answers)
    would = [(one, answers[one["id"]]) for one in asked if is_open(record, seat, one)]
    ended = bool(planned.ended) or planned.elsewhere
    done = Done(None, None, "planned", acted, order=document, replaced=ended)
    return Outcome(reply.latest(), [done], planned=replace(planned, would=would, elsewhere=False))


def _illegal(reply: Reply, stands: InForce, planned: Planned, orders: Orders) -> Planned | None:
    """Return the order that the rules refuse, with the reason, or None if all are legal."""
    tries = [*((one, speaker(reply.record).orders_made([one])) for one in planned.added), (None, orders)]
    for one, made in tries:
        try:
            would_answer(reply.record, reply.seat, made)
        except ActError as error:
            return replace(unchanged(reply, "illegal", stands=stands), order=one, rule=error.rule)
    return None


# What an answer says about standing orders: what was understood and stands now, or why nothing changed; what can be written.


SHOWN = 160
"""The most characters of a line that an answer quotes."""
FEW = 8
"""The most values for a slot that are listed beside the example; a longer list is shown at the table."""
OFFERED = ("no-such", "wrong")
"""Reasons for changing nothing after which the possible sentences are listed again."""


def plan_subject(outcome: Outcome, words: Any) -> str:
    """Return a short subject for the answer."""
    planned = outcome.planned
    assert planned is not None
    did = "nothing" if planned.trouble else "set" if planned.added else "ended" if outcome.done else "listed"
    return str(words.subject_plan(did))


def tell_plan(outcome: Outcome, page: Page) -> list[str]:
    """Return the outcome of a mail about standing orders, one paragraph per part."""
    planned, told = outcome.planned, _Teller(outcome, page)
    assert planned is not None
    words, all_of = told.words, told.all
    if planned.trouble is not None:
        return [told.trouble(), *told.stands()]
    if planned.before:
        return [str(words.before()), *told.stands()]
    if not outcome.done:
        return told.stands()
    found = [str(words.added(all_of(planned.added)))] if planned.added else []
    found += [str(words.ended(all_of(planned.ended)))] if planned.ended else []
    found += [str(words.ended_elsewhere())] if outcome.done[0].replaced and not planned.ended else []
    found += [str(words.dropped(all_of(planned.dropped)))] if planned.dropped else []
    if planned.added:
        found.append(told.answers())
    if not planned.added or [*(planned.stands or ())] != [*planned.added]:
        found += told.stands()
    return found


def tell_sentences(outcome: Outcome, page: Page) -> tuple[list[str], list[str]]:
    """Return the answer's text about possible sentences: an introduction, and each as a line to copy; empty where it is
    not needed."""
    planned = outcome.planned
    if planned is None or outcome.record.state is None or outcome.record.table["status"] != "running":
        return [], []
    listed = planned.trouble is None and not outcome.done and not planned.before
    if not (listed or planned.trouble in OFFERED) or planned.wrong.slot:
        return [], []
    told = _Teller(outcome, page)
    return [str(told.words.how(any(planned.stands or ())))], told.examples()


class _Teller:
    """Tells of orders in the reader's words."""

    def __init__(self, outcome: Outcome, page: Page) -> None:
        assert outcome.planned is not None
        self.outcome, self.planned, self.page = outcome, outcome.planned, page
        self.words, self.language, state = page.reader.words("plan"), page.reader.language, outcome.record.state
        found = [] if state is None else sentences_of(page.rules, state, self.planned.seat, self.language)
        self._sentences = {one.kind: one for one in found}

    def one(self, order: Order) -> str:
        sentence = self._sentences.get(order.kind)
        return str(self.words.kept()) if sentence is None else in_words(order, sentence, self.language)

    def all(self, orders: Sequence[Order]) -> list[str]:
        return [self.one(order) for order in orders]

    def examples(self) -> list[str]:
        """Return one line of each kind that can be sent as it is, with the alternatives for its slots where they are
        few."""
        found = []
        for sentence in self._sentences.values():
            if sentence.example is None:
                continue
            slots = [sentence.slots[name] for name in sentence.example]
            among = [(one, [names[0] for names in one.things.values()]) for one in slots if 1 < len(one.things) <= FEW]
            if all(names == among[0][1] for _, names in among):
                among = among[:1]
            hints = "".join(str(self.words.among(one.about, names, one.form == "fields")) for one, names in among)
            found.append(f"PLAN {self.one(Order(sentence.kind, sentence.example))}{hints}")
        return found

    def stands(self) -> list[str]:
        planned, words = self.planned, self.words
        if planned.stands is None:
            return []
        if planned.elsewhere:
            return [] if planned.trouble == "elsewhere" else [str(words.elsewhere())]
        return [str(words.stands([(at, self.one(one)) for at, one in enumerate(planned.stands, 1) if one is not None]))]

    def trouble(self) -> str:
        planned, words, wrong, line = self.planned, self.words, self.planned.wrong, quoted(self.planned.line, SHOWN)
        order = "" if planned.order is None else self.one(planned.order)
        if planned.trouble == "mistyped" and order:
            return str(words.asked(line, order, subject_in(planned.confirm) == "order"))
        if planned.trouble == "unsure":
            return str(words.unsure(order))
        if planned.trouble == "wrong":
            return str(words.wrong(line, wrong.slot, quoted(wrong.said, SHOWN), wrong.right, wrong.several))
        if planned.trouble == "illegal":
            return str(words.illegal(order, planned.rule))
        return str(words.trouble(planned.trouble, line))

    def answers(self) -> str:
        """Return what the orders answer of the current questions: an open one at once, a sealed one at its deadline."""
        page, words = self.page, self.words
        said: dict[bool, list[str]] = {False: [], True: []}
        for one, move in self.planned.would:
            answer = answer_in_words(page.rules.words, move, self.language, kind=one["kind"], names=page.names)
            said[one["sealed"]].append(answer)
        asked = any(self.planned.seat in one["seats"] for one in self.outcome.record.table["standing"])
        told = [str(words.would(said[False]))] if said[False] else []
        told += [str(words.if_silent(said[True]))] if said[True] else []
        return " ".join(told) or str(words.idle(asked))
