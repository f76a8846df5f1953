"""The sending installation: its addresses, its keys, and makers of the links and addresses in a letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from engine.protocol.evidence import SignedCheckpoint
from engine.transparency.checkpoint import checkpoint_of
from service.accounts.mail.mail_preferences import unsubscribe_link
from service.accounts.mail.table_links import make_link
from service.choices.ahead import may_answer_again
from service.choices.answering import make_choice_link
from service.config.legal import Texts
from service.context import Context
from service.keys.keyring import countersigned
from service.keys.signing import Signer
from service.matches.numbering import Numbered, as_last_time
from service.matches.seating.guests import invitation_digest
from service.store.records import Account, Record
from workers.mail.puzzle_address import make_puzzle_address
from workers.mail.reply_address import (
    make_address,
    make_confirming_address,
    make_invited_address,
    make_once_more,
    make_suggesting_address,
)

LOOKED_AT = 80
"""The most log entries in which a letter looks for an answer that may be repeated: a few rounds."""

Unsubscribe = Callable[[Account, str, bool], str]
"""Takes an account, a match and whether it is an invitation; returns the token of the mailbox's unsubscribe link."""
SignHead = Callable[[str, int, bytes], bytes]
"""Takes a match, the number of an entry and the head after it; returns the server's signature."""
Enter = Callable[[Account, str, int, str], str]
"""Takes an account, a match, a moment (ms) and an invitation (or nothing); returns the token of the link that opens the
table."""
Choose = Callable[[Account, str, int, bytes], str]
"""Takes an account, a match, a seat and a question's digest; returns the link to the page that answers it."""
Anew = Callable[[str, int], str]
"""Takes a link that answers a question and the number of the act that took its answer back; returns the text that lets
it answer again."""
Repeats = Callable[[Record, int, Numbered], bool]
"""Takes a match, a seat and a question; returns whether the seat's own last answer to such a question can be repeated."""
Confirm = Callable[[Account, str, int, bytes], str]
"""Takes an account, a match, a seat and the subject (8 bytes); returns the address for a confirming answer."""
Suggest = Callable[[Account, str, int, bytes, int, bool, bytes], str]
"""Like ``Reply``, for a letter that also suggests the choice with a number and an answer ahead."""
InvitedReply = Callable[[Account, str, str], str]
"""Takes an account, a match and its invitation; returns the address for the guest's answer."""
OnceMore = Callable[[Account, str], str]
"""Takes an account and the address of a letter to it; returns that of a letter which asks to repeat the answer."""
PuzzleReply = Callable[[Account, str], str]
"""Takes an account and the day of a puzzle; returns the address for an answer."""
Reply = Callable[[Account, str, int, bytes, bool], str]
"""Takes account, match, seat, the digest of a letter's questions and whether it lists all choices; returns the reply
address."""


@dataclass(frozen=True)
class Sender:
    """The installation as sender of letters about a match: its addresses, the key of the match and its short name.

    ``unsubscribe`` and ``enter`` make the tokens of links in letters, ``sign_head`` the signature of a head.
    ``checkpoint`` is the latest of the log of all matches, by the same key, or ``None``. ``reply`` makes the reply
    address, ``None`` where no mail is read; ``choose`` makes the links that answer a question, or is ``None``. ``anew``
    makes the text by which such a link works again after an answer was taken back. ``repeats`` tells whether "as last
    time" is possible. Where mail is read, ``confirm`` makes the address for a confirmation, ``suggest`` that of a
    letter which suggests a choice, ``invited`` that of an invitation, and ``once_more`` that of a letter which asks
    again. ``legal`` are the operator's own pages, to which every letter links. ``answers_puzzle`` makes the address for
    answers to a puzzle, ``stop_puzzles`` the token of the link that stops such letters.
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
    legal: Texts = field(default_factory=dict)
    answers_puzzle: PuzzleReply | None = None
    stop_puzzles: Callable[[Account], str] | None = None


def sender_of(context: Context, record: Record | None = None) -> Sender:
    """Return the installation as the sender of letters now.

    :param record: the subject of the letter, whose key signs.
    :raises KeyMissing: when that key is missing here.
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

    def answers_puzzle(account: Account, day: str) -> str:
        return make_puzzle_address(context.links, context.settings.reply_host, account, day)

    def stop_puzzles(account: Account) -> str:
        return unsubscribe_link(context, account, "", puzzles=True)

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
        settings.legal,
        answers_puzzle if settings.reply_host else None,
        stop_puzzles,
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
