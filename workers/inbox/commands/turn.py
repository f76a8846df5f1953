"""Several lines of one mail that do several things of one turn: in order, each at the table as the line before left it.

The letter describes the first of these tables, so its numbers keep their meaning from there: they are translated into
the letter's words, and words are read again at each table. A mail that is unclear or contradictory by its letter is
refused as a whole before anything is done. Reading stops at the first line that is impossible or unclear at a later
table, and when the table waits for others or is in another turn. The effects of earlier lines stand, because they may
have revealed hidden information; so the answer reports on every line.

The note of the mail has the commitments in the order of the lines. A copy of the mail continues after the last line
that the match has seen, unless the seat has answered something else since, or every line was tried already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Self

from engine.contract import Move
from engine.kit.ahead import comes_anew, is_in_turn
from engine.kit.text.phrases import language_of
from engine.protocol.acts import ORDERS
from engine.registry import game_of
from service.matches.numbering import Numbered, answerable, numbered
from service.matches.seen import is_settled
from service.store.records import Record
from workers.inbox.commands import Done, LineDone, NotUnderstood, Order, Outcome, Reply, Stop, Tell
from workers.inbox.commands.choose import closes, follow, give, refused
from workers.inbox.grammar import COPIED, MOST, ends_commands, order_of
from workers.inbox.naming import LONGEST, NUMBER, Reading, Spoken, unwrapped
from workers.inbox.offered import AtTheTable, Offered, Text, is_open
from workers.inbox.words import (
    Line,
    changes_something,
    folded,
    is_closing,
    lines_of,
    number_alone,
    ordinal_alone,
    regex,
    stems_in,
    unread_in,
    without_courtesy,
    words_of,
)
from workers.inbox.written import is_programs

BESIDE: frozenset[Order] = frozenset({"status", "help", "more", "rules"})
"""Orders that only ask and therefore may stand between actions."""
STEPS, AT_FIRST = regex("turns.steps"), regex("turns.at_first")
STEPS_OR_LIST = re.compile(rf"{STEPS.pattern}|,\s+|,?\s+(?:und|and)\s+", re.IGNORECASE)
"""Separators between things to do one after another."""
LEADS = re.compile(r"(?:(?:nr|no)\.? ?)?[#(\[]?([0-9]{1,3})[)\].:]?(?=[ ,;])(.+)")
"""A number, and the text after it."""


@dataclass(frozen=True)
class Lines:
    """The choosing lines in their order, and the orders between them."""

    texts: tuple[Line, ...]
    orders: frozenset[Order] = frozenset()
    below: tuple[str, ...] = field(default=(), compare=False)
    """The lines below those that may choose."""


def choosing_lines(begun: Sequence[str]) -> Lines | None:
    """Return the lines that may choose, or None if they contain an order that is more than a question.

    The result depends only on the mail, so that a copy yields the same lines at the same positions.
    """
    texts: list[Line] = []
    orders: set[Order] = set()
    whole, below = unwrapped(begun), tuple[str, ...]()
    for place, line in enumerate(lines_of(whole[: MOST + 1])):
        order = order_of(line.folded)
        if ends_commands(line) or is_programs(line) or (texts and order is None and is_closing(line.folded)):
            below = tuple(whole[place:])
            break
        if order is None:
            texts.append(line)
        elif order in BESIDE:
            orders.add(order)
        else:
            return None
    return Lines(tuple(texts), frozenset(orders), below)


def objection(
    lines: Lines, letter: Reading, excludes: Callable[[int, int], bool]
) -> NotUnderstood | Literal["ambiguous"] | None:
    """Return why several lines are refused as a whole, as far as the letter tells.

    :param excludes: whether choosing one number rules out another.
    """
    before: list[int] = []
    for count, line in enumerate(lines.texts):
        text = line.folded
        spoken = letter.of(text)
        if spoken is None and is_only_a_number(text):
            return NotUnderstood(line)
        if spoken is None:
            continue
        if len(spoken.numbers) > 1 or count >= MOST:
            return NotUnderstood(line, spoken.numbers if len(spoken.numbers) > 1 else ())
        if any(excludes(one, spoken.numbers[0]) for one in before):
            return "ambiguous"
        before.append(spoken.numbers[0])
    return None


def in_steps(line: Line, letter: Reading) -> list[str] | None:
    """Return the steps of a line that asks for several things in sequence, or None unless each part is a different
    choice of the letter."""
    if letter.of(line.folded) is not None or len(line) > LONGEST or not any(one.isalpha() for one in line):
        return None
    for between in (STEPS, STEPS_OR_LIST):
        parts = [part for part in between.split(AT_FIRST.sub("", without_courtesy(line), count=1)) if part.strip(" .,")]
        found = [letter.of(folded(part)) for part in parts]
        numbers = [one.numbers[0] for one in found if one is not None and len(one.numbers) == 1]
        if 1 < len(parts) <= MOST and len({*numbers}) == len(parts):
            return parts
    return None


def is_only_a_number(text: str) -> bool:
    """Return whether a folded line is just a number or a position in the letter's list.

    >>> is_only_a_number("[2]"), is_only_a_number("ich nehme 2"), is_only_a_number("3 holz gegen 1 tuch")
    (True, True, False)
    """
    return NUMBER.fullmatch(text) is not None or number_alone(text) is not None or ordinal_alone(text) is not None


def in_words(text: str, letter: Reading, name: Callable[[int], str]) -> str:
    """Return a folded line with the letter's number replaced by the letter's words; unchanged if it has none.

    :param name: what the letter calls a choice.
    """
    spoken = letter.of(text)
    if spoken is None or len(spoken.numbers) != 1 or spoken.numbers[0] < 0:
        return text
    if is_only_a_number(text):
        return folded(name(spoken.numbers[0]))
    leads = LEADS.fullmatch(text)
    if leads is None or int(leads[1]) != spoken.numbers[0]:
        return text
    if spoken.said is None:  # its words stand behind the number
        rest = letter.of(leads[2].strip(" ,;"))
        return folded(name(spoken.numbers[0])) if rest is not None and rest.numbers == spoken.numbers else text
    return f"{folded(name(spoken.numbers[0]))}{leads[2]}"


LOOKED_AT = 60
"""Entries at the end of the log that are searched for the seat's last answer: more than one answer can cause."""


