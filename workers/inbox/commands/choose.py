"""Choices: by number or in words, with what is said ahead, ``UNDO``, and everything that may stand beside them.

A letter's questions are answered here. Unless everything is clear, nothing is done. Each answer is an act of the seat
under an opening made here, and is noted before it is sent to the store. The note holds only commitments, which reveal
nothing; when the same mail arrives again, a commitment known to the match is an act that counted, even if the process
that made it has died.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.contract import Move
from engine.kit.text.phrases import LANGUAGES
from engine.match.asking import opening_around
from engine.match.table import Standing
from engine.protocol.acts import ORDERS
from engine.protocol.canon import canonical
from engine.protocol.seal import Opening, commitment_of, order_commitment
from service.choices.ahead import end_ahead, may_say_ahead, orders_of, say_ahead
from service.context import Context
from service.keys.signing import new_seed
from service.matches import acts
from service.matches.absence.matters import Matter, Option, matters_of, seats_to_keep
from service.matches.changes import tries_of_act
from service.matches.errors import ActError
from service.matches.numbering import Numbered, as_last_time
from service.matches.receipts import Acted
from service.store.records import Record
from workers.inbox.commands import Done, NotUnderstood, Order, Outcome, Picks, Reply, Said, Tell, Trouble
from workers.inbox.commands.table import (
    WORDS,
    has_changed,
    here_before,
    meant_by,
    note_about,
    repeated,
    say_all,
    take_time,
    why_unclear,
    with_who_is_ready,
)
from workers.inbox.grammar import after_another_mind, denies, understand
from workers.inbox.naming import UNDO
from workers.inbox.offered import TO_SAY, VERBS, Offered, Text, last_told, pack_ahead, still_asked
from workers.inbox.words import is_small_talk, restricts, words_of
from workers.mail.parts.ahead import wished

ASKING: frozenset[Order] = frozenset({"status", "help", "more", "rules"})
"""Orders that only ask for information."""
HARMLESS: frozenset[Order] = ASKING | {"here"}
"""Orders whose meaning no text below them can change."""
HERE_ALONE = Picks(orders=frozenset({"here"}))
VERB_WORDS = frozenset(word for verbs in VERBS.values() for verb in verbs for word in words_of(verb)) - {"ich", "i"}
"""Common words for the most frequent moves of any game."""


def refused(
    why: NotUnderstood | Trouble,
    offered: Offered,
    *,
    only_thanks: bool = False,
    only_yes: bool = False,
    unread: tuple[str, ...] = (),
    again: bool = False,
) -> Tell:
    """Return a refusal of contradictory or unclear lines, with suggestions; a mail of thanks is neither.

    :param again: the letter being answered made the same suggestion.
    """
    record, asked = offered.record, offered.asked
    if not isinstance(why, NotUnderstood):
        return Tell(Outcome(record, trouble=why, asked=asked))
    names_none = not why.candidates and why.meant is None
    if names_none and only_thanks:
        return Tell(Outcome(record, asked=asked, silent=True))
    if names_none and only_yes:
        return Tell(Outcome(record, trouble="nothing-to-confirm", asked=asked))
    meant = None if why.meant is None else offered.find(why.meant)
    found = Outcome(
        record,
        trouble="not-understood",
        line=why.line,
        asked=asked,
        candidates=offered.all_of(why.candidates),
        unread=unread,
        once_more=again or bool(unread),
    )
    if meant is None or why.meant is None or not why.said:
        return Tell(replace(found, candidates=found.candidates if meant is None else [meant], meant=why.meant))
    ahead = pack_ahead(why.said, offered.vocabulary(why.meant))
    if ahead is None:  # too much for an address: it has to be written once more
        return Tell(found)
    (one, move), seat = meant, offered.seat
    words = {each: wished(record, seat, one.standing, move, why.said, each) for each in LANGUAGES}
    return Tell(replace(found, candidates=[meant], meant=why.meant, ahead=ahead, wishes=words))


def only_thanks(lines: Sequence[str], offered: Offered) -> bool:
    """Return whether a mail says nothing but thanks, with no choice below."""
    if not is_small_talk(lines, [one["name"] for one in offered.record.table["seats"]]):
        return False
    below = offered.understand(lines[1:])
    return isinstance(below, NotUnderstood) and not below.candidates and below.meant is None


def read_no_yes(text: Text) -> Tell | None:
    """Read any reply but a yes to a letter that only asked for a yes; orders that only ask are answered."""
    if not (text.reply.address.confirms and text.is_new):
        return None
    lines, asked = text.reply.mail.lines, text.offered.asked
    wanted = understand(lines, {})
    if isinstance(wanted, NotUnderstood):
        thanks = only_thanks(lines, text.offered)
        return Tell(Outcome(text.reply.record, trouble=None if thanks else "not-confirmed", asked=asked, silent=thanks))
    trouble: Trouble | None = None if wanted.orders <= ASKING else "not-confirmed"
    unread = text.unread(wanted.below)
    return Tell(Outcome(text.reply.record, trouble=trouble, orders=wanted.orders, asked=asked, unread=unread))


def read_late_yes(text: Text) -> Tell | None:
    """Read a yes to a letter's suggestion that is no longer possible because the match has gone on."""
    is_old = text.is_new and text.reply.address.suggests and text.raised is None
    is_late = text.suggested == Picks() or (is_old and text.consent is not None)
    return Tell(Outcome(text.reply.record, trouble="stale")) if is_late else None


