"""Good manners by mail: muting talk and letters, blocking a person, reporting and erasing a remark.

Each of these affects only what the sender reads, or what they said themselves, can be undone by a line that the answer
names, and is told to nobody else (a report: to the operator only). So the letter's address is enough to authorize it, as
for the language; the answer goes to the account's own mailbox.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self, cast, get_args

from service.accounts import AccountError
from service.accounts.mail.mail_preferences import muted_matches
from service.accounts.people import block_player
from service.context import Context
from service.matches import talk
from service.notifications.kinds import INVITED, switchable
from service.store.matches.talk import Remark
from service.store.records import Account
from service.text.names import plain, quoted
from workers.inbox.commands import Manner, Outcome, Picks, Reply
from workers.inbox.offered import Text
from workers.inbox.words import Either, alternatives, by_word, folded, regexes, word_set


def _loosely(text: str) -> str:
    """Return the words of a text without accents, and umlauts as however they are typed.

    >>> _loosely("Jürgen Groß"), _loosely("JUERGEN GROSS!"), _loosely("Ben (2)")
    ('jurgen gross', 'jurgen gross', 'ben 2')
    """
    bare = "".join(one for one in unicodedata.normalize("NFD", folded(text)) if not unicodedata.combining(one))
    return " ".join(re.findall(r"\w+", re.sub("([aou])e", r"\1", bare)))


COMMANDS = regexes("manners.commands")
BEHIND = regexes("manners.behind")
"""The commands whose word stands behind the person, as ``Ben sperren``."""
MUTED = {_loosely(said): what for said, what in (by_word("manners.what") | by_word("manners.kinds")).items()}
"""What can be muted besides a person."""
CIVIL = alternatives("manners.courtesy")
COURTESY = re.compile(rf"(?i)^(?:(?:{CIVIL}),? )+|(?:,? (?:{CIVIL}))+$")
AROUND = " .!*_•–-"
"""Marks around a line, such as those of lists and of bold text."""
TELLING = word_set("manners.telling")
"""Words behind a name by which somebody is to be told something, as in ``Melde Ben, dass ...``."""
REPORTS = (20, 86_400)
"""How many reports the operator gets from one account, per seconds; shared with the website."""
LONGEST_REASON, MOST_WORDS = 500, 30
"""Letters of a reason, and words of a name, that are read."""


@dataclass(frozen=True)
class BeCivil:
    """``MUTE``, ``BLOCK``, ``REPORT`` or ``UNSAY`` in the first line, with whom or what it is about.

    ``what`` is ``talk``, ``match`` or a kind of news; empty where it is about a person, or everything. ``player`` is the
    person's account. ``unclear``: it is not known what is meant.
    """

    command: str
    what: str = ""
    player: str = ""
    name: str = ""
    why: str = ""
    unclear: bool = False
    unread: tuple[str, ...] = ()
    doubtful: bool = False

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read the first line; one that names a choice, asks, or only begins like a command is none."""
        line = _civil(" ".join(text.begun[0].split())) if text.begun else ""
        made = cls._in(text, line)
        if made is None:
            return None
        chosen = text.understand(text.begun[:1])
        if isinstance(chosen, Picks) and chosen.numbers:
            return None
        unread = text.unread(text.begun[1:])
        return replace(made, unread=unread, doubtful=text.changes(unread))

    @classmethod
    def _in(cls, text: Text, line: str) -> Self | None:
        """Return the command of a line, ``unclear`` if its first word in capitals is all that is clear."""
        found = next(_commands_in(line, COMMANDS), None)
        if found is None:
            named = (cls._about(text, command, whom) for command, whom in _commands_in(line, BEHIND))
            return next((one for one in named if one is not None and one.player and not one.why), None)
        command, what = found
        is_loud = line.split(maxsplit=1)[0].rstrip(":.!").isupper()
        made = cls._about(text, command, what, is_loud=is_loud)
        is_reason = made is not None and made.why and (is_loud or f": {made.why}" in line)
        if "?" in line and not (made is not None and ("?" in made.name or is_reason)):
            return None
        return made or (cls(command, unclear=True) if is_loud else None)

    @classmethod
    def _about(cls, text: Text, command: str, rest: str, *, is_loud: bool = False) -> Self | None:
        """Return the command about what the rest of its line names, or None if that is unknown.

        A person comes first, so that nobody by the name of ``Turns`` can make another miss theirs.
        """
        said = rest.strip(" .!")
        if command == "unsay":
            return None if said else cls(command)
        if command in ("report", "withdraw") and not said:
            return cls(command) if is_loud or command == "withdraw" else None
        people, words = _people(text.reply, command), said.split()
        for many in range(min(len(words), MOST_WORDS), 0, -1):
            why = words[many:]
            if why and (command != "report" or folded(why[0]) in TELLING):
                continue
            person = _called(people, " ".join(words[:many]), whole=not why)
            if person is not None:
                return cls(command, player=person[0], name=person[1], why=" ".join(why)[:LONGEST_REASON])
        what = MUTED.get(_loosely(said)) if command in ("mute", "unmute") else None
        return None if what is None else cls(command, what)

    def do(self, reply: Reply) -> Outcome:
        """Do it, unless text below may change what is meant; repeating it changes nothing."""
        refused = "in-doubt" if self.doubtful else "unclear" if self.unclear else ""
        people = [name for _, name in _people(reply, self.command)]
        became = Manner(refused, self.command, people=people) if refused else self._done(reply)
        return Outcome(reply.record, manner=became, unread=self.unread, once_more=self.doubtful)

    def _done(self, reply: Reply) -> Manner:
        if self.command in ("mute", "unmute"):
            return self._mute(reply, on=self.command == "mute")
        if self.command in ("block", "unblock"):
            return self._block(reply)
        if self.command == "report":
            return self._report(reply)
        context, account = reply.context, reply.account
        if self.command == "withdraw":
            mine = [one for one in context.store.reports() if (one.by, one.match) == (account.id, reply.record.match)]
            gone = [one for one in mine if self.player in ("", one.player) and context.store.forget_report(one.id)]
            return Manner("done" if gone else "nothing", self.command, name=self.name)
        return self._unsay(reply)

    def _unsay(self, reply: Reply) -> Manner:
        context, account, before = reply.context, reply.account, reply.noted(NOTED)
        own = [one for one in _read(reply, account) if one.player == account.id]
        if before is None and not own:
            return Manner("nothing", self.command)
        number, said = (own[-1].number, own[-1].text) if before is None else (int(before), "")
        reply.note_said(f"{NOTED}{number}")
        talk.unsay(context, reply.record, number, account.id)
        return Manner("done", self.command, text=said)

    def _block(self, reply: Reply) -> Manner:
        try:
            if self.command == "block":
                block_player(reply.context, reply.account.id, self.player)
            else:
                reply.context.store.unblock_player(reply.account.id, self.player)
        except AccountError:
            return Manner("not-possible", self.command, name=self.name)
        return Manner("done", self.command, name=self.name)

    def _mute(self, reply: Reply, *, on: bool) -> Manner:
        context, account, record = reply.context, reply.account, reply.record
        if self.what == "match" or self.what in switchable():
            context.store.change_prefs(account.id, lambda before: _changed(before, self.what, record.match, on=on))
        else:
            seats = record.table["seats"]
            muted = {seats[one]["player"] for one in talk.heard(context, record, account.id, reply.seat)[1]}
            about = {one["player"] for one in seats} if self.what == "talk" else {self.player}
            wanted = muted | about if on else muted - about
            talk.mute(context, record, account.id, [n for n, one in enumerate(seats) if one["player"] in wanted])
        return Manner("done", self.command, self.what, self.name)

    def _report(self, reply: Reply) -> Manner:
        context, account, record = reply.context, reply.account, reply.record
        # Who is muted or blocked may be reported for what made the sender do that.
        readable = talk.may_read(context, record, reply.seat) and self.player
        found = context.store.talk(record.match).remarks if readable else _read(reply, account)
        said = [one for one in found if one.player != account.id and self.player in ("", one.player)]
        before = reply.noted(NOTED)
        said = said if before is None else [one for one in said if one.number == int(before)]
        if not said:
            return Manner("nothing" if before is None else "done", self.command, name=self.name)
        limited = context.settings.rate_limits and before is None
        if limited and not context.store.hit("reports", account.id, *REPORTS).allowed:
            return Manner("too-many", self.command)
        reply.note_said(f"{NOTED}{said[-1].number}")
        talk.report(context, record, said[-1], account.id, self.why)
        return Manner("done", self.command, name=said[-1].name, text=said[-1].text)


