"""Words about matters beside decisions: somebody who is missed, a seat to keep or to hand over, more time.

A copy of a mail comes while the answer could not be sent, for up to an hour. Meanwhile the player may have said something else on
the page, and the seat may be missed, or handed over, once more: the copy changes nothing about either. So what words are about is
noted before they are said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.match.absence import case_of
from engine.match.standing import standing_of
from engine.match.substitutes import candidates_of
from engine.match.time_requests import request_of
from service.context import Context
from service.matches.absence import receipt_for_here
from service.matches.errors import ActError, MatchError
from service.matches.matters import Matter, Option, asks_for_time, matters_of, more_time_for, say, seats_to_keep
from service.matches.numbering import Numbered, answerable, numbered
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from service.vacation_days import changes_of
from service.wake import wake
from workers.inbox.commands import Done, Note, NotUnderstood, Order, Outcome, Picks, Trouble
from workers.inbox.commands.choose import VERBS, Offered, vocabulary_of
from workers.inbox.grammar import understand
from workers.inbox.words import is_small_talk, unread_below, words_of

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


# Words about a seat, a request or a vacation in a mail that comes again: what they are about is noted before they are
# said.

VACATIONS = "vacations "
"""How what is noted of vacations begins; how often they had changed follows."""


def note_said(note: Note, before: ReplyNote, meant: Sequence[tuple[Matter, Option]]) -> None:
    """Note what a mail is about to say something about."""
    if meant:
        note(before.commitments, said=[_named(matter) for matter, _ in meant])


def has_changed(before: ReplyNote, matter: Matter, option: Option) -> bool:
    """Return whether something else was said since about what this very mail has been about before."""
    return _named(matter) in before.said and matter.said not in (None, option)


def here_before(
    context: Context, record: Record, seat: int, before: ReplyNote, matters: Sequence[Matter]
) -> list[Done]:
    """Return what this very mail has said before with ``HERE``; nothing if it has not, or if that is still to be said."""
    about = next((one for one in before.said if one.startswith(("here ", "keep "))), None)
    if about is None or about in map(_named, matters):
        return []
    kind, _, head, _ = about.split(" ")
    matter = Matter("keep" if kind == "keep" else "here", seat, head, ("here",))
    receipt = receipt_for_here(context, record, seat)
    return [Done(None, None, "said", matter=matter, option="here", receipt=receipt)]


def note_vacations(note: Note, before: ReplyNote, account: Account) -> None:
    """Note that a mail is about to change the account's vacations as they are now."""
    note(before.commitments, said=[_vacations_of(account)])


def vacations_changed(before: ReplyNote, account: Account) -> bool:
    """Return whether the vacations have changed since this very mail was about to do so: by itself, or otherwise."""
    noted = [one for one in before.said if one.startswith(VACATIONS)]
    return bool(noted) and _vacations_of(account) not in noted


def _vacations_of(account: Account) -> str:
    return f"{VACATIONS}{changes_of(account)}"


def _named(matter: Matter) -> str:
    return f"{matter.kind} {matter.about} {matter.head} {matter.player}"


# What an old letter asked that is still asked, though its questions are gone: who shall have a seat, or more time.
# Pure.


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


# Mails to letters that ask nothing any more, or nothing but a yes: what is true all the same counts, thanks need no
# answer, and only what may name a choice is told that its letter is out of date.

VERB_WORDS = frozenset(word for verbs in VERBS.values() for verb in verbs for word in words_of(verb)) - {"ich", "i"}
"""What somebody writes for the commonest moves of any game."""


def only_thanks(record: Record, lines: Sequence[str], offered: Offered) -> bool:
    """Return whether a mail says nothing but thanks: also no choice below them."""
    if not is_small_talk(lines, [one["name"] for one in record.table["seats"]]):
        return False
    below = understand(lines[1:], offered.listed(), others=offered.unlisted)
    return isinstance(below, NotUnderstood) and not below.candidates and below.meant is None


def to_what_was_asked(record: Record, lines: Sequence[str], offered: Offered) -> Outcome:
    """Answer a mail to a letter that asked nothing but for a yes, and did not get one."""
    wanted = understand(lines, {})
    if isinstance(wanted, NotUnderstood):
        silent = only_thanks(record, lines, offered)
        return Outcome(record, trouble=None if silent else "not-confirmed", asked=offered.asked, silent=silent)
    asks = wanted.orders <= {"status", "help", "more", "rules"}
    unread = unread_below(record, wanted.below)
    trouble: Trouble | None = None if asks else "not-confirmed"
    return Outcome(record, trouble=trouble, orders=wanted.orders, asked=offered.asked, unread=unread)