@dataclass(frozen=True)
class Answer:
    """One answer to each question of the letter: choices, what is said ahead with them, ``UNDO``, ``SAME``, ``WAIT``,
    and words about matters beside the questions; also orders that only ask.

    ``matters`` are those the letter asked about, ``counted`` what this same mail has done before.
    """

    wanted: Picks
    offered: Offered
    matters: Sequence[Matter]
    counted: dict[str, str]
    unread: tuple[str, ...] = ()

    def do(self, reply: Reply) -> Outcome:
        """Carry out everything, or nothing."""
        asked, unread = self.offered.asked, self.unread
        if self.wanted.orders & {"time", "ask"}:
            return replace(take_time(reply, self.wanted, asked), unread=unread)
        wanted, repeats = self._with_repeated(reply)
        picked = self.offered.all_of(wanted.numbers)
        told = here_before(reply, self.matters) if "here" in wanted.orders else []
        if told:
            wanted = replace(wanted, orders=wanted.orders - {"here"})
        meant = meant_by(wanted, self.matters)
        said = bool(meant or told)
        trouble = repeats or _unclear(picked, wanted, said=said) or why_unclear(wanted, meant, self.matters)
        if trouble is not None:
            return Outcome(reply.record, trouble=trouble, orders=wanted.orders, asked=asked, unread=unread)
        done = self._undo(reply) if "undo" in wanted.orders else self._give(reply, wanted, picked, told, meant)
        return Outcome(reply.latest(), done, orders=wanted.orders, asked=asked, unread=unread)

    def _with_repeated(self, reply: Reply) -> tuple[Picks, Trouble | None]:
        """Return the request with the choice that repeats the last answer, if asked for, or why it is unclear."""
        wanted = self.wanted
        if "same" not in wanted.orders:
            return wanted, None
        last = (as_last_time(reply.context, reply.record, reply.seat, one) for one in self.offered.asked)
        found = [number for number in last if number is not None]
        if len(found) != 1:
            return wanted, "nothing-to-repeat"
        if wanted.numbers or "undo" in wanted.orders:
            return wanted, "ambiguous"
        return replace(wanted, numbers=(found[0],)), None

    def _undo(self, reply: Reply) -> list[Done]:
        sealed = [one for one in self.offered.asked if one.standing["sealed"]]
        done = [_take_back(reply, one.standing) for one in sealed]
        done += [ended for one in sealed for ended in end_saying(reply, one)]
        return done or [Done.refusal("nothing-sealed")]

    def _give(
        self,
        reply: Reply,
        wanted: Picks,
        picked: Sequence[tuple[Numbered, Move]],
        told: Sequence[Done],
        meant: Sequence[tuple[Matter, Option]],
    ) -> list[Done]:
        note_about(reply, meant)
        wait, says_more = "wait" in wanted.orders, bool(wanted.ahead)
        done = give(reply, picked, self.counted, wait=wait, says_more=says_more)
        done = [self.offered.told(one) for one in done]
        if "same" not in wanted.orders:  # what was said ahead last time goes on with the same answer
            ahead = [(self.offered.find(number), said) for number, said in wanted.ahead.items()]
            done += follow(reply, picked, ahead, self.counted, done)
        if any(one.acted is not None and closes(one.acted) for one in done):
            reply.wake(reply.record.match)
        return [*done, *told, *say_all(reply, meant)]


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


