"""Answers to invitations: JA takes a seat, NEIN declines, and anything else is answered with the invitation again. A
guest who has taken a seat gives it back with NEIN until the match begins.

The address for answers is signed for one account, its mailbox, one table and one invitation, so only a reader of the
letter can know it. Taking a seat creates an account for a newcomer, so the mail must also be shown to come from the
mailbox: by the installation's mail server (DMARC), or by a "yes" to a second letter. A mail from another address does
nothing except that, a few times a day, it causes a letter with the button to the mailbox itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from email.message import EmailMessage
from functools import partial
from typing import Literal, cast, get_args

from engine.contract import Language
from engine.registry import game_of
from service.accounts import AccountError
from service.accounts.people import block_player
from service.context import Context
from service.matches.caps import CapReached
from service.matches.changes import new_step
from service.matches.errors import MatchError
from service.matches.numbering import digest_of
from service.matches.seating import inviting, lobby
from service.matches.seating.guests import guest_of, invitation_digest, is_withdrawn
from service.matches.seating.seats import seat_of
from service.notifications.kinds import INVITED
from service.notifications.notices import about_match
from service.processes.wake import wake
from service.store.records import Account, Notice, Record
from service.store.replies import ReplyNote
from service.text.names import BadName, checked, quoted
from workers.inbox.commands.account import language_in
from workers.inbox.commands.manners import Civil, mute_kind, said_to_inviter
from workers.inbox.grammar import after_greeting, doubt_below
from workers.inbox.text import Incoming
from workers.inbox.words import REFUSING_SIGNS, phrases, regex, unread_in, word_set, words_of
from workers.mail import headers
from workers.mail.compose import compose, evidence_of
from workers.mail.letter import AnswerLetter, Link, Understood
from workers.mail.page import Page
from workers.mail.parts.telling import title_of
from workers.mail.reader import Reader
from workers.mail.reply_address import ASKED_BACK, ReplyAddress
from workers.mail.sender import Sender, fill, sender_of, start_message

MOST = 40
"""Characters of a name."""
LOOKED_AT = 3
YES = word_set("invitations.yes")
NO = word_set("invitations.no")
BESIDE = word_set("invitations.beside")
FLATLY = word_set("invitations.flatly")
"""What says no even in front of a yes: "No, I won't play"."""
IN_WORDS = frozenset(phrases("invitations.in_words"))
SALUTATION = regex("invitations.salutation")
MOST_COURTEOUS = 2
"""The most courteous sentences before the one that says yes or no."""
SENTENCE = re.compile(r"([^.!]*)[.!]*\s*(.*)", re.DOTALL)
NAME = regex("invitations.name")


@dataclass(frozen=True)
class Said:
    """An answer to an invitation; ``name`` is empty if none is given; ``more``: it says something else as well.
    ``doubt`` is the line that makes a yes or no unclear."""

    what: Literal["yes", "no", "language", "unclear"] | Civil
    language: Language | None = None
    name: str = ""
    more: bool = False
    doubt: str = ""


def read_answer(lines: Sequence[str], *, inviter: str = "", once_more: bool = False) -> Said:
    """Return the answer that a mail's lines give to an invitation; ``once_more``: the letter said that only their first
    word counts.

    >>> [read_answer([one]).what for one in ("JA", "Ich bin dabei!", "Yes, I'd love to play", "Nein danke", "Ja, aber später")]
    ['yes', 'yes', 'yes', 'no', 'unclear']
    >>> [read_answer(one).what for one in (["OK.", "I will think about it"], ["Ja. Und jetzt löscht mich"], ["Gern. Später."])]
    ['unclear', 'unclear', 'unclear']
    >>> [read_answer([one]).what for one in ("Oh ja, ich spiele gerne mit!", "Hi Fritz, ja klar!", "Keine Lust", "Oh")]
    ['yes', 'yes', 'unclear', 'unclear']
    >>> read_answer(["Vielen Dank für die Einladung!", "Ich bin gerne dabei.", "Gruß, Gerda"]).what, read_answer(["Danke!"]).what
    ('yes', 'unclear')
    >>> read_answer(["Super! Aber erst ab Montag."]).what, read_answer(["Danke.", "Nein"]).what
    ('unclear', 'no')
    >>> read_answer(["Ja doch, die Mail war von mir. Name: Wilma"])
    Said(what='yes', language=None, name='Wilma', more=False, doubt='')
    >>> read_answer(["Ja, die Mail war nicht von mir"]).what, read_answer(["Die Mail war von mir"]).what
    ('unclear', 'unclear')
    >>> read_answer(["Hallo Robin,", "ja gerne!", "NAME Gerd"])
    Said(what='yes', language=None, name='Gerd', more=False, doubt='')
    >>> read_answer(["Ja", "aber später"]).doubt, read_answer(["Ja", "aber später"], once_more=True).what
    ('aber später', 'yes')
    >>> read_answer(["Robin sperren"], inviter="Robin").what, read_answer(["BLOCK", "but not yet"]).doubt
    ('block', 'but not yet')
    >>> said = "Sounds great, count me in", "I'd love to play", "Merci pour l'invitation, je participe", "Salut Robin, oui"
    >>> {read_answer([one]).what for one in said}, read_answer(["Non, je ne joue pas"]).what, read_answer(["count me out"]).what
    ({'yes'}, 'no', 'unclear')
    >>> read_answer(["Deutsch"]).language, read_answer(["Was ist das?"]).what, read_answer([]).what
    ('de', 'unclear', 'unclear')
    """
    greeted = SALUTATION.fullmatch(lines[0]) if lines else None
    begun = after_greeting(lines) if greeted is None else [greeted["rest"], *lines[1:]]
    spoken = language_in(begun)
    if spoken is not None:
        return Said("language", spoken)
    if not begun:
        return Said("unclear")
    civil = said_to_inviter(begun[0], inviter)
    if civil is not None:
        doubt = "" if once_more else doubt_below(begun[1:], sentences=False)
        return Said("unclear", doubt=doubt) if doubt else Said(civil, more=any(unread_in(begun[1:])))
    first, below = _telling_sentence(begun)
    name, below = _name_in(below)
    begins = _meant("".join(words_of(first)[:1]))
    meant = _meant(first) or (begins if once_more else None)
    doubt = lines[0] if meant is None and begins is not None else ""
    if meant is not None and not once_more:
        doubt = doubt_below(below, sentences=False)
    return (
        Said("unclear", doubt=doubt) if doubt or meant is None else Said(meant, name=name, more=any(unread_in(below)))
    )


def name_of(display: str) -> str:
    """Return the name for a new player from the display name of their mails: the first name if it is allowed, else
    nothing.

    >>> name_of("Gerd Müller"), name_of("Müller, Gerd"), name_of("gerd@home.example"), name_of("")
    ('Gerd', 'Gerd', '', '')
    """
    last, comma, first = display.strip("\"' ").partition(",")
    words = (first if comma else last).split()
    return _good(words[0].strip("\"'")) if words and "@" not in display else ""


def _telling_sentence(lines: Sequence[str]) -> tuple[str, list[str]]:
    """Return the first sentence that is not just polite, and the lines below it."""
    left = list(lines)
    for _ in range(MOST_COURTEOUS + 1):
        found = SENTENCE.fullmatch(left[0])
        assert found is not None  # it matches everything
        first, left = found[1], [*filter(None, [found[2]]), *left[1:]]
        words = {word.strip(".'-") for word in words_of(first)}
        if not left or not words or not words <= BESIDE or " ".join(words_of(first)) in IN_WORDS:
            break
    return first, left[: 1 + LOOKED_AT]


def _meant(sentence: str) -> Literal["yes", "no"] | None:
    if "?" in sentence or not REFUSING_SIGNS.isdisjoint(sentence):
        return None
    words = [word.strip(".'-") for word in words_of(sentence)]
    if " ".join(words) in IN_WORDS:
        return "yes"
    says_yes, says_no = YES.intersection(words), NO.intersection(words)
    in_words = any(f" {one} " in f" {' '.join(words)} " for one in IN_WORDS)
    if not words or not set(words) <= YES | NO | BESIDE or (says_yes and says_no and words[0] not in FLATLY):
        return None
    if says_no:
        return None if "ohne" in says_no and len(says_no) > 1 else "no"  # "nicht ohne mich" says the contrary
    return "yes" if says_yes or in_words else None


def _name_in(lines: Sequence[str]) -> tuple[str, list[str]]:
    """Return the name given in the lines, and the other lines."""
    for place, line in enumerate(lines):
        found = NAME.fullmatch(line)
        if found is not None and (name := _good(found["name"].strip(" .!"))):
            return name, [*lines[:place], *lines[place + 1 :]]
    return "", list(lines)


def _good(name: str) -> str:
    try:
        return checked(name, "name") if 1 <= len(name) <= MOST else ""
    except BadName:
        return ""


# The letters that answer what was said to an invitation: the invitation once more, or that its reader sits at the table.


Did = Literal[
    "joined", "seated", "confirm", "declined", "language", "unclear", "elsewhere", "over", "refused", "blocked",
    "by-program", "once-more", "struck-out", "too-late", Civil,
]  # fmt: skip
"""The outcome of an answer. ``seated``: its sender already had a seat; ``too-late``: which cannot be given back now;
``confirm``: the sender is asked to confirm; ``elsewhere``: it is not shown to come from the mailbox; ``over``: this
invitation gives no seat any more; ``refused``: not by mail; ``by-program``: it may come from a program, by the header
in its code; ``once-more``: it is asked for again because of the line in its code; ``struck-out``: it is unclear
because of what is struck out; the others are :data:`workers.inbox.commands.manners.Civil`, done."""
WITHOUT_INVITATION = ("joined", "seated", "too-late", "over", "blocked", *get_args(Civil))
"""What is answered without the invitation."""


@dataclass(frozen=True)
class Became:
    """The outcome of an answer, with its account and table afterwards; ``more`` is set if it also contains text that
    was not read."""

    did: Did
    account: Account
    record: Record
    code: str = ""
    more: bool = False


def _answer_to_guest(context: Context, mail: Incoming, became: Became, address: ReplyAddress) -> EmailMessage:
    """Return the answering letter: the invitation again, with what was understood, or confirmation of the seat."""
    sender, name = sender_of(context, became.record), f"reply.{mail.key[:40]}"
    if became.did in WITHOUT_INVITATION:
        letter = letter_to_seated(mail, became, sender, name)
        if letter["Reply-To"] is None and became.did in get_args(Civil):
            letter["Reply-To"] = address.signed(
                context.links, context.settings.reply_host, became.account.id, became.account.letterbox
            )
        return letter
    letter = letter_to_guest(mail, became, sender, name, _invitation(context, became))
    if became.did in ("confirm", "once-more"):
        account, host, again = became.account, context.settings.reply_host, became.did == "once-more"
        asks = replace(address, seat=ASKED_BACK if became.did == "confirm" else address.seat, once_more=again)
        del letter["Reply-To"]
        letter["Reply-To"] = asks.signed(context.links, host, account.id, account.letterbox)
    return letter


def letter_to_guest(mail: Incoming, became: Became, sender: Sender, name: str, invitation: Notice) -> EmailMessage:
    """Return the letter that repeats the invitation, with what was understood of the answer to it."""
    reader = Reader.of(became.account, became.record.now)
    lines = [str(reader.words("invitation-answered").did(became.did, became.code))]
    letter = compose(
        [invitation],
        became.account,
        became.record,
        sender,
        name=name,
        previous=mail.message_id or None,
        understood=Understood(lines),
    )
    line = str(reader.words("invitation-answered").subject_of(became.did))
    del letter["Subject"]
    letter["Subject"] = headers.subject(title_of(became.record, game_of(became.record.table), reader), [""], [line])
    del letter["Siegelpost-Events"]  # it tells the invitation once more, which is no event
    return letter


def _invitation(context: Context, became: Became) -> Notice:
    """Return the invitation as it would read now; it goes out with the answer and is not queued."""
    record, account = became.record, became.account
    step = new_step(context, record.table, n=record.n, head=record.head, at=record.at, now=record.now)
    owner = context.store.account(record.table["owner"])
    assert owner is not None  # a table whose owner is deleted is cancelled
    facts = inviting.invited_facts(owner, record.table, account.language)
    told = about_match(
        INVITED, step, account.id, None, facts, at=record.now, wait=0, n=inviting.FIRST, occasion="answer"
    )
    return told[0]


def letter_to_seated(mail: Incoming, became: Became, sender: Sender, name: str) -> EmailMessage:
    """Return the letter to a guest who has a seat, or can no longer take one."""
    record, account = became.record, became.account
    reader = Reader.of(account, record.now)
    page = Page(reader, sender.public_url, sender.public_key, record, game_of(record.table))
    words, seat = reader.words("invitation-answered"), seat_of(record.table, account.id)
    called = "" if seat is None else page.names[seat]
    is_civil = became.did in get_args(Civil)
    lines = [str(words.did(became.did, became.code))] if seat is None or is_civil or became.did == "too-late" else []
    lines += [str(words.sits(page.title, called))] if seat is not None else []
    lines += [str(words.rest())] if became.more else []
    links = [Link(str(reader.say.links_rules()), f"{page.public_url}/rules/{record.table['rules'].partition('@')[0]}")]
    if seat is not None:
        links = [Link(str(reader.say.links_match()), page.table_url), *links]
    about = words.subject_of(became.did) if is_civil else words.subject(seat is not None)
    subject = headers.subject(page.short_title, [""], [str(about)])
    letter = AnswerLetter(
        subject=subject,
        name=reader.name,
        lines=lines,
        help=[] if seat is None else [str(words.then(_stage(record)))],
        n=record.n,
        head=record.head,
        key=sender.key_id,
        evidence=evidence_of(record, sender),
        links=links,
        why=str(reader.words("reply").why(page.title)),
        brief=True,
    )
    message = start_message(name, account, sender, record.now, subject, kind="auto-replied")
    headers.thread(message, record.match, sender.mail_from, mail.message_id or None)
    if seat is not None and sender.reply is not None:
        message["Reply-To"] = sender.reply(account, record.match, seat, digest_of([]), False)
    fill(message, reader, letter, sender)
    return message


def _stage(record: Record) -> Literal["waits", "begins", "runs", "over"]:
    """Return the stage of a seated guest's table."""
    status = record.table["status"]
    if status != "lobby":
        return "over" if status == "closed" else "runs"
    try:
        lobby.in_lobby(record.table)
    except MatchError:
        return "begins"
    return "waits" if any(one["player"] is None for one in record.table["seats"]) else "begins"