def to_an_old_letter(
    context: Context,
    account: Account,
    record: Record,
    seat: int,
    wanted: Picks | NotUnderstood,
    lines: Sequence[str],
    counted: dict[str, str],
    before: ReplyNote,
    note: Note,
    still: Sequence[Matter],
    *,
    unsaid: bool,
) -> Outcome:
    """Answer a mail whose letter asked something else than is asked now.

    :param still: what it asked about others that is asked yet, where that is sure.
    :param unsaid: this very mail made a choice before, and what it says with that was never set.
    """
    only = isinstance(wanted, Picks) and not wanted.numbers and wanted.orders <= {"status", "help", "more", "rules"}
    orders = wanted.orders if isinstance(wanted, Picks) else frozenset[Order]()
    if wanted == Picks(orders=frozenset({"here"})):  # this is true, whatever the letter asked
        true_now = [one for one in matters_of(record, seat) if one.kind == "here"] + seats_to_keep(record, seat)
        told = here_before(context, record, seat, before, true_now)
        if told:
            return Outcome(record, told, orders=orders)
        note_said(note, before, [(one, "here") for one in true_now])
        done = [say_about(context, account, record, seat, one, "here") for one in true_now]
        if done:
            return Outcome(context.store.load(record.match) or record, done, orders=orders)
    said = _said_about_others(context, account, record, seat, wanted, before, note, still)
    if said is not None:
        return said
    done = repeated(record, counted)
    if done and unsaid:
        done.append(Done(None, None, "refused", refused="gone", wishes={}))
    standings = answerable(record, seat)
    now = Offered(record, seat, numbered(record, seat, standings) if standings else ())
    if not counted and isinstance(wanted, NotUnderstood) and not _may_choose(now, lines):
        silent = only_thanks(record, lines, now)
        return Outcome(record, trouble=None if silent else "not-understood", line=wanted.line, silent=silent)
    return Outcome(record, done, None if counted or only else "stale", orders=orders)


def _said_about_others(
    context: Context,
    account: Account,
    record: Record,
    seat: int,
    wanted: Picks | NotUnderstood,
    before: ReplyNote,
    note: Note,
    still: Sequence[Matter],
) -> Outcome | None:
    """Say what a mail says about others, and nothing else; ``None``: it says something else."""
    if isinstance(wanted, NotUnderstood) or wanted.numbers or not wanted.orders or wanted.orders - WORDS.keys():
        return None
    meant = meant_by(wanted, still)
    if not meant or why_unclear(wanted, meant, still) or any(has_changed(before, *one) for one in meant):
        return None
    note_said(note, before, meant)
    done = [say_about(context, account, record, seat, matter, option) for matter, option in meant]
    return Outcome(context.store.load(record.match) or record, done, orders=wanted.orders)


def _may_choose(now: Offered, lines: Sequence[str]) -> bool:
    """Return whether a mail to an old letter may name a choice: by a number, or by words that name one of those there are now."""
    found = understand(lines, now.listed(), vocabulary_of(now.record, now.seat, now), now.unlisted)
    named = isinstance(found, Picks) or found.candidates or found.meant is not None
    said = {word for line in lines[:2] for word in words_of(line)}
    return bool(named) or any(word.isdigit() for word in said) or not said.isdisjoint(VERB_WORDS)


def say_about(context: Context, account: Account, record: Record, seat: int, matter: Matter, option: Option) -> Done:
    """Say something about a matter; return what became of it."""
    try:
        after, receipt = say(context, account, record, seat, matter, option)
    except (ActError, MatchError) as error:
        return Done(None, None, "refused", refused=error.code)
    wake(context.settings.queue_url, "resolve", after.match)
    return Done(None, None, "said", matter=matter, option=option, receipt=receipt)


def repeated(record: Record, counted: dict[str, str]) -> list[Done]:
    """Return what a mail that comes again had done, where its questions are gone."""
    by_id = {one["id"]: one for one in record.table["standing"]}
    return [Done(by_id.get(one), None, "before", commitment=made) for one, made in counted.items()]


# More time by mail: taking an extension, or asking the others for one; neither is done twice for the same mail.


def began_before(context: Context, account: Account, record: Record, seat: int, before: ReplyNote) -> Outcome | None:
    """Return what became of more time that this very mail was about to take, or to ask for, when it came before; ``None``: it was
    about something else."""
    if before.extensions:
        return _more_time(context, account, record, seat, before.extensions)
    return _ask(context, account, record, seat, before.requests) if before.requests else None


def take_time(
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


__all__ = [
    "WORDS",
    "began_before",
    "has_changed",
    "here_before",
    "last_told",
    "meant_by",
    "note_said",
    "note_vacations",
    "only_thanks",
    "repeated",
    "say_about",
    "still_asked",
    "take_time",
    "to_an_old_letter",
    "to_what_was_asked",
    "vacations_changed",
    "why_unclear",
    "with_who_is_ready",
]