@dataclass(frozen=True)
class AnswerOld:
    """An answer to an outdated letter: statements that are still true count, thanks need no answer, and only a possible
    choice is told that the letter is outdated.

    ``still`` are the letter's matters that are certainly still open.
    """

    wanted: Picks | NotUnderstood
    still: Sequence[Matter]
    counted: dict[str, str]
    unread: tuple[str, ...] = ()
    may_choose: bool = True
    only_thanks: bool = False

    def do(self, reply: Reply) -> Outcome:
        """Apply the statements that are still true."""
        return replace(self._true_now(reply) or self._said_about_others(reply) or self._late(reply), unread=self.unread)

    def _true_now(self, reply: Reply) -> Outcome | None:
        """Apply ``HERE``, which is true whatever the letter asked, or return None if it is not said or nobody misses
        the sender."""
        if self.wanted != HERE_ALONE:
            return None
        true_now = [one for one in matters_of(reply.record, reply.seat) if one.kind == "here"]
        true_now += seats_to_keep(reply.record, reply.seat)
        told = here_before(reply, true_now)
        if told:
            return Outcome(reply.record, told, orders=HERE_ALONE.orders)
        return self._say(reply, HERE_ALONE, [(one, "here") for one in true_now]) if true_now else None

    def _said_about_others(self, reply: Reply) -> Outcome | None:
        """Apply what a mail says about others, or return None if it says anything else."""
        wanted = self.wanted
        if isinstance(wanted, NotUnderstood) or wanted.numbers or not wanted.orders or wanted.orders - WORDS.keys():
            return None
        meant = meant_by(wanted, self.still)
        if not meant or why_unclear(wanted, meant, self.still) or any(has_changed(reply.before, *one) for one in meant):
            return None
        return self._say(reply, wanted, meant)

    def _say(self, reply: Reply, wanted: Picks, meant: Sequence[tuple[Matter, Option]]) -> Outcome:
        note_about(reply, meant)
        done = say_all(reply, meant)
        return Outcome(reply.latest(), done, orders=wanted.orders)

    def _late(self, reply: Reply) -> Outcome:
        """Report what this same mail has done before, or that its letter is outdated."""
        wanted, record = self.wanted, reply.record
        if not self.counted and isinstance(wanted, NotUnderstood) and not self.may_choose:
            trouble: Trouble | None = None if self.only_thanks else "not-understood"
            return Outcome(record, trouble=trouble, line=wanted.line, silent=self.only_thanks)
        done = repeated(record, self.counted)
        if done and ORDERS in reply.before.commitments and not self.counted.get(ORDERS):
            done.append(Done(None, None, "refused", refused="gone", wishes={}))  # what it says was never set
        orders = frozenset[Order]() if isinstance(wanted, NotUnderstood) else wanted.orders
        asks = isinstance(wanted, Picks) and not wanted.numbers and orders <= ASKING
        if wanted == Picks(orders=frozenset({"undo"})) and not (self.counted or _has_sealed(record, reply.seat)):
            return Outcome(record, [Done.refusal("nothing-sealed")], orders=orders)
        return Outcome(record, done, None if self.counted or asks else "stale", orders=orders)


