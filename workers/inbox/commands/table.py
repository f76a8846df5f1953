"""Requests about the table itself: who plays there, how much time there is, leaving, coming back, and playing again.

As long as the answer cannot be sent, copies of a mail may arrive, for up to an hour. Meanwhile the player may have said
something else on the page, and the seat may have been missed or handed over again; a copy must change neither. So the
subject of each statement is noted before it is made, and more time is taken or asked for only once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from engine.match.asking import resignation_of, standing_of
from engine.match.substitutes import former_seat
from engine.match.table import Table
from engine.registry import game_of
from service.accounts import AccountError
from service.choices.rematch import has_rematch, play_again, rematch_of
from service.matches.absence.absence import receipt_for_here
from service.matches.absence.matters import Matter, Option, asks_for_time, more_time_for, say
from service.matches.absence.substitutes import stand_in
from service.matches.caps import CapReached
from service.matches.errors import ActError, MatchError, SignedReceipt
from service.matches.numbering import Numbered
from service.matches.receipts import receipt_for_resigning
from service.matches.seat_keys import has_key
from service.matches.seating.lobby import resign
from service.matches.seating.seats import seat_of
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from service.text.deleted_names import GONE
from workers.inbox.commands import Done, NotUnderstood, Order, Outcome, Picks, Rematch, Reply, Trouble
from workers.inbox.grammar import after_greeting, understand
from workers.inbox.offered import Text
from workers.inbox.words import CHANGING, Line, either, phrase, regex, words_of
from workers.mail.page import Page
from workers.mail.reply_address import ReplyAddress, is_in_time

WORDS: Mapping[Order, Option] = {
    "here": "here", "wait": "wait", "bot": "bot", "win": "win", "person": "person", "grant": "grant", "refuse": "refuse",
    "agree": "agree", "stay": "stay",
}  # fmt: skip
"""The statement that each word makes about a matter; WAIT makes one only where it stands beside no choice."""
READY = phrase("table.ready")


def with_who_is_ready(lines: Sequence[str], matters: Sequence[Matter]) -> list[str]:
    """Return a mail's lines with the first replaced by the keyword if it says in a sentence that the volunteer shall
    play.

    The sentence must be worded much like the letter's and name the volunteer: nobody else gets a seat by it.

    >>> ready = Matter("person", 1, "h", ("person",), player="p_1", who="Anna")
    >>> with_who_is_ready(["Klar, Anna soll wieder mitspielen!", "LG"], [ready])
    ['ERSATZ', 'LG']
    >>> with_who_is_ready(["Let Anna play in the seat of Steady (bot)"], [ready])
    ['ERSATZ']
    >>> [with_who_is_ready([one], [ready])[0] for one in ("Carla soll mitspielen", "Anna soll nicht spielen")]
    ['Carla soll mitspielen', 'Anna soll nicht spielen']
    """
    said = " ".join(lines[0].casefold().split()).strip(" .!:)") if lines else ""
    for one in matters:
        name = re.escape(" ".join(one.who.casefold().split()))
        if one.kind == "person" and one.who and re.fullmatch(READY.format(name=name), said):
            return ["ERSATZ", *lines[1:]]
    return list(lines)


def meant_by(wanted: Picks, matters: Sequence[Matter]) -> list[tuple[Matter, Option]]:
    """Return the statements that a mail's words make, each about the matters of its kind."""
    words = [WORDS[one] for one in sorted(wanted.orders) if one in WORDS and (one != "wait" or not wanted.numbers)]
    return [(matter, word) for word in words for matter in matters if word in matter.options]


def why_unclear(wanted: Picks, meant: Sequence[tuple[Matter, Option]], matters: Sequence[Matter]) -> Trouble | None:
    """Return why words about matters are unclear: two for one matter, one for two, or no matter that they fit."""
    kinds = [matter.kind for matter, _ in meant]
    if len({"vote" if kind == "person" else kind for kind in kinds}) < len(kinds) or any(
        kind != "here" and sum(one.kind == kind for one in matters) > 1 for kind in kinds
    ):
        return "ambiguous-say"
    said = {option for _, option in meant}
    return "nothing-to-say" if (wanted.orders & WORDS.keys()) - {"wait"} - said else None