@dataclass
class Turn:
    """A mail of several lines in progress: ``reply`` has the current table, ``letter`` the letter's choices (None = an
    outdated letter).

    ``made`` are the commitments so far by decision, in order; ``last`` is the decision that was answered last.
    """

    reply: Reply
    letter: Offered | None
    made: dict[str, str]
    last: str = ""

    @property
    def record(self) -> Record:
        """The match as it is now."""
        return self.reply.record

    @cached_property
    def reading(self) -> Reading | None:
        """The reading of lines by the letter's choices."""
        return None if self.letter is None else self.letter.reading()

    def go_on(self, lines: Lines) -> Iterator[LineDone]:
        """Carry out the lines in order until one cannot be."""
        before = self.reply.before
        counted = [one for one in self.made if one != ORDERS]
        people = {word for one in self.record.table["seats"] for word in words_of(one["name"])}
        stopped = False
        for place, text in enumerate(lines.texts):
            if place < len(counted):
                self.last = counted[place]
                done = [Done(None, None, "before", commitment=self.made[self.last])]
                if place == len(counted) - 1 and ORDERS in before.commitments and ORDERS not in self.made:
                    done.append(Done(None, None, "refused", refused="gone", wishes={}))  # what it says was never set
                yield LineDone(text, done=tuple(done))
                continue
            if text.said and people.issuperset(text.said):
                return  # a signature
            if before.lines == "ended" or stopped:
                yield LineDone(text, "not-tried" if stopped else "not-done")
                continue
            became = self._next(text)
            if became is None:
                return
            yield became
            stopped = became.stop is not None or any(one.act == "refused" for one in became.done)

    def _next(self, text: Line) -> LineDone | None:
        """Carry out one line at the current table, or return None if it is no such line and reading ends."""
        seat = self.reply.seat
        before = self.record.table["seats"][seat]["player"]
        if self.last:  # once the workers have processed it
            self.reply = replace(self.reply, record=self.reply.desk.aftermath(self.reply.latest()))
        open_now = self._open_now()
        table = AtTheTable(self.record, seat, open_now, language_of(self.reply.account.language))
        reading, letter = Reading(table.listed(), table.vocabulary), self.reading
        left = self.record.table["seats"][seat]["player"] != before
        stop = "went-on" if left else self._why_not(open_now)
        said = text_now = text.folded
        number = is_only_a_number(said)
        if letter is not None and self.letter is not None:
            text_now = in_words(said, letter, self.letter.in_words)
        spoken = reading.of(text_now) if open_now and not (number and letter is None) else None
        in_letter = letter is not None and letter.of(said) is not None
        if stop is None and spoken is None:
            stop = "old-number" if number and letter is None else "not-possible" if in_letter else "not-understood"
        if spoken is None and not (number or in_letter or self._is_about(said, reading, letter)):
            # Nobody knows any more what the letter had: all that was not tried is told then.
            return LineDone(text, stop) if letter is None and stop in ("went-on", "busy", "others-first") else None
        if stop is not None or spoken is None:
            return LineDone(text, stop)
        choices = table.all_of(spoken.numbers)
        return (
            LineDone(text, "several", candidates=choices)
            if len(choices) > 1
            else self._do(text, choices, spoken, table)
        )

    def _is_about(self, said: str, *readings: Reading | None) -> bool:
        """Return whether a line without meaning may be a mistyped choice of the table or the letter."""
        people = frozenset(stem for one in self.record.table["seats"] for stem in stems_in(one["name"]))
        return any(one is not None and one.is_about(said, but=people) for one in readings)

    def _do(self, text: str, choices: Sequence[tuple[Numbered, Move]], spoken: Spoken, table: AtTheTable) -> LineDone:
        """Answer with the choice that a line names."""
        [(one, move)] = choices
        reply, said = self.reply, spoken.said
        [done] = give(reply, choices, self.made, wait=False, says_more=said is not None)
        if done.act == "refused":
            return LineDone(text, done=(done,))
        done = table.told(done)
        self.last = one.standing["id"]
        self.made = {**self.made, self.last: done.commitment}
        found = follow(reply, choices, [] if said is None else [((one, move), said)], self.made, [done])
        if any(each.acted is not None and closes(each.acted) for each in (done, *found)):
            reply.wake(self.record.match)
        return LineDone(text, done=(done, *found))

    def _why_not(self, open_now: Sequence[Numbered]) -> Stop | None:
        """Return why no line can be carried out now, or None if it can."""
        record = self.record
        if not self.last:
            return None if open_now else "turn-over"
        if not is_settled(record):
            return "busy"
        if self._last_answered() != self.last:
            return "went-on"
        if open_now:
            return None
        others = (
            one for one in record.table["standing"] if not one["optional"] and self.reply.seat not in one["seats"]
        )
        waits = record.table["status"] == "running" and any(_turn(one["id"]) == _turn(self.last) for one in others)
        return "others-first" if waits else "turn-over"

    def _open_now(self) -> list[Numbered]:
        """Return the questions open to the seat in the turn in which it began, with all choices."""
        record, seat = self.record, self.reply.seat
        standings = [
            one
            for one in answerable(record, seat)
            if is_open(record, seat, one) and (not self.last or _turn(one["id"]) == _turn(self.last))
        ]
        return numbered(record, seat, standings, whole=True) if standings else []

    def _last_answered(self) -> str:
        """Return the decision that the seat itself answered last, according to the log."""
        record, found = self.record, ""
        for line in self.reply.context.store.entries(record.match, max(0, record.n - LOOKED_AT), LOOKED_AT):
            entry = line["entry"]
            if entry["type"] == "resolved" and any(
                one["seat"] == self.reply.seat and one["by"] == "seat" for one in entry["body"]["moves"]
            ):
                found = entry["body"]["decision"]
        return found