def _has_sealed(record: Record, seat: int) -> bool:
    """Return whether a seat has sealed an answer to a question that is still open."""
    sealed = [record.acts.get((one["id"], seat)) for one in record.table["standing"] if one["sealed"]]
    return any(act is not None and act.commitment is not None for act in sealed)


def read_answer(text: Text) -> Answer | AnswerOld | Tell:
    """Return the mail's answer to the questions of its letter, or why nothing is done."""
    reply, offered, counted = text.reply, text.offered, text.counted
    keep = seats_to_keep(reply.record, reply.seat)
    matters = [*(() if text.raised is None else text.raised[1]), *keep]
    still: Sequence[Matter] = ()
    if text.raised is None and not counted:
        still = still_asked(reply.record, reply.seat, last_told(reply.mail.answered, reply.record.match))
    lines: Sequence[str] = with_who_is_ready(reply.mail.lines, (*matters, *still))
    if not (matters or still or reply.address.suggests):
        lines = with_yes_or_no(lines, text)
    sayable = {option for one in (*matters, *still) for option in one.options}
    unasked = frozenset(order for order, option in WORDS.items() if option not in sayable)
    opponents = [one["name"] for place, one in enumerate(reply.record.table["seats"]) if place != reply.seat]
    wanted = text.suggested or offered.understand(lines, unasked, opponents if len(opponents) == 1 else ())
    unread = () if isinstance(wanted, NotUnderstood) else text.unread(wanted.below)
    doubtful = False
    if isinstance(wanted, Picks) and wanted.orders & {"time", "ask"}:  # which may be followed by an explanation
        doubtful = restricts(unread) and not reply.address.once_more
    elif isinstance(wanted, Picks):
        doubtful = text.changes(unread) and bool(wanted.numbers or wanted.orders - HARMLESS)
    takes_back = isinstance(wanted, Picks) and "undo" in wanted.orders
    if text.raised is None or (takes_back and not offered.asked):
        old = AnswerOld(wanted, () if doubtful else still, counted, unread)
        told = old if counted or isinstance(wanted, Picks) else _told_old(old, text, lines)
        return _asked_back(text, lines) or told
    if isinstance(wanted, NotUnderstood):
        left = reply.mail.quoted
        asked = (_suggested_by(left, offered, left[0]) or NotUnderstood(left[0])) if left else wanted
        again = asked.meant is not None and asked.meant == reply.address.suggestion
        if again and reply.address.once_more:  # it was asked in two ways
            asked, again = NotUnderstood(asked.line), False
        thanks = only_thanks(lines, offered)
        return refused(asked, offered, only_thanks=thanks, only_yes=text.consent is not None, again=again)
    if doubtful and not counted:
        rest = after_another_mind(unread[0])
        correction = _suggested_by([rest], offered, unread[0]) if rest else None
        if correction is not None:
            return refused(correction, offered)
        return refused(_in_doubt(wanted, unread), offered, unread=unread)
    return Answer(wanted, offered, matters, counted, unread)


def with_yes_or_no(lines: Sequence[str], text: Text) -> Sequence[str]:
    """Return a mail's lines with a yes or no to the letter's only question replaced by the number of its choice."""
    asked, says_no = text.offered.asked, bool(text.begun) and denies(text.begun[0])
    if len(asked) != 1 or not (says_no or (text.says_yes and text.consent is not None and text.consent.agrees)):
        return lines
    numbers = range(asked[0].first, asked[0].first + len(asked[0].moves))
    refusing = [number for number, move in zip(numbers, asked[0].moves, strict=True) if move["type"] == "decline"]
    meant = refusing if says_no else [number for number in numbers if number not in refusing]
    return [str(meant[0]), *text.begun[1:]] if refusing and len(meant) == 1 and not text.offered.unlisted() else lines


