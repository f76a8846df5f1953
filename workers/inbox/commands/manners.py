"""Good manners by mail: muting talk and letters, blocking a person, reporting and erasing a remark.

Each of these affects only what the sender reads, or what they said themselves, can be undone by a line that the answer
names, and is told to nobody else (a report: to the operator only). So the letter's address is enough to authorize it, as
for the language; the answer goes to the account's own mailbox.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from service.accounts import AccountError
from service.accounts.people import block_player
from service.context import Context
from service.matches import talk
from service.notifications.kinds import switchable
from service.store.matches.talk import Remark
from service.store.records import Account
from service.text.names import plain, quoted
from workers.inbox.commands import Manner, Outcome, Picks, Reply
from workers.inbox.offered import Text
from workers.inbox.words import Line, by_word, folded, regexes
from workers.mail.page import Page

COMMANDS = regexes("manners.commands")
WHOM_OR_WHAT = by_word("manners.what")
KINDS = by_word("manners.kinds")
REPORTS = (20, 86_400)
"""How many reports the operator gets from one account, per seconds; shared with the website."""
LONGEST_REASON = 500
Doing = Mapping[str, str]


@dataclass(frozen=True)
class BeCivil:
    """``MUTE``, ``BLOCK``, ``REPORT`` or ``UNSAY`` in the first line, with whom or what it is about.

    ``what`` is ``talk``, ``match`` or a kind of news; empty where it is about a person, or everything. ``seat`` is the
    person's, ``player`` the account. ``unclear``: it is not known what is meant.
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
        line = " ".join(text.begun[0].split()).strip(" .!") if text.begun else ""
        found = next(((name, match) for name, one in COMMANDS.items() if (match := one.fullmatch(line))), None)
        if found is None or "?" in line:
            return None
        command, match = found
        rest = (match.groupdict().get("what") or "").strip(" :,")
        made = cls._about(text, command, rest)
        if made is None and not line.split()[0].rstrip(":").isupper():
            return None
        chosen = text.understand(text.begun[:1])
        if isinstance(chosen, Picks) and chosen.numbers:
            return None
        made, unread = made or cls(command, unclear=True), text.unread(text.begun[1:])
        return cls(command, made.what, made.player, made.name, made.why, made.unclear, unread, text.changes(unread))

    @classmethod
    def _about(cls, text: Text, command: str, rest: str) -> Self | None:
        """Return the command about what the rest of its line names, or None if that is unknown."""
        said = Line.of(rest).polite
        if command == "unsay":
            return cls(command)
        if command in ("mute", "unmute") and (what := WHOM_OR_WHAT.get(said) or KINDS.get(said)):
            return cls(command, what)
        if command in ("report", "withdraw") and not said:
            return cls(command)
        for player, name in _people(text.reply, everywhere=command == "unblock"):
            called = re.match(rf"{re.escape(name)}(?![\w-])", rest, re.IGNORECASE)
            why = rest[called.end() :].strip(" :,;-") if called is not None else ""
            if called is not None and (not folded(why) or command == "report"):
                return cls(command, player=player, name=name, why=why[:LONGEST_REASON])
        return None

    def do(self, reply: Reply) -> Outcome:
        """Do it, unless text below may change what is meant; repeating it changes nothing."""
        refused = "in-doubt" if self.doubtful else "unclear" if self.unclear else ""
        became = Manner(refused, self.command) if refused else self._done(reply)
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
        own = [one for one in _read(reply, account) if one.player == account.id]
        gone_now = bool(own) and talk.unsay(context, reply.record, own[-1].number, account.id)
        return Manner("done", self.command, text=own[-1].text) if gone_now else Manner("nothing", self.command)

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
        context, account = reply.context, reply.account
        said = [one for one in _read(reply, account) if one.player != account.id and self.player in ("", one.player)]
        if not said:
            return Manner("nothing", self.command, name=self.name)
        limited = context.settings.rate_limits
        if limited and not context.store.hit("reports", account.id, *REPORTS).allowed:
            return Manner("too-many", self.command)
        talk.report(context, reply.record, said[-1], account.id, self.why)
        return Manner("done", self.command, name=said[-1].name, text=said[-1].text)


def _changed(before: Account, what: str, match: str, *, on: bool) -> dict[str, Any]:
    """Return an account's preferences with the letters about a match, or of a kind of news, muted or not."""
    if what != "match":
        return {**before.prefs, "kinds": {**before.prefs.get("kinds", {}), what: not on}}
    others = {*before.prefs.get("muted_matches", [])} - {match}
    return {**before.prefs, "muted_matches": sorted(others | ({match} if on else set()))}


def _read(reply: Reply, account: Account) -> Sequence[Remark]:
    """Return the remarks at the table that the sender may read."""
    return talk.heard(reply.context, reply.record, account.id, reply.seat)[0]


def _people(reply: Reply, *, everywhere: bool) -> list[tuple[str, str]]:
    """Return account and name of each other person at the table, long names first; ``everywhere``: also of those blocked."""
    own = reply.account.id
    found = [
        (one["player"], one["name"])
        for one in reply.record.table["seats"]
        if one["player"] not in (None, own) and one["bot"] is None and one["name"]
    ]
    found += _blocked(reply.context, own) if everywhere else []
    return sorted(((player, name) for player, name in found if player), key=lambda one: -len(one[1]))


def _blocked(context: Context, account: str) -> list[tuple[str, str]]:
    return [
        (one.id, one.name) for one in context.store.accounts([*context.store.blocks_of(account)]) if one is not None
    ]


def tell_manner(one: Manner, page: Page, words: Any) -> str:
    """Return what was done, and the line that undoes it; or why nothing was."""
    people = [name for name in page.names if name]
    said = (one.did, one.command, one.what, plain(one.name, 60), quoted(one.text, 160) if one.text else "", people)
    return str(words.manner(*said))