def note_about(reply: Reply, meant: Sequence[tuple[Matter, Option]]) -> None:
    """Note the matters about which a mail is about to make a statement."""
    if meant:
        reply.note_said(*(_named(matter) for matter, _ in meant))


def say_all(reply: Reply, meant: Sequence[tuple[Matter, Option]]) -> list[Done]:
    """Make the statements, except where another one was made since this same mail first arrived."""
    return [Done.refusal("conflict") if has_changed(reply.before, *one) else say_about(reply, *one) for one in meant]


def say_about(reply: Reply, matter: Matter, option: Option) -> Done:
    """Make a statement about a matter; return the outcome."""
    try:
        after, receipt = say(reply.context, reply.account, reply.record, reply.seat, matter, option)
    except (ActError, MatchError) as error:
        return Done.refusal(error.code)
    reply.wake(after.match)
    return Done(None, None, "said", matter=matter, option=option, receipt=receipt)


def has_changed(before: ReplyNote, matter: Matter, option: Option) -> bool:
    """Return whether another statement was made about a matter since this same mail first arrived."""
    return _named(matter) in before.said and matter.said not in (None, option)


def here_before(reply: Reply, matters: Sequence[Matter]) -> list[Done]:
    """Return what this same mail has said before with ``HERE``; empty if nothing, or if it is still to be said."""
    about = next((one for one in reply.before.said if one.startswith(("here ", "keep "))), None)
    if about is None or about in map(_named, matters):
        return []
    kind, _, head, _ = about.split(" ")
    matter = Matter("keep" if kind == "keep" else "here", reply.seat, head, ("here",))
    receipt = receipt_for_here(reply.context, reply.record, reply.seat)
    return [Done(None, None, "said", matter=matter, option="here", receipt=receipt)]


def _named(matter: Matter) -> str:
    return f"{matter.kind} {matter.about} {matter.head} {matter.player}"


@dataclass(frozen=True)
class TakeTime:
    """``MORE TIME`` takes an extension, ``ASK TIME 2 DAYS`` asks the others for one, for the question that is due first.

    Of a decision it has the number of the extension, or that of the request and its seconds. Neither is done twice for
    the same mail.
    """

    decision: str
    seq: int
    seconds: int = 0
    orders: frozenset[Order] = frozenset()

    @classmethod
    def resume(cls, text: Text) -> Self | None:
        """Return the request for time that this same mail was about to make when it first arrived, or None."""
        before = text.reply.before
        noted = [(decision, seq, 0) for decision, seq in before.extensions.items()]
        noted += [(decision, seq, seconds) for decision, (seq, seconds) in before.requests.items()]
        return cls(*noted[0]) if noted else None

    def do(self, reply: Reply) -> Outcome:
        """Take the time, or ask for it."""
        kind: tuple[Literal["time", "ask"], Option] = ("ask", "ask-1") if self.seconds else ("time", "time")
        matter = Matter(kind[0], reply.seat, "", kind[1:], None, self.decision, self.seq, seconds=self.seconds)
        done = replace(say_about(reply, matter, kind[1]), standing=standing_of(reply.record.table, self.decision))
        if done.refused == "no-time-request":
            done = replace(done, refused="no-asking")
        return Outcome(reply.latest(), [done], orders=self.orders)