def _turn(decision: str) -> str:
    """Return the turn that a decision belongs to; ids begin with it."""
    return decision.partition(".")[0]


@dataclass(frozen=True)
class DoInTurn:
    """Several lines, each a choice of one turn, carried out in order; also a single line with several such choices."""

    lines: Lines
    letter: Offered | None
    counted: dict[str, str]
    unread: tuple[str, ...] = ()
    out_of_step: bool = False
    """Whether it is no longer known which line was which. (In lines copied from a letter, the copy shows where one
    ends.)"""

    @classmethod
    def read(cls, text: Text) -> Self | Tell | None:
        """Read the lines, or return why none is carried out."""
        if text.suggested is not None:
            return None
        counted = bool(text.reply.before.lines and text.counted)
        lines = several_lines(text.choosing, text.offered, counted=counted)
        if isinstance(lines, Lines):
            line = "" if counted or text.reply.address.once_more else _condition_in(lines, text.offered.reading())
            if line:
                return refused(NotUnderstood(line), text.offered, unread=(line,))
            letter = None if text.raised is None else text.offered
            out_of_step = letter is None and any(COPIED.fullmatch(line.folded) for line in lines.texts)
            return cls(lines, letter, text.counted, text.unread(lines.below), out_of_step)
        return None if lines is None else refused(lines, text.offered)

    def do(self, reply: Reply) -> Outcome:
        """Carry out the lines in order until one cannot be."""
        if self.out_of_step:
            reply = replace(reply, before=replace(reply.before, lines="ended"))
        reply.note.lines = "begun"
        turn = Turn(reply, self.letter, self.counted)
        found = list(turn.go_on(self.lines))
        turn.reply.note(turn.made, lines="ended")
        done = [one for line in found for one in line.done]
        asked = self.letter.asked if self.letter is not None else ()
        told = found if len(found) > 1 else ()
        return Outcome(turn.reply.latest(), done, orders=self.lines.orders, asked=asked, lines=told, unread=self.unread)