NOTED = "remark "
"""The beginning of what is noted of a mail about a remark: a copy of it is about the same one."""


Civil = Literal["block", "unblock", "mute", "unmute", "mute-all", "unmute-all"]
"""What a guest may say about an invitation, or with ``all`` about all of them."""


def said_to_inviter(line: str, name: str) -> Civil | None:
    """Return what a line that answers an invitation says about the inviter, by name or without one, or about its letters.

    >>> [said_to_inviter(one, "Robin Roe") for one in ("BLOCK", "Robin bitte sperren!", "Sperre robin", "Block Eva", "Block?")]
    ['block', 'block', 'block', None, None]
    >>> [said_to_inviter(one, "Robin") for one in ("Mute", "STUMM PARTIE", "Mute invitations", "Entsperre Robin", "mute talk")]
    ['mute', 'mute', 'mute-all', 'unblock', None]
    """
    said = _civil(" ".join(line.split()))
    for command, about in (*_commands_in(said, COMMANDS), *_commands_in(said, BEHIND)):
        if command not in get_args(Civil):
            continue
        is_inviter = not about or _called([("inviter", name)], about, whole=True) is not None
        what = MUTED.get(_loosely(about)) if command in ("mute", "unmute") else None
        if is_inviter or what == "match":
            return cast(Civil, command)
        if what == INVITED.name:
            return cast(Civil, f"{command}-all")
    return None


