"""Mail preferences of accounts, unsubscribe links, and who has been told the operator's announcement.

Each person gets an announcement once, in the first letter that is sent while it runs. A letter that fails does not use it up;
two simultaneous letters may both contain it.
"""

import hashlib
import logging
from typing import Any, Literal, cast, get_args

from engine.kit.text.phrases import language_of
from engine.protocol.canon import b64, unb64
from engine.registry import OtherData, UnknownRules, game_of
from service.accounts.mail import mail_budgets
from service.accounts.mail.mail_address import mailbox_of
from service.config.settings import MailPictures
from service.context import Context
from service.notifications import digests
from service.notifications.asks import WISH as REMINDERS
from service.notifications.asks import wished_hours
from service.notifications.digests import PUZZLE_HOUR, WHILE_HERE, puzzle_hour, wish_of, wishes_while_here
from service.notifications.facts import MutedFacts
from service.notifications.kinds import MUTED_BY_LINK, switchable, uninvited
from service.notifications.notices import about_account
from service.store.connection.connect import Unreadable
from service.store.outbox import recipient_of_notice
from service.store.records import Account
from service.store.values import encode
from service.text.names import plain

Stopped = Literal["match", "invitations", "puzzles", "all"]
"""Which mails an unsubscribe link stops."""
UNSUBSCRIBE, MAILBOX = "unsubscribe", "unsubscribe-mailbox"
STOPPED = "stopped_by_link"
"""The preference with the time when a link last stopped mails (ms): of several simultaneous uses, one is the first."""
UNDO = MUTED_BY_LINK.name
UNDO_LIFE = 30 * 86_400_000
"""How long the letter's link can resume the mails, in milliseconds."""
MAC_BYTES = 9

PROGRAMMERS = "programmer"
"""The preference for commands and JSON in letters."""
BUTTONS = "buttons"
"""The preference for what the buttons of letters can do."""
Buttons = Literal["choices", "sign-in", "none"]
"""Kinds of buttons: they answer the letter's questions; or sign a browser in, once, to play; or nothing, as plain links."""
PICTURES = "pictures"
"""The preference about the picture of the table in letters."""


def for_programmers(account: Account) -> bool:
    """Return whether letters to the account include commands, and moves in API format."""
    return account.prefs.get(PROGRAMMERS, False) is True


def buttons_of(account: Account) -> Buttons:
    """Return what the buttons of the account's letters can do; by default, answer questions."""
    wished = account.prefs.get(BUTTONS)
    return cast(Buttons, wished) if wished in get_args(Buttons) else "choices"


def pictures_of(account: Account, usual: MailPictures) -> MailPictures:
    """Return how letters to the account show the table; the installation's default unless chosen otherwise."""
    wished = account.prefs.get(PICTURES)
    return cast(MailPictures, wished) if wished in get_args(MailPictures) else usual


def notifications(account: Account, pictures: MailPictures) -> dict[str, Any]:
    """Return which kinds of notices come by mail, which matches are muted, and what letters contain.

    :param pictures: the installation's default for showing the table in letters.
    """
    kinds = account.prefs.get("kinds", {})
    return {
        "kinds": {kind: bool(kinds.get(kind, True)) for kind in switchable()},
        "muted_matches": sorted(account.prefs.get("muted_matches", [])),
        "for_programmers": for_programmers(account),
        WHILE_HERE: wishes_while_here(account),
        BUTTONS: buttons_of(account),
        PICTURES: pictures_of(account, pictures),
        PUZZLE_HOUR: puzzle_hour(account),
        "digest": wish_of(account).mode,
        "digest_hour": wish_of(account).hour,
        digests.FROM: digests.quiet_hours(account)[0],
        digests.TO: digests.quiet_hours(account)[1],
        digests.MAILS: digests.wishes_quiet_mails(account),
        REMINDERS: list(wished_hours(account)),
    }


def muted_matches(account: Account, match: str, *, on: bool) -> list[str]:
    """Return the matches about which the account gets no letters, once this one is muted or not."""
    others = {*account.prefs.get("muted_matches", [])} - {match}
    return sorted(others | {match} if on else others)


def unsubscribe_link(
    context: Context, account: Account, match: str, *, invitation: bool = False, puzzles: bool = False
) -> str:
    """Return the text of a letter's unsubscribe link for the account's mailbox.

    :param match: the match of the letter; empty for several matches.
    :param puzzles: the letter has the puzzle of a day, and the link stops such letters.
    """
    of = {"of": "invitation"} if invitation else {"of": "puzzles"} if puzzles else {}
    return context.links.make(UNSUBSCRIBE, {"account": account.id, "match": match, "to": _word(context, account), **of})


def unsubscribe(context: Context, link: str, everything: bool = False) -> Stopped | None:
    """Stop the link's mails, or all mails; doing it again changes nothing. Return None if it is not our link.

    A link from an invitation, or to an unconfirmed address, stops all invitations from everybody.
    """
    scope = unsubscribe_scope(context, link)
    if scope is None:
        return None
    account, match, stopped = scope
    if everything:
        stopped = "all"

    before, at = account, context.store.now()

    def change(now: Account) -> dict[str, Any]:
        nonlocal before
        before = now
        if stopped == "all":
            wanted: dict[str, Any] = {"kinds": dict.fromkeys(switchable(), False)}
        elif stopped == "puzzles":
            wanted = {PUZZLE_HOUR: None}
        else:
            wanted = {"muted_matches": muted_matches(now, match, on=True)}
            if stopped == "invitations":
                wanted["kinds"] = {**now.prefs.get("kinds", {}), **dict.fromkeys(uninvited(), False)}
        return now.prefs if wanted.items() <= now.prefs.items() else {**now.prefs, **wanted, STOPPED: at}

    if stopped in ("invitations", "all"):
        mail_budgets.refuse_invitations(context, account)
    after = context.store.change_prefs(account.id, change)
    if after is not None and after.prefs != before.prefs and after.verified and stopped in ("match", "all"):
        _tell(context, before, match if stopped == "match" else "", at)
    return stopped