def _told_old(old: AnswerOld, text: Text, lines: Sequence[str]) -> AnswerOld:
    """Return the outdated answer with a note on whether it may choose something: by a number, a verb, or a current choice's
    words."""
    found = text.now.understand(lines)
    named = isinstance(found, Picks) or bool(found.candidates) or found.meant is not None
    said = {word for line in lines[:2] for word in words_of(line)}
    may_choose = named or any(word.isdigit() for word in said) or not said.isdisjoint(VERB_WORDS)
    return replace(old, may_choose=may_choose, only_thanks=only_thanks(lines, text.now))


def _asked_back(text: Text, lines: Sequence[str]) -> Tell | None:
    """Return a question back about a mail that names a choice in answer to a letter that had none, or None for others."""
    if text.reply.address.asked_nothing_at is None or text.counted:
        return None
    found = _suggested_by(lines, text.now, "")
    return None if found is None or text.changes(text.unread(lines[1:])) else refused(found, text.now)


def _suggested_by(lines: Sequence[str], offered: Offered, line: str) -> NotUnderstood | None:
    """Return a question back about lines that name one choice, or None if they name none."""
    found = offered.understand(lines)
    if isinstance(found, NotUnderstood):
        return None if found.meant is None else replace(found, line=line)
    if len(found.numbers) != 1 or found.orders:
        return None
    return NotUnderstood(line, meant=found.numbers[0], said=found.ahead.get(found.numbers[0]))


def _in_doubt(wanted: Picks, unread: Sequence[str]) -> NotUnderstood:
    """Return a question back about a request whose meaning the text below may change; nothing is done yet."""
    meant: int | None = None
    if len(wanted.numbers) == 1 and not wanted.orders:
        meant = wanted.numbers[0]
    elif wanted.orders == {"undo"} and not wanted.numbers:
        meant = UNDO
    return NotUnderstood(unread[0], meant=meant, said=None if meant is None else wanted.ahead.get(meant))


def follow(
    reply: Reply,
    picked: Sequence[tuple[Numbered, Move]],
    ahead: Sequence[tuple[tuple[Numbered, Move] | None, Said]],
    counted: Mapping[str, str],
    done: Sequence[Done],
) -> list[Done]:
    """Apply what a mail says ahead once its choices count; a choice without such words ends what was said ahead before."""
    found: list[Done] = []
    for (one, move), act in zip(picked, done, strict=True):
        if act.act == "refused":
            continue
        said = next((wishes for choice, wishes in ahead if choice == (one, move)), None)
        if said is None:
            found += end_saying(reply, one, move)
        elif ORDERS in counted:
            found.append(Done(None, None, "before", commitment=counted[ORDERS]))
        else:
            made = {each.standing["id"]: each.commitment for each in done if each.standing and each.commitment}
            found.append(_say(reply, one, move, said, {**counted, **made}))
    return found


def end_saying(reply: Reply, one: Numbered, move: Move | None = None) -> list[Done]:
    """End what a letter said ahead with its answer to this question, or with one that ``move`` answers anew, if that
    stands.

    Words for an earlier round only have lapsed with it: they are ended without mention.
    """
    record, seat = reply.record, reply.seat
    said = record.acts.get((ORDERS, seat))
    lapsed = (
        said is not None
        and said.beside != one.standing["id"]
        and not any(
            part.lasting for part in ([] if move is None else may_say_ahead(record, seat, one.standing, move, "en"))
        )
    )
    try:
        acted = end_ahead(reply.context, record, seat, one.standing, move)
    except ActError as error:
        return [Done(one.standing, None, "refused", refused=error.code, wishes={})]
    return [] if acted is None else [Done(one.standing, None, "lapsed" if lapsed else "ended", acted)]


