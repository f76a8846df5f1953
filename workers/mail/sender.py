"""The installation that writes: its addresses, keys, and what makes the links and addresses that a letter carries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from engine.protocol.evidence import SignedCheckpoint
from engine.transparency.checkpoint import checkpoint_of
from service.accounts.mail.mail_preferences import unsubscribe_link
from service.accounts.mail.table_links import make_link
from service.choices.answering import make_choice_link
from service.choices.taking_back import may_answer_again
from service.context import Context
from service.keys.keyring import countersigned
from service.keys.signing import Signer
from service.matches.again import as_last_time
from service.matches.numbering import Numbered
from service.matches.seating.guests import invitation_digest
from service.store.records import Account, Record
from workers.mail.reply_address import (
    make_address,
    make_confirming_address,
    make_invited_address,
    make_once_more,
    make_suggesting_address,
)

LOOKED_AT = 80
"""Entries of the log in which a letter looks for an answer that may be given again: a few rounds."""

Unsubscribe = Callable[[Account, str, bool], str]
"""From an account, a match and whether it is an invitation to the token of the unsubscribe link of its mailbox."""
SignHead = Callable[[str, int, bytes], bytes]
"""From a match, the number of an entry and the head after it to the server's signature."""
Enter = Callable[[Account, str, int, str], str]
"""From an account, a match, a moment (ms) and an invitation (or nothing) to the token of the link that opens the table."""
Choose = Callable[[Account, str, int, bytes], str]
"""From an account, a match, a seat and a question (its digest) to the link of the page that answers it."""
Anew = Callable[[str, int], str]
"""From a link that answers a question and the number of the act that took its answer back to the text that lets it answer."""
Repeats = Callable[[Record, int, Numbered], bool]
"""From a match, a seat and a question to whether the seat's own last answer to such a question can be given again."""
Confirm = Callable[[Account, str, int, bytes], str]
"""From an account, a match, a seat and what is to be confirmed (8 bytes) to the address for the answer that does."""
Suggest = Callable[[Account, str, int, bytes, int, bool, bytes], str]
"""As ``Reply``, for a letter that also asks whether the choice with a number was meant, and what is said ahead with it."""
InvitedReply = Callable[[Account, str, str], str]
"""From an account, a match and its invitation to the address for the answer of whoever is invited."""
OnceMore = Callable[[Account, str], str]
"""From an account and an address of a letter to it to that of a letter which asks for the same once more."""
Reply = Callable[[Account, str, int, bytes, bool], str]
"""From account, match, seat, what a letter asks (its digest) and whether it lists all choices to the address for answers."""


@dataclass(frozen=True)
class Sender:
    """The installation that writes about a match: its addresses, the key of the match and its short name.

    ``unsubscribe`` and ``enter`` make the tokens of the links that letters carry, ``sign_head`` the signature of a head.
    ``checkpoint`` is the latest of the log of all matches, by the same key, ``None`` while there is none. ``reply`` makes the
    address for answers, ``None`` where no mail is read; ``choose`` the links that answer a question, or ``None``. ``anew`` gives
    the text by which such a link answers after an answer was taken back. ``repeats`` says whether "as last time" means something.
    ``confirm`` makes the address that confirms something, ``suggest`` that of a letter which suggests a choice, ``invited`` that
    of an invitation, where mail is read; ``once_more`` that of a letter which asks again.
    """

    public_url: str
    mail_from: str
    key_id: str
    public_key: str
    unsubscribe: Unsubscribe
    enter: Enter
    sign_head: SignHead
    checkpoint: SignedCheckpoint | None = None
    reply: Reply | None = None
    choose: Choose | None = None
    anew: Anew | None = None
    repeats: Repeats | None = None
    confirm: Confirm | None = None
    suggest: Suggest | None = None
    invited: InvitedReply | None = None
    once_more: OnceMore | None = None


def sender_of(context: Context, record: Record | None = None) -> Sender:
    """Return the installation as it writes letters now.

    :param record: the match that the letter is about: its key signs there.
    :raises KeyMissing: when that is not held here.
    """

    def reply(account: Account, match: str, seat: int, asked: bytes, whole: bool) -> str:
        host = context.settings.reply_host
        return make_address(context.links, host, account.id, account.letterbox, match, seat, asked, whole=whole)

    def unsubscribe(account: Account, match: str, invitation: bool) -> str:
        return unsubscribe_link(context, account, match, invitation=invitation)

    def enter(account: Account, match: str, at: int, invitation: str) -> str:
        return make_link(context.links, account.id, match, at, invitation=invitation, mail=account.letterbox)

    def choose(account: Account, match: str, seat: int, asked: bytes) -> str:
        return make_choice_link(context.links, account, match, seat, asked)

    def confirm(account: Account, match: str, seat: int, asked: bytes) -> str:
        host = context.settings.reply_host
        return make_confirming_address(context.links, host, account.id, account.letterbox, match, seat, asked)

    def suggest(account: Account, match: str, seat: int, asked: bytes, number: int, whole: bool, ahead: bytes) -> str:
        host, links = context.settings.reply_host, context.links
        of = account.id, account.letterbox, match, seat, asked
        return make_suggesting_address(links, host, *of, number, whole=whole, ahead=ahead)

    def invited(account: Account, match: str, invitation: str) -> str:
        of, host = bytes.fromhex(invitation_digest(invitation)), context.settings.reply_host
        return make_invited_address(context.links, host, account.id, account.letterbox, match, of)

    def once_more(account: Account, address: str) -> str:
        return make_once_more(context.links, account.id, account.letterbox, address)

    def repeats(match: Record, seat: int, asked: Numbered) -> bool:
        return as_last_time(context, match, seat, asked, LOOKED_AT) is not None

    settings = context.settings
    signer = context.signer if record is None else context.signers.of(record.table)
    return Sender(
        settings.public_url,
        settings.mail_from,
        signer.key_id,
        signer.public_key,
        unsubscribe,
        enter,
        signer.sign_head,
        _checkpoint(context, signer),
        reply if settings.reply_host else None,
        choose,
        partial(may_answer_again, context.links),
        repeats,
        confirm if settings.reply_host else None,
        suggest if settings.reply_host else None,
        invited if settings.reply_host else None,
        once_more if settings.reply_host else None,
    )


def _checkpoint(context: Context, signer: Signer) -> SignedCheckpoint | None:
    """Return the latest checkpoint of the log of all matches, with the server's own signature."""
    head = context.store.log_head()
    if not (head.published or head.note):
        return None
    note = countersigned(context.signers, signer, context.settings.origin, head.published or head.note)
    if note is None:
        return None  # the origin or the key has changed since: the next checkpoint is a new one
    found = checkpoint_of(note)
    line = str(note.signatures[0]).removesuffix("\n").rpartition(" ")[2]
    return SignedCheckpoint(found.origin, found.size, note.text.split("\n")[2], line)


__all__ = ["Choose", "Sender", "sender_of"]