def take_time(reply: Reply, wanted: Picks, asked: Sequence[Numbered]) -> Outcome:
    """Take more time, or ask for it, for the most urgent question that allows it; never together with another act."""
    besides = wanted.orders & ({"undo"} | (WORDS.keys() - {"here"}))
    if wanted.numbers or besides or {"time", "ask"} <= wanted.orders:
        return Outcome(reply.record, trouble="time-alone", orders=wanted.orders, asked=asked)
    ids, seat = {one.standing["id"] for one in asked}, reply.seat
    may_ask = next((one for one in asks_for_time(reply.record, seat) if one.decision in ids), None)
    most = 0 if may_ask is None else reply.record.table["time_requests"]["agreed"]["seconds"]
    if "ask" in wanted.orders:
        if may_ask is None:
            return Outcome(reply.record, trouble="no-asking", orders=wanted.orders, asked=asked)
        if not 1 <= wanted.seconds <= most:
            trouble: Trouble = "ask-too-much" if wanted.seconds > most else "ask-how-much"
            return Outcome(reply.record, trouble=trouble, orders=wanted.orders, asked=asked, most=most)
        reply.note({}, None, {may_ask.decision: [may_ask.seq, wanted.seconds]})
        return TakeTime(may_ask.decision, may_ask.seq, wanted.seconds, wanted.orders).do(reply)
    matter = next((one for one in more_time_for(reply.record, seat) if one.decision in ids), None)
    if matter is None:
        return Outcome(reply.record, trouble="no-time", orders=wanted.orders, asked=asked, most=most)
    reply.note({}, {matter.decision: matter.seq})
    return TakeTime(matter.decision, matter.seq, orders=wanted.orders).do(reply)


RESIGN = either("table.resign")
NOT_MEANT = regex("table.not_meant")


def says_resign(lines: Sequence[str]) -> bool:
    """Return whether the first line of a mail resigns.

    >>> [says_resign([one]) for one in ("AUFGEBEN", "Ich gebe auf!", "Resign Kontor", "Ich gebe auf keinen Fall auf", "auf")]
    [True, True, True, False, False]
    >>> says_resign(["Ich gebe nicht auf"]), says_resign(["Aufgeben?"]), says_resign([])
    (False, False, False)
    """
    first = Line.of(lines[0] if lines else "")
    return not NOT_MEANT.search(first.folded) and RESIGN.fullmatch(first.polite) is not None


@dataclass(frozen=True)
class Resign:
    """``RESIGN`` or ``AUFGEBEN``, which is asked about, or the yes to that letter, which resigns.

    Nothing else does: an irreversible act takes two mails, and the address for the second appears only in a letter to
    the account's own mailbox. It is valid for a week, so that no old letter can end a match.
    """

    asked: bool
    confirmed: bool = False
    unread: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read the first line, or the whole mail as an answer to the letter that asked."""
        address, begun = text.reply.address, text.begun
        asked = address.subject == "resign"
        if not asked and not says_resign(begun):
            return None
        confirmed = asked and text.says_yes and is_in_time(address.asked, text.reply.record.now)
        return cls(asked, confirmed, text.unread(begun[1:]))

    def do(self, reply: Reply) -> Outcome:
        """Resign if that is confirmed in time, else ask for confirmation; the same mail may arrive again."""
        return replace(self._confirmed(reply) if self.asked else self._ask(reply), unread=self.unread)

    def _ask(self, reply: Reply) -> Outcome:
        """Return a request for confirmation, or why resigning by mail is unavailable; nothing is changed."""
        record, seat = reply.record, reply.seat
        if record.table["status"] != "running":
            return Outcome(record, trouble="over")
        if has_key(record.table, seat):
            return Outcome(record, [Done.refusal("signature-needed")])
        team = record.state is not None and {*game_of(record.table).partners(record.state, seat)} - {seat}
        return Outcome(record, resigns="team" if team else "alone")

    def _confirmed(self, reply: Reply) -> Outcome:
        record, runs = reply.record, reply.record.table["status"] == "running"
        if resignation_of(record.table, reply.seat) is None and not (runs and self.confirmed):
            return Outcome(record, trouble="not-resigned" if runs else "over")
        try:
            after = resign(reply.context, record.match, reply.account)
        except (ActError, MatchError) as error:
            return Outcome(record, [Done.refusal(error.code)])
        reply.wake(record.match)
        signed = receipt_for_resigning(reply.context, after.table, reply.seat)
        receipt = None if signed is None else SignedReceipt(*signed)
        return Outcome(after, [Done(None, None, "resigned", receipt=receipt)])


REMATCH_NOTED = "rematch"
"""The note kept before a mail opens a rematch or takes a seat there."""


@dataclass(frozen=True)
class ConfirmRematch:
    """An answer to a letter that asked to confirm a rematch.

    A rematch invites others, so the letter's address alone does not authorize it. Where the installation's mail server
    verifies the sender (DMARC), that is enough; otherwise a letter to the account's own mailbox asks for confirmation,
    by "yes" within a week. Each match has one rematch, so that no mail opens a second one.
    """

    meant: bool
    unread: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read a mail whose letter asked for this confirmation."""
        address, begun = text.reply.address, text.begun
        if address.subject != "rematch":
            return None
        meant = is_in_time(address.asked, text.reply.record.now) and text.says_yes
        return cls(meant, text.unread(begun[1:]))

    def do(self, reply: Reply) -> Outcome:
        """Open or join the rematch if it is confirmed."""
        became = _play(reply) if self.meant else Rematch("not-meant")
        return Outcome(reply.record, rematch=became, unread=self.unread)