def _tell(context: Context, before: Account, match: str, at: int) -> None:
    """Send the letter which says that a link has stopped mails: anybody with a forwarded letter may have used it.

    :param before: the account as it was.
    :param match: the muted match; empty if all mails are stopped.
    :param at: the time of the change in the account's preferences, in milliseconds, so that each change has one letter.
    """
    unwanted = [kind for kind, wants in before.prefs.get("kinds", {}).items() if not wants]
    said = {"account": before.id, "match": match, "to": _word(context, before), "off": unwanted}
    facts = MutedFacts(
        title=_title(context, before, match) if match else "",
        everything=not match,
        hidden_code=context.links.hide(UNDO, context.links.make(UNDO, said, at + UNDO_LIFE)),
        expires=at + UNDO_LIFE,
    )
    for notice in about_account(MUTED_BY_LINK, before.id, facts, occasion=f"{match or 'all'}.{at}", at=at):
        context.store.notify([notice], recipient_of_notice(notice))


def _title(context: Context, account: Account, match: str) -> str:
    """Return a match's title in the account's letters; empty if it is gone or unreadable."""
    (record,) = context.store.load_many([match])
    if record is None or isinstance(record, Unreadable):
        return ""
    try:
        rules, title = game_of(record.table).rules, record.table["title"]
    except (UnknownRules, OtherData):
        return ""
    return rules.title_in(language_of(account.language)) if title == rules.title else title


def undo_scope(context: Context, link: str) -> tuple[Account, str] | None:
    """Return the account and the match (empty = all) whose mails an undo link resumes, or None if it is invalid.

    It expires, and is invalid for any other mailbox, as unsubscribe links are.
    """
    found = _undone_by(context, link)
    return None if found is None else (found[0], found[1]["match"])


def undo(context: Context, link: str) -> tuple[Account, str] | None:
    """Resume mails that a link has stopped; return the same as :func:`undo_scope`. Doing it again changes nothing."""
    found = _undone_by(context, link)
    if found is None:
        return None
    account, said = found

    def change(now: Account) -> dict[str, Any]:
        if said["match"]:
            return {**now.prefs, "muted_matches": muted_matches(now, said["match"], on=False)}
        return {**now.prefs, "kinds": {kind: kind not in said["off"] for kind in switchable()}}

    context.store.change_prefs(account.id, change)
    return account, said["match"]


def _undone_by(context: Context, link: str) -> tuple[Account, dict[str, Any]] | None:
    said = context.links.read(UNDO, link)
    account = None if said is None else context.store.account(said["account"])
    if said is None or account is None or not _is_word(context, account, said["to"]):
        return None
    return account, said


def _word(context: Context, account: Account) -> str:
    """Return a word for the account's mailbox that does not reveal it."""
    return b64(context.links.derive(MAILBOX, account.id, mailbox_of(account.mail))[:MAC_BYTES])


def _is_word(context: Context, account: Account, word: str) -> bool:
    return context.links.was_derived(unb64(word), MAILBOX, account.id, mailbox_of(account.mail))


def unsubscribe_scope(context: Context, link: str) -> tuple[Account, str, Stopped] | None:
    """Return the account, the match and the mails that an unsubscribe link stops, or ``None`` if the link is invalid.

    It is invalid for any other mailbox: a former owner of the mailbox with old letters must not stop those that the
    account's owner gets now.
    """
    payload = context.links.read(UNSUBSCRIBE, link)
    account = None if payload is None else context.store.account(payload["account"])
    if payload is None or account is None:
        return None
    if not _is_word(context, account, payload["to"]):
        return None
    if payload.get("of") == "puzzles":
        return account, "", "puzzles"
    if not payload["match"]:
        return account, "", "all"  # a digest's: it is about no match
    invitation = payload.get("of") == "invitation" or not account.verified
    return account, payload["match"], "invitations" if invitation else "match"


TOLD = "announcement_told"
"""The preference with the digest of the last announcement told."""
LONGEST = 500

log = logging.getLogger("siegelpost.deliver")


def announcement_for(context: Context, account: Account) -> str:
    """Return the announcement in the account's language; empty if it was told already, or there is none."""
    words = _words(context) if account.verified else None
    if not words or account.prefs.get(TOLD) == _named(words):
        return ""
    return plain(words.get(language_of(account.language), words.get("en", "")), LONGEST)


def note_told(context: Context, account: Account) -> None:
    """Record that a letter to the account told the announcement."""
    words = _words(context) if account.verified else None
    if words and account.prefs.get(TOLD) != _named(words):
        context.store.change_prefs(account.id, lambda before: {**before.prefs, TOLD: _named(words)})


def _words(context: Context) -> dict[str, str] | None:
    try:
        return context.store.announced()
    except Unreadable as error:
        log.error("letters leave out what is announced: %s", error)
        return None


def _named(words: dict[str, str]) -> str:
    return hashlib.sha256(encode(words).encode()).hexdigest()[:16]
