"""Words about matters beside decisions: somebody who is missed, a seat to keep or to hand over, more time.

A copy of a mail comes while the answer could not be sent, for up to an hour. Meanwhile the player may have said something else on
the page, and the seat may be missed, or handed over, once more: the copy changes nothing about either. So what words are about is
noted before they are said, and more time is taken or asked for once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from engine.match.absence import case_of
from engine.match.standing import standing_of
from engine.match.substitutes import candidates_of
from engine.match.time_requests import request_of
from service.matches.absence import receipt_for_here
from service.matches.errors import ActError, MatchError
from service.matches.matters import Matter, Option, asks_for_time, matters_of, more_time_for, say
from service.matches.numbering import Numbered
from service.store.records import Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.inbox.commands import Done, Order, Outcome, Picks, Reply, Trouble
from workers.inbox.offered import Text

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
READY = (
    r"(?:(?:ja|klar|gern|gerne|natürlich|na klar|okay|ok|yes|sure|of course)[,.!]? )?(?:gern(?:e)?[,.!]? )?"
    r"(?:{name} (?:soll|darf|kann|should|may|can) (?:gern(?:e)? |gladly )?(?:wieder |again )?"
    r"(?:(?:auf dem platz von .{{1,60}} |auf dem platz )?(?:spielen|mitspielen|weiterspielen|zurückkommen|übernehmen)"
    r"|(?:play|play on|come back|take over)(?: (?:again|in the seat of .{{1,60}}|for .{{1,60}}))?)"
    r"|(?:lass|lasst) {name} (?:wieder )?(?:mitspielen|spielen|zurück|zurückkommen)"
    r"|let {name} (?:play|play on|come back)(?: in the seat of .{{1,60}})?)"
)
"""A sentence by which somebody who is ready gets a seat."""


def with_who_is_ready(lines: Sequence[str], matters: Sequence[Matter]) -> list[str]:
    """Return the lines of a mail whose first one may say in a sentence that somebody who is ready shall play: then by the word.

    The words are those of the letter, or near them, and the name is that of whoever is ready: nobody else gets a seat by them.

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
    """Return what the words of a mail say, each about the matters of its kind."""
    words = [WORDS[one] for one in sorted(wanted.orders) if one in WORDS and (one != "wait" or not wanted.numbers)]
    return [(matter, word) for word in words for matter in matters if word in matter.options]


def why_unclear(wanted: Picks, meant: Sequence[tuple[Matter, Option]], matters: Sequence[Matter]) -> Trouble | None:
    """Return why words about matters say nothing clear: two for one, one for two, or nothing was asked that they answer."""
    kinds = [matter.kind for matter, _ in meant]
    if len({"vote" if kind == "person" else kind for kind in kinds}) < len(kinds) or any(
        kind != "here" and sum(one.kind == kind for one in matters) > 1 for kind in kinds
    ):
        return "ambiguous-say"
    said = {option for _, option in meant}
    return "nothing-to-say" if (wanted.orders & WORDS.keys()) - {"wait"} - said else None


def note_said(reply: Reply, meant: Sequence[tuple[Matter, Option]]) -> None:
    """Note what a mail is about to say something about."""
    if meant:
        reply.note(reply.before.commitments, said=[_named(matter) for matter, _ in meant])


def say_about(reply: Reply, matter: Matter, option: Option) -> Done:
    """Say something about a matter; return what became of it."""
    try:
        after, receipt = say(reply.context, reply.account, reply.record, reply.seat, matter, option)
    except (ActError, MatchError) as error:
        return Done(None, None, "refused", refused=error.code)
    wake(reply.context.settings.queue_url, "resolve", after.match)
    return Done(None, None, "said", matter=matter, option=option, receipt=receipt)


def has_changed(before: ReplyNote, matter: Matter, option: Option) -> bool:
    """Return whether something else was said since about what this very mail has been about before."""
    return _named(matter) in before.said and matter.said not in (None, option)


def here_before(reply: Reply, matters: Sequence[Matter]) -> list[Done]:
    """Return what this very mail has said before with ``HERE``; nothing if it has not, or if that is still to be said."""
    about = next((one for one in reply.before.said if one.startswith(("here ", "keep "))), None)
    if about is None or about in map(_named, matters):
        return []
    kind, _, head, _ = about.split(" ")
    matter = Matter("keep" if kind == "keep" else "here", reply.seat, head, ("here",))
    receipt = receipt_for_here(reply.context, reply.record, reply.seat)
    return [Done(None, None, "said", matter=matter, option="here", receipt=receipt)]


