"""The sending installation (its addresses, its keys, and makers of the links and addresses in a letter), and the parts common to
all letters: headers, a text and an HTML part, a picture enclosed.

If a letter cannot be written, a stand-in announces the news, with its deadline and its address. The failure may be in the
rules of the game or in any part of a letter, so nothing here uses rules or states, only the table's own facts. The news
itself stays with the operator (:data:`service.store.outbox.GIVEN_UP`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from functools import partial

from engine.protocol.evidence import SignedCheckpoint
from engine.transparency.checkpoint import checkpoint_of
from service.accounts.mail.mail_preferences import unsubscribe_link
from service.accounts.mail.table_links import make_link
from service.choices.ahead import may_answer_again
from service.choices.answering import make_choice_link
from service.config.legal import Texts, legal_links
from service.context import Context
from service.keys.keyring import countersigned
from service.keys.signing import Signer
from service.matches.numbering import Numbered, as_last_time
from service.matches.seating.guests import invitation_digest
from service.notifications.kinds import kind_of
from service.notifications.notices import seat_told
from service.notifications.planning import bundle_name
from service.store.records import Account, Notice, Record
from service.text.names import plain
from workers.mail import headers
from workers.mail.letter import AccountLetter, AnswerLetter, DigestLetter, Letter, Link, MatchLetter, Plain, Question
from workers.mail.reader import Reader
from workers.mail.reply_address import (
    make_address,
    make_confirming_address,
    make_invited_address,
    make_once_more,
    make_puzzle_address,
    make_suggesting_address,
)
from workers.mail.sentences import render

LOOKED_AT = 80
"""The most log entries that a letter searches for an answer that may be repeated: a few rounds."""

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


LARGEST_HTML = 90_000
"""The most bytes of an HTML part: Gmail shows 102 kB of a letter, including numbers that it adds, and hides the rest."""
LIGHTER = (600, 300, 150, 75, 20, 0)
"""How many choices per question to try in a part that would be too large: as many as fit, as words only."""


def start_message(
    name: str, account: Account, sender: Sender, now: int, subject: str, *, kind: headers.Kind = "auto-generated"
) -> EmailMessage:
    """Return a letter to an account with the headers common to all letters; ``name`` determines its Message-ID."""
    message = EmailMessage(policy=headers.POLICY)
    message["From"] = sender.mail_from
    message["To"] = headers.address(account.name if account.verified else "", account.mail)
    message["Subject"] = subject
    message["Date"] = format_datetime(datetime.fromtimestamp(now // 1000, UTC))
    message["Message-ID"] = headers.message_id(name, sender.mail_from)
    headers.machine_made(message, kind)
    return message


def fill(message: EmailMessage, reader: Reader, letter: Letter, sender: Sender) -> None:
    """Write both parts, with boundaries derived from the Message-ID: the same news gives the same bytes."""
    legal = [Link(label, f"{sender.public_url}/{name}") for name, label in legal_links(sender.legal, reader.language)]
    message.set_content(render(letter, "text", reader.language, legal), cte="quoted-printable")
    message.add_alternative(html_part(reader, letter, legal), subtype="html", cte="quoted-printable")
    message.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-alternative")
    message["Content-Language"] = reader.language


def html_part(reader: Reader, letter: Letter, legal: Sequence[Link] = ()) -> str:
    """Return the HTML part; if lists make it too large, their choices lose their own links, and the last are left out.

    Nothing is lost: all choices are on the question's page, and in the text part.
    """
    page = render(letter, "html", reader.language, legal)
    for most in LIGHTER:
        if len(page.encode()) <= LARGEST_HTML:
            break
        page = render(_lighter(letter, reader, most), "html", reader.language, legal)
    return page


def _lighter(letter: Letter, reader: Reader, most: int) -> Letter:
    def light(questions: list[Question]) -> list[Question]:
        return [_with_few(one, reader, most) for one in questions]

    if isinstance(letter, MatchLetter | AnswerLetter):
        return replace(letter, questions=light(letter.questions))
    if isinstance(letter, DigestLetter):
        return replace(letter, tables=[replace(one, questions=light(one.questions)) for one in letter.tables])
    return letter


def _with_few(question: Question, reader: Reader, most: int) -> Question:
    hidden = len(question.choices) - most
    more = question.more or str(reader.say.button_choose())
    return replace(
        question,
        choices=[replace(one, json="", url="", price="") for one in question.choices[:most]],
        more=str(reader.say.more_choices(hidden, [])) if hidden > 0 else more if question.choices else "",
    )


def attach(message: EmailMessage, content_id: str, picture: bytes) -> None:
    """Add a picture to a letter whose HTML part shows it by this id."""
    html = message.get_body(("html",))
    assert html is not None
    html.add_related(picture, "image", "png", cid=f"<{content_id}>", disposition="inline", filename="table.png")
    html.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-related")


LONGEST_TITLE = 80
WORDS = "plainly"


def compose_plainly(
    news: Sequence[Notice], account: Account, record: Record | None, now: int, sender: Sender, *, name: str = ""
) -> EmailMessage:
    """Return a plain letter announcing news about a match or (``record`` None) about the account."""
    reader = Reader.of(account, now)
    words = reader.words(WORDS)
    uninvited = next((one for one in reversed(news) if kind_of(one).uninvited), None)
    if record is None:
        subject, url = headers.own_subject(str(words.subject())), f"{sender.public_url}/account"
        said = [str(words.about_account())]
    else:
        title = table_title(record, reader)
        subject, url = headers.subject(title, [""], [str(words.subject())]), _way(news, account, record, sender)
        said = said_plainly(news, record, reader)
    links = [Link(str(words.look()), url)]
    message = start_message(name or bundle_name(news), account, sender, now, subject)
    if record is not None:
        stop = f"{sender.public_url}/unsubscribe/{sender.unsubscribe(account, record.match, uninvited is not None)}"
        headers.thread(message, record.match, sender.mail_from, None)
        headers.unsubscribable(message, stop)
        links.append(Link(str(reader.say.labelled(reader.say.foot_stop())), stop))
    headers.events(message, [one["id"] for one in news if kind_of(one).event is not None])
    letter = AccountLetter(subject=subject, name=reader.name, sections=[Plain(WORDS, said, links)])
    fill(message, reader, letter, sender)
    return message


def said_plainly(news: Sequence[Notice], record: Record, reader: Reader) -> list[str]:
    """Return that there is news of a match which cannot be shown here, and the deadline of the reader's questions."""
    words, seat = reader.words(WORDS), seat_told(news)
    said = [str(words.about_match(table_title(record, reader)))]
    asked = (
        [one for one in record.table["standing"] if seat in one["seats"]] if record.table["status"] == "running" else []
    )
    if asked and any(kind_of(one).speech in ("asks", "reminds") for one in news):
        first = min((one["deadline"] for one in asked if one["deadline"] is not None), default=None)
        said.append(str(words.asked(reader.moment(first) if first is not None else "")))
    return said


def table_title(record: Record, reader: Reader) -> str:
    """Return a match's title without asking its rules; for newcomers, or without a title, the name of its game."""
    title = "" if reader.newcomer else plain(record.table["title"], LONGEST_TITLE)
    return title or record.table["rules"].partition("@")[0]


def _way(news: Sequence[Notice], account: Account, record: Record, sender: Sender) -> str:
    """Return the address of the table, with the invitation that admits the reader, if any."""
    secret = next((one["facts"]["invitation"] for one in reversed(news) if "invitation" in one["facts"]), "")
    if not secret:
        return f"{sender.public_url}/table/{record.match}"
    if account.verified:
        return f"{sender.public_url}/join/{record.match}?invitation={secret}"
    since = max(one["send_at"] for one in news)
    return f"{sender.public_url}/enter/{sender.enter(account, record.match, since, str(secret))}"