def guest_at(context: Context, record: Record, address: ReplyAddress) -> Account | None:
    """Return the account that owns the address: a guest of the table, seated or not, if this mailbox was sent the
    letter."""
    guests = context.store.accounts([one["account"] for one in record.table.get("guests", [])])
    known = (
        one for one in guests if one is not None and one.mail and address.is_of(context.links, one.id, one.letterbox)
    )
    return next(known, None)


def answer_guest(
    context: Context,
    account: Account,
    record: Record,
    address: ReplyAddress,
    mail: Incoming,
    note: ReplyNote,
    *,
    proved: bool,
) -> Callable[[], EmailMessage]:
    """Carry out a guest's mail; return a function that writes the answering letter.

    :param proved: the mail is shown to come from the account's mailbox.
    """
    guest = guest_of(record.table, account.id)
    spoken = "" if guest is None else guest["language"]
    # One that has never logged in reads the language of the invitation.
    account = replace(account, language=spoken) if spoken and not account.verified else account
    became = _Guest(context, account, record, address, mail, note).answer(proved=proved)
    return partial(_answer_to_guest, context, mail, became, address)


@dataclass(frozen=True)
class _Guest:
    """A guest's mail: whose it is, the table as it was read, and what was noted of the same mail."""

    context: Context
    account: Account
    record: Record
    address: ReplyAddress
    mail: Incoming
    note: ReplyNote

    def answer(self, *, proved: bool) -> Became:
        """Carry the mail out."""
        mail, owner = self.mail, self.context.store.account(self.record.table["owner"])
        is_unread = mail.doubtful or mail.is_reaction or mail.unclear == "struck-out"
        inviter = "" if owner is None else owner.name
        said = read_answer(() if is_unread else mail.lines, inviter=inviter, once_more=self.address.once_more)
        before = self._settled()
        if proved and owner is not None and said.what in get_args(Civil):
            return self._be_civil(owner, cast(Civil, said.what), more=said.more)
        if before == "seated" and proved and said.what == "no":
            return self._give_back()
        if before is not None or not proved:
            return self._became(before or "elsewhere")
        return self._became("by-program", mail.doubtful) if mail.doubtful else self._do(said)

    def _became(self, did: Did, code: str = "", *, more: bool = False) -> Became:
        return Became(did, self.account, self.record, code, more)

    def _do(self, said: Said) -> Became:
        """Carry out a mail shown to be its reader's, to an invitation that still stands."""
        if said.what == "language" and said.language is not None:
            inviting.speak(self.context, self.record.match, self.account, said.language)
            return Became("language", replace(self.account, language=said.language), self.record)
        if said.what == "no":
            return self._decline(self.record)
        if said.what == "yes" and (self.context.settings.reply_authserv or self.address.asked_back):
            return self._sit(said)
        if said.doubt:
            return self._became("once-more", quoted(said.doubt, 60))
        return self._became("confirm" if said.what == "yes" else "struck-out" if self.mail.has_struck else "unclear")

    def _settled(self) -> Did | None:
        """Return why a mail can change nothing, or None where the invitation still offers its reader a seat."""
        table, account = self.record.table, self.account
        if self.context.store.blocking(account.id) is not None:
            return "blocked"
        if seat_of(table, account.id) is not None:
            return "seated"
        try:
            lobby.in_lobby(table)
        except MatchError:
            return "over"
        free = any(one["player"] is None for one in table["seats"])
        stands = self.address.asked.hex() == invitation_digest(table["invitation"])
        return None if free and stands and not is_withdrawn(table, account.id) else "over"

    def _give_back(self) -> Became:
        """Give the seat back before the match begins. A copy of the mail does nothing once the table has changed.

        Otherwise a late copy would give up a seat that was taken again.
        """
        context, account, match = self.context, self.account, self.record.match
        if account.id == self.record.table["owner"] or self.note.said != [begun_at(self.record)]:
            return self._became("seated")
        context.store.note_reply(account.id, self.mail.key, self.note)
        try:
            return self._decline(lobby.leave(context, match, account))
        except MatchError:
            record = context.store.load(match) or self.record
            return Became("too-late" if _stage(record) == "begins" else "seated", account, record)

    def _be_civil(self, owner: Account, what: Civil, *, more: bool) -> Became:
        """Block the inviter or end the letters about the table, both of which decline; end all invitations; or undo it."""
        context, account, record = self.context, self.account, self.record
        if what in ("mute-all", "unmute-all"):
            mute_kind(context, account.id, INVITED.name, on=what == "mute-all")
        elif what == "unblock":
            context.store.unblock_player(account.id, owner.id)
        elif what == "block":
            try:
                block_player(context, account.id, owner.id)
            except AccountError:
                return self._became("unclear")
        seated = seat_of(record.table, account.id) is not None
        if what in ("block", "mute") and not seated:
            record = self._decline(record).record
        return Became(what, account, record, "seated" if seated else "", more)

    def _decline(self, record: Record) -> Became:
        try:
            return Became("declined", self.account, inviting.decline(self.context, record.match, self.account.id))
        except MatchError:
            return Became("over", self.account, record)

    def _sit(self, said: Said) -> Became:
        """Seat the sender; this confirms a newcomer's account, in the language of its letters."""
        context, account, record = self.context, self.account, self.record
        if not account.verified:
            name = said.name or name_of(self.mail.display)
            wish = {"language": account.language, **({"name": name} if name else {})}
            account = context.store.update_account(account.id, verified=True, bouncing=False, **wish) or account
            context.store.forget_bounces(account.id)
        try:
            joined = lobby.join(context, record.match, account, seat=None, invitation=record.table["invitation"])
        except (MatchError, CapReached) as error:
            if error.code == "already-seated":
                return Became("seated", account, context.store.load(record.match) or record)
            late = error.code in ("full", "not-in-lobby", "invitation-wrong", "removed-from-table")
            return Became("over" if late else "refused", account, record, error.code)
        wake(context.settings.queue_url, "resolve", record.match)
        return Became("joined", account, joined, more=said.more)


def begun_at(record: Record) -> str:
    """Return the note kept of a mail: the table's progress when it first arrived."""
    return f"table:{record.n}"