def _named(matter: Matter) -> str:
    return f"{matter.kind} {matter.about} {matter.head} {matter.player}"


# What an old letter asked that is still asked, though its questions are gone: who shall have a seat, or more time. The address of
# a letter says in one digest what all of it asked, so of an old one it says nothing any more. What shows when it was
# written is the Message-ID that a mail says it answers: letters are named after the last log entry that they tell. Whatever has
# been asked since then stands in a later letter, and nothing that answers an earlier one is taken for an answer to it.


def last_told(answered: str, match: str) -> int | None:
    """Return the last log entry that the letter with this Message-ID told; ``None``: that cannot be read from it."""
    found = re.match(rf"<{re.escape(match)}\.([0-9]{{1,9}})\.[0-9]+\.", answered)
    return None if found is None else int(found[1])


def still_asked(record: Record, seat: int, told: int | None) -> list[Matter]:
    """Return what the seat may say about others that it has been asked since that entry of the log at the latest."""
    if told is None:
        return []
    return [one for one in matters_of(record, seat) if one.kind != "here" and (n := _since(record, one)) and n <= told]


def _since(record: Record, matter: Matter) -> int | None:
    """Return the entry of the log since which it can have been asked."""
    table = record.table
    if matter.kind == "request":
        standing = standing_of(table, matter.decision)
        request = None if standing is None else request_of(standing)
        return None if request is None else request["n"]
    if matter.kind == "person":
        return max(
            (one["n"] for one in candidates_of(table, matter.about) if one["player"] == matter.player), default=None
        )
    case = case_of(table, matter.about)
    return None if case is None else case["n"]


@dataclass(frozen=True)
class TakeTime:
    """``MORE TIME`` takes an extension, ``ASK TIME 2 DAYS`` asks the others for one, for the question that is due first.

    ``extensions`` are their numbers by decision, ``requests`` number and seconds. Neither is done twice for the same mail.
    """

    extensions: Mapping[str, int] = field(default_factory=dict)
    requests: Mapping[str, Sequence[int]] = field(default_factory=dict)
    orders: frozenset[Order] = frozenset()

    @classmethod
    def resume(cls, text: Text) -> Self | None:
        """Return the time that this very mail was about to take, or to ask for, when it came before."""
        before = text.reply.before
        if before.extensions:
            return cls(before.extensions)
        return cls(requests=before.requests) if before.requests else None

    def do(self, reply: Reply) -> Outcome:
        """Take it, or ask for it."""
        done = []
        for decision, seq in self.extensions.items():
            done.append(_say_about_time(reply, Matter("time", reply.seat, "", ("time",), None, decision, seq), "time"))
        for decision, (seq, seconds) in self.requests.items():
            matter = Matter("ask", reply.seat, "", ("ask-1",), None, decision, seq, seconds=seconds)
            became = _say_about_time(reply, matter, "ask-1")
            done.append(replace(became, refused="no-asking") if became.refused == "no-time-request" else became)
        return Outcome(reply.latest(), done, orders=self.orders)


def _say_about_time(reply: Reply, matter: Matter, option: Option) -> Done:
    standing = next((one for one in reply.record.table["standing"] if one["id"] == matter.decision), None)
    return replace(say_about(reply, matter, option), standing=standing)


def take_time(reply: Reply, wanted: Picks, asked: Sequence[Numbered]) -> Outcome:
    """Take more time, or ask for it, for the most urgent question that allows it; beside nothing that acts as well."""
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
        command = TakeTime(requests={may_ask.decision: [may_ask.seq, wanted.seconds]}, orders=wanted.orders)
        reply.note({}, None, {may_ask.decision: [may_ask.seq, wanted.seconds]})
        return command.do(reply)
    matter = next((one for one in more_time_for(reply.record, seat) if one.decision in ids), None)
    if matter is None:
        return Outcome(reply.record, trouble="no-time", orders=wanted.orders, asked=asked, most=most)
    reply.note({}, {matter.decision: matter.seq})
    return TakeTime({matter.decision: matter.seq}, orders=wanted.orders).do(reply)


__all__ = [
    "WORDS",
    "TakeTime",
    "has_changed",
    "here_before",
    "last_told",
    "meant_by",
    "note_said",
    "say_about",
    "still_asked",
    "take_time",
    "why_unclear",
    "with_who_is_ready",
]