@dataclass(frozen=True)
class AnswerNotRunning:
    """A mail about a match that has not begun or is over: its status, and what can be done now; or ``REMATCH``."""

    orders: frozenset[Order]
    counted: dict[str, str]
    unread: tuple[str, ...] = ()
    doubtful: bool = False

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read orders for a match that is not running."""
        if text.reply.record.table["status"] == "running":
            return None
        wanted = understand(text.reply.mail.lines, {})
        if isinstance(wanted, NotUnderstood):
            return cls(frozenset(), text.counted)
        unread = text.unread(wanted.below)
        return cls(wanted.orders, text.counted, unread, text.changes(unread))

    def do(self, reply: Reply) -> Outcome:
        """Open the rematch if asked for, otherwise give the information asked for."""
        if "rematch" in self.orders and not self.counted and (became := self._rematch(reply)) is not None:
            return Outcome(reply.record, rematch=became, unread=self.unread, once_more=self.doubtful)
        asks = self.orders if self.orders <= {"status", "help", "rules", "rematch"} else frozenset[Order]()
        trouble: Trouble | None = None if self.counted or asks else "over"
        return Outcome(reply.record, repeated(reply.record, self.counted), trouble, orders=asks, unread=self.unread)

    def _rematch(self, reply: Reply) -> Rematch | None:
        """Open or join a rematch, or ask for confirmation; return None if the match cannot have one."""
        if not has_rematch(reply.record.table):
            return None
        stands = rematch_of(reply.context, reply.record.match)
        sits_there = stands is not None and seat_of(stands.table, reply.account.id) is not None
        sure = reply.context.settings.reply_authserv and not self.doubtful
        return _play(reply) if sits_there or sure else Rematch("confirm")


def _play(reply: Reply) -> Rematch:
    stands = rematch_of(reply.context, reply.record.match)
    noted = reply.noted(REMATCH_NOTED) is not None
    if noted and stands is not None and seat_of(stands.table, reply.account.id) is None:
        return Rematch("refused", code="came-again")  # a copy of the mail, whose sender has left that table since
    reply.note_said(REMATCH_NOTED)
    try:
        found = play_again(reply.context, reply.account, reply.record)
    except (MatchError, CapReached, AccountError) as error:
        return Rematch("refused", code=error.code)
    reply.wake(found.record.match)
    return Rematch(found.did, found.record)


def tell_rematch(one: Rematch, page: Page, words: Any) -> list[str]:
    """Return the outcome of a rematch request in sentences."""
    seats = page.match.table["seats"]
    others = sum(seat["bot"] is None and not seat["name"].startswith(GONE) for seat in seats) > 1
    if one.did == "confirm":
        return [str(words.rematch_confirm(page.title, others))]
    if one.did == "refused":
        return [str(words.rematch_refused(one.code))]
    if one.table is None:
        return [str(words.trouble("not-meant"))]
    url = f"{page.public_url}/table/{one.table.match}"
    waits = one.table.table["status"] == "lobby" and any(seat["player"] is None for seat in one.table.table["seats"])
    return [str(words.rematch(one.did, url, waits, others))]


MOST_LINES = 3
"""The most lines of a mail that asks for a seat back: further down come names, or text added by mail programs."""
ASKS_BACK = regex("table.asks_back")
CONDITIONS = CHANGING - {"aber", "doch", "jedoch", "ab", "but", "however"}
WHEN_OR_WHY = regex("table.when_or_why")


def players_before(table: Table, seat: int) -> list[str]:
    """Return the former players of a seat, the latest first."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    found = [one["player"] for one in reversed(changes) if one["seat"] == seat and one["player"]]
    return [one for one in dict.fromkeys(found) if table["seats"][seat]["player"] != one]


