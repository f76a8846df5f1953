"""Parts of letters for the templates: plain text, typed. Each class has a template for its layout."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

Layout = Literal["match", "login", "account", "answer", "digest"]


@dataclass(frozen=True)
class Command:
    """A command to copy, and its introduction."""

    lead: str
    text: str


@dataclass(frozen=True)
class Choice:
    """A move in words, and in API format (empty for readers who did not ask for that).

    ``price`` says in sentences what it costs and what is left afterwards; empty if it is free. ``number`` is the answer
    by mail; 0 where no mail is read. ``url`` is the page that answers with it, or empty; with ``few`` choices it
    becomes a button, otherwise the words become a link where possible. ``group`` is the heading above the first of
    several choices that belong together; empty for the others.
    """

    words: str
    json: str
    number: int = 0
    url: str = ""
    few: bool = False
    price: str = ""
    group: str = ""


@dataclass(frozen=True)
class Sign:
    """An entry of the picture's legend: a seat's player, its name there and its colour (``#c4262e``); ``own``: the
    reader's."""

    name: str
    called: str
    colour: str
    own: bool


@dataclass(frozen=True)
class Link:
    """A link and its label."""

    label: str
    url: str


@dataclass(frozen=True)
class Button:
    """A button of a letter: label, link, a warning about what the link can do (may be empty), and a link beside it."""

    label: str
    url: str
    caution: str = ""
    beside: Link | None = None


@dataclass(frozen=True)
class Question:
    """A question to the reader: deadline, consequence of silence, choices, how to answer.

    ``more`` says that there are other choices, listed at ``elsewhere``. ``url`` is the page that lists all choices and
    answers with one, or empty. ``about`` describes an offer or another subject of the question in sentences; ``note``
    is advice from the rules; both may be empty. ``time`` links to the page for taking more time. ``ahead`` says what
    can be added to a choice in an answer by mail, so that fewer questions follow.
    """

    title: str
    terms: list[str]
    choices: list[Choice]
    more: str
    elsewhere: str
    how: str
    commands: list[Command]
    url: str = ""
    about: str = ""
    note: str = ""
    time: Link | None = None
    ahead: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Raised:
    """A question to the reader that is no decision: its text, the possible answers, and the link to all of it (may be
    empty)."""

    title: str
    choices: list[Choice]
    url: str


@dataclass(frozen=True)
class Section:
    """A letter's section for one kind of news, laid out by ``sections/<layout>``, with the kind's ``words``."""

    layout: ClassVar[str]
    words: str


@dataclass(frozen=True)
class Plain(Section):
    """Paragraphs of a kind whose template has the whole text; links follow below."""

    layout = "plain"
    paragraphs: list[str]
    links: Sequence[Link] = ()


@dataclass(frozen=True)
class Block:
    """Paragraphs, the lines of a list below them (those without an address are no links), and a link."""

    paragraphs: list[str]
    lines: list[Link]
    link: Link


@dataclass(frozen=True)
class Listed(Section):
    """News with a list each, such as a round's tables or standings."""

    layout = "listed"
    blocks: list[Block]


@dataclass(frozen=True)
class PosedPuzzle(Section):
    """The puzzle of a day: paragraphs, its picture (empty: none), choices in their order, how to answer, and links."""

    layout = "posed"
    paragraphs: list[str]
    picture: str
    choices: list[str]
    table: str
    how: str
    link: Link
    stop: Link | None


@dataclass(frozen=True)
class Outcome(Section):
    """The end of a match; empty if nothing was played.

    It contains the result, the scores, former players of seats that were taken over, the others' remaining hands, the
    reason unless the game ended by its rules, and the command that verifies the match. ``private``: only players at the
    table may see it.
    """

    layout = "outcome"
    result: str
    scores: list[str]
    reason: str
    verify: str
    before: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    private: bool = False


@dataclass(frozen=True)
class Invitation(Section):
    """An invitation: the host, the game and the match, a description of the game, the terms, and how to take a seat.

    ``by`` is empty if the host's name is withheld, ``title`` if the match has none of its own. ``newcomer``: the reader
    has never logged in.
    """

    layout = "invitation"
    by: str
    newcomer: bool
    game: str
    title: str
    about: str
    terms: list[str]
    commands: list[Command]


@dataclass(frozen=True)
class Group:
    """Sentences about one round or turn; the title is empty for sentences that belong to none."""

    title: str
    lines: list[str]


@dataclass(frozen=True)
class Report(Section):
    """Recent events in sentences, oldest first, by round or turn; ``more``: further ones are ``elsewhere``."""

    layout = "report"
    groups: list[Group]
    more: str
    elsewhere: str


@dataclass(frozen=True)
class Talk(Section):
    """Messages from people at the table, oldest first, and how to reply (a command or a link); empty where nobody can.

    ``lead`` stands above that; by default the kind's own words.
    """

    layout = "talk"
    lines: list[str]
    reply: str
    lead: str = ""


@dataclass(frozen=True)
class Foot:
    """The foot of a letter: why the reader gets it, and a labelled link that stops such letters."""

    why: str
    stop: str
    unsubscribe: str


@dataclass(frozen=True)
class Understood:
    """An incoming mail as it was understood, in words, and the enclosures that prove it."""

    lines: Sequence[str] = ()
    proofs: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class MatchLetter:
    """A letter about a match, which may be over (``ended``).

    ``table`` is the reader's view as text. Where the HTML part has a picture, the text part has ``glance`` instead, a
    short form of it. ``picture`` is the picture's address (``cid:`` of a part of the letter, or an address of the
    installation), and ``signs`` is its legend of seats; beside a picture the HTML part has the text only if
    ``drawn_and_told``. ``n``, ``head`` and ``key`` are the log's length, its head and the name of the key that signs
    it; ``evidence`` is the same in machine-readable lines with the signature, and the latest checkpoint of the log of
    all matches.
    """

    layout: ClassVar[Layout] = "match"
    subject: str
    name: str
    game: str
    title: str
    place: str
    sections: list[Section]
    questions: list[Question]
    raised: list[Raised]
    button: Button | None
    idle: bool
    ended: bool
    table: str | None
    glance: str | None
    picture: str | None
    signs: list[Sign]
    drawn_and_told: bool
    n: int
    head: str
    key: str
    evidence: list[str]
    links: list[Link]
    foot: Foot
    reply: str = ""
    """How this letter can be answered; empty if its answers are not read."""
    announcement: str = ""
    """The operator's announcement to everybody."""
    in_short: str = ""
    """The deadline of the question, or a past event, in one line: the first line, which mail lists show beside the
    subject."""
    brief: bool = False
    """Whether the HTML part explains the evidence in one line, and shows it small: mailboxes may keep nothing else."""
    understood: Understood = Understood()
    """How the mail that the letter also answers was understood; empty if it answers none."""
    wishes: Sequence[str] = ()
    """Outcomes of what the reader had said ahead."""
    explained: Sequence[str] = ()
    """Explanations of the matters that the letter asks besides questions: their deadline, and the effect of silence."""


@dataclass(frozen=True, kw_only=True)
class AccountLetter:
    """A letter about an account: the sections of its news, and where its owner chooses which come; ``""``: it cannot."""

    layout: ClassVar[Layout] = "account"
    subject: str
    name: str
    sections: list[Section]
    account: str = ""
    read: bool = False
    """Whether its answers are read."""


@dataclass(frozen=True, kw_only=True)
class LoginLetter:
    """A login letter: its reason; a code, unless its reader is no programmer; an equivalent link; and the expiry."""

    layout: ClassVar[Layout] = "login"
    words: str
    subject: str
    name: str
    why: str
    code: str
    link: str
    moment: str
    left: str
    sections: list[Section] = field(default_factory=list)


@dataclass(frozen=True)
class DigestTable:
    """A match in a digest: title, other players, question, events, address, and the evidence."""

    title: str
    questions: list[Question]
    sections: list[Section]
    url: str
    evidence: list[str]
    n: int
    head: str
    wishes: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class DigestLetter:
    """News collected for the digest, by match; ``account`` links to the page that lists what waits, ``key`` names the
    server's key.

    ``unread`` says that replies are not read, because a reply can answer only one match's letter.
    """

    layout: ClassVar[Layout] = "digest"
    subject: str
    name: str
    tables: list[DigestTable]
    key: str
    foot: Foot
    account: str
    unread: str
    announcement: str = ""
    brief: bool = False
    """As in every :class:`MatchLetter`."""
    sections: list[Section] = field(default_factory=list)
    """News of no single table."""


@dataclass(frozen=True, kw_only=True)
class AnswerLetter:
    """The answer to a mail: how it was understood (``lines``), the enclosed proofs, the information it asked for
    (``help``, and the ``points`` of the rules), the next questions; and the log's head as in every
    :class:`MatchLetter`."""

    layout: ClassVar[Layout] = "answer"
    subject: str
    name: str
    lines: list[str]
    n: int
    head: str
    key: str
    evidence: list[str]
    links: list[Link]
    why: str
    proofs: list[str] = field(default_factory=list)
    lead: str = ""
    questions: list[Question] = field(default_factory=list)
    raised: list[Raised] = field(default_factory=list)
    reply: str = ""
    help: list[str] = field(default_factory=list)
    table: str = ""
    brief: bool = False
    """As in every :class:`MatchLetter`."""
    caution: str = ""
    """A warning about what its buttons can do; empty where it has none."""
    game: str = ""
    place: str = ""
    picture: str | None = None
    """The table, if the answer asks something: as in every :class:`MatchLetter`."""
    signs: Sequence[Sign] = ()
    points: Sequence[str] = ()
    sections: list[Section] = field(default_factory=list)
    in_short: str = ""
    """As in every :class:`MatchLetter`."""


Letter = AnswerLetter | DigestLetter | MatchLetter | AccountLetter | LoginLetter