def several_lines(
    begun: Sequence[str], letter: Offered, *, counted: bool
) -> Lines | NotUnderstood | Literal["ambiguous"] | None:
    """Return the lines of a mail with several actions of a turn, why none is done, or None for any other mail.

    :param counted: whether a line of it counted already, so that the mail was found to be clear before.
    """
    lines = choosing_lines(begun)
    if lines is None or not lines.texts:
        return None
    game, reading = game_of(letter.record.table), letter.reading()
    in_turn = any(is_in_turn(game, one.standing["kind"]) for one in letter.asked)
    if in_turn and not lines.orders:
        steps = in_steps(lines.texts[0], reading) or lines.texts[:1]
        lines = replace(lines, texts=(*lines_of(steps), *lines.texts[1:]))
    if len(lines.texts) < 2:
        return None
    if counted:
        return lines
    if not in_turn:
        return None
    first = reading.of(lines.texts[0].folded)
    found = None if first is None or len(first.numbers) != 1 else letter.find(first.numbers[0])
    if found is None or not is_in_turn(game, found[0].standing["kind"]):
        return None

    def excludes(one: int, other: int) -> bool:
        (before, _), (after, _) = letter.all_of((one, other))
        standing = before.standing
        return standing["id"] == after.standing["id"] and not comes_anew(game, standing["kind"])

    return objection(lines, reading, excludes) or lines


def _condition_in(lines: Lines, reading: Reading) -> str:
    """Return the line that may change the meaning of the others, or an empty string: ``Das gilt nur, wenn du passt.``

    Lines below the closing wishes count, too.
    """
    for line in lines.texts[1:]:
        text = line.folded
        known = reading.of(text) is not None or reading.is_about(text, but=frozenset())
        if not known and changes_something(unread_in([line])):
            return line
    return next((line for line in unread_in(lines.below) if changes_something([line])), "")