def _say(reply: Reply, one: Numbered, move: Move, wishes: Said, made: Mapping[str, str]) -> Done:
    record, seat = reply.record, reply.seat
    words = {language: wished(record, seat, one.standing, move, wishes, language) for language in LANGUAGES}
    orders, salt = orders_of(record, seat, one.standing, move, wishes), new_seed()
    reply.note({**made, ORDERS: order_commitment(orders, salt)})
    try:
        said = say_ahead(reply.context, record, seat, one.standing, orders, salt, mailed=True)
    except ActError as error:
        return Done(one.standing, move, "refused", refused=error.code, wishes={})
    return Done(one.standing, move, "ahead", said.acted, wishes=words, replaced=said.replaced, order=said.document)


def give(
    reply: Reply,
    picked: Sequence[tuple[Numbered, Move]],
    counted: Mapping[str, str],
    *,
    wait: bool,
    says_more: bool = False,
) -> list[Done]:
    """Answer with the picked choices; those in ``counted``, given earlier by this same mail, are only reported.

    :param says_more: the mail says something ahead with them, to be set once they count.
    """
    openings: dict[str, Opening] = {}
    for one, move in picked:
        if one.standing["id"] not in counted:
            openings[one.standing["id"]] = opening_around(
                reply.record.table, one.standing, reply.seat, move, new_seed()
            )
    commitments = {decision: commitment_of(canonical(opening)) for decision, opening in openings.items()}
    if commitments:
        reply.note({**counted, **commitments, **({ORDERS: TO_SAY} if says_more and ORDERS not in counted else {})})
    found = []
    for one, move in picked:
        decision = one.standing["id"]
        if decision in counted:
            found.append(_had_counted(reply, one.standing, move, counted[decision]))
        else:
            found.append(act_on(reply.context, reply.record, reply.seat, one.standing, openings[decision], wait=wait))
    return found


def _had_counted(reply: Reply, standing: Standing, move: Move, commitment: str) -> Done:
    act = reply.record.acts.get((standing["id"], reply.seat))
    if act is None or act.commitment != commitment:
        return Done(standing, None, "before", commitment=commitment)
    return Done(standing, move, "before", reply.acted(act), commitment=commitment)


def act_on(context: Context, record: Record, seat: int, standing: Standing, opening: Opening, *, wait: bool) -> Done:
    """Seal or give the answer to one decision, replacing the seat's earlier answer."""
    move, decision = opening["move"], standing["id"]
    for now in tries_of_act(context, record, seat):
        act = now.acts.get((decision, seat))
        replaces = 0 if act is None else act.seq
        try:
            send = acts.commit if standing["sealed"] else acts.answer
            answer = acts.SeatAct(decision, opening=opening, replaces=replaces, wait=wait, held_by="mail")
            acted = send(context, now, seat, answer)
        except ActError as error:
            if error.code != "stale":
                return Done(standing, move, "refused", refused=error.code)
            continue
        kind: Literal["sealed", "answered"] = "sealed" if standing["sealed"] else "answered"
        return Done(standing, move, kind, acted, opening, acted.act.commitment or "")
    return Done(standing, move, "refused", refused="stale")


def closes(acted: Acted) -> bool:
    """Return whether an act made the match due: it was the last one awaited, or it set orders."""
    return acted.act.decision == ORDERS or (acted.closes is not None and acted.closes <= acted.act.received)


def _take_back(reply: Reply, standing: Standing) -> Done:
    for now in tries_of_act(reply.context, reply.record, reply.seat):
        act = now.acts.get((standing["id"], reply.seat))
        if act is None or act.commitment is None:
            return Done(standing, None, "refused", refused="nothing-sealed")
        try:
            acted = acts.withdraw(reply.context, now, reply.seat, acts.SeatAct(standing["id"], replaces=act.seq))
            return Done(standing, None, "taken-back", acted)
        except ActError as error:
            if error.code != "stale":
                return Done(standing, None, "refused", refused=error.code)
    return Done(standing, None, "refused", refused="stale")