def mute_kind(context: Context, account: str, kind: str, *, on: bool) -> None:
    """Send an account no more news of a kind from any match, or send it again."""
    context.store.change_prefs(account, lambda before: _changed(before, kind, "", on=on))


def _changed(before: Account, what: str, match: str, *, on: bool) -> dict[str, Any]:
    """Return an account's preferences with the letters about a match, or of a kind of news, muted or not."""
    if what != "match":
        return {**before.prefs, "kinds": {**before.prefs.get("kinds", {}), what: not on}}
    return {**before.prefs, "muted_matches": muted_matches(before, match, on=on)}


def _read(reply: Reply, account: Account) -> Sequence[Remark]:
    """Return the remarks at the table that the sender may read."""
    return talk.heard(reply.context, reply.record, account.id, reply.seat)[0]


def _commands_in(line: str, table: Mapping[str, Either]) -> Iterator[tuple[str, str]]:
    """Yield the commands in a line, each with its argument."""
    for command, one in table.items():
        if (found := one.fullmatch(line)) is not None:
            yield command, _civil((found.groupdict().get("what") or "").strip(" :,"))


def _civil(line: str) -> str:
    """Return a line without the courtesies around it, which say neither whom nor why."""
    return COURTESY.sub("", line.strip(AROUND)).strip(f"{AROUND},")


def _called(people: Sequence[tuple[str, str]], said: str, *, whole: bool) -> tuple[str, str] | None:
    """Return account and name of the one person who is called so, or None; ``whole``: the first of several names will do."""
    ways: list[Callable[[str], str]] = [lambda name: folded(name).strip(" :,;-"), _loosely]
    for way in ways:
        found = {player: name for player, name in people if way(name) == way(said)}
        if found:
            return next(iter(found.items())) if len(found) == 1 else None
    first = {player: name for player, name in people if _loosely(name).split()[:1] == [_loosely(said)]} if whole else {}
    return next(iter(first.items())) if len(first) == 1 else None


def _people(reply: Reply, command: str) -> list[tuple[str, str]]:
    """Return account and name of each person whom a command can be about: at the table, or among those blocked."""
    own = reply.account.id
    here = [
        (one["player"], one["name"])
        for one in reply.record.table["seats"]
        if one["player"] not in (None, own) and one["bot"] is None and one["name"]
    ]
    if command == "unblock":
        store = reply.context.store
        blocked = [(one.id, one.name) for one in store.accounts([*store.blocks_of(own)]) if one is not None]
        ids = {player for player, _ in blocked}
        at_table = [one for one in here if one[0] in ids]
        ids -= {player for player, _ in at_table}
        here = [*at_table, *(one for one in blocked if one[0] in ids)] or here
    return [(player, name) for player, name in here if player]


def tell_manner(one: Manner, words: Any) -> str:
    """Return what was done, and the line that undoes it; or why nothing was."""
    people = [plain(name, 60) for name in one.people]
    said = (one.did, one.command, one.what, plain(one.name, 60), quoted(one.text, 160) if one.text else "", people)
    return str(words.manner(*said))