def has_left(record: Record, account: Account, address: ReplyAddress) -> bool:
    """Return whether somebody else now plays in the seat that a mail is about."""
    return seat_of(record.table, account.id) != address.seat


@dataclass(frozen=True)
class ComeBack:
    """A mail from a replaced player: ``HERE`` or ``DA`` asks to come back, as the page's button does.

    Nothing else in such a mail is carried out, and its answer shows nothing of the seat. The others and the substitute
    decide.
    """

    asks: bool

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read a mail whose sender's seat has another player."""
        reply = text.reply
        if not has_left(reply.record, reply.account, reply.address):
            return None
        return cls(not (reply.mail.doubtful or reply.mail.is_reaction) and asks_back(reply.mail.lines))

    def do(self, reply: Reply) -> Outcome:
        """Ask to come back if the mail says nothing else; asking again changes nothing."""
        record = reply.record
        if record.table["status"] != "running":
            return Outcome(record, trouble="over", left=True)
        if not self.asks or former_seat(record.table, reply.account.id) != reply.seat:
            return Outcome(record, trouble="left", left=True)
        try:
            after = stand_in(reply.context, record.match, reply.account, reply.seat, invitation=None, key=None)
        except (MatchError, CapReached) as error:
            return Outcome(record, [Done.refusal(f"back-{error.code}")], left=True)
        reply.wake(record.match)
        return Outcome(after, [Done(None, None, "comes-back")], left=True)


def asks_back(lines: Sequence[str]) -> bool:
    """Return whether a mail asks for the seat back: by the keyword alone, or in a sentence without conditions.

    Asking harms nobody, and the deciders are asked; so politeness and excuses around it are allowed.

    >>> asks_back(["DA"]), asks_back(["Sorry, war krank, aber jetzt bin ich wieder da! Kann ich meinen Platz zurückhaben?"])
    (True, True)
    >>> [asks_back([one]) for one in ("I'd like to have my seat back, please", "Ich bin nicht mehr da", "Wann geht es weiter?")]
    [True, False, False]
    """
    if understand(after_greeting(lines), {}) == Picks(orders=frozenset({"here"})):
        return True
    said = " ".join(lines[:MOST_LINES]).casefold().replace("\u2019", "'")
    asked = ASKS_BACK.search(said) is not None and not WHEN_OR_WHY.search(said)
    return asked and CONDITIONS.isdisjoint(words_of(said))


def repeated(record: Record, counted: dict[str, str]) -> list[Done]:
    """Return the outcome that the first copy of a mail had, if the questions it answers are gone."""
    by_id = {one["id"]: one for one in record.table["standing"]}
    return [Done(by_id.get(one), None, "before", commitment=made) for one, made in counted.items()]
