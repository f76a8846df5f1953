"""Parts of letters for the templates: plain text, typed. Layouts are templates, one for each class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

Layout = Literal["match", "login", "account", "answer", "digest"]


@dataclass(frozen=True)
class Command:
    """A command to copy, and the words that lead to it."""

    lead: str
    text: str


@dataclass(frozen=True)
class Choice:
    """A move in words, and as the API takes it (empty for readers who did not ask for that).

    ``price`` says in sentences what it costs and what is left after it; empty where nothing is paid.
    ``number`` is what to answer by mail for it; 0 where no mail is read. ``url`` is the page that answers with it, empty where
    there is none; where there are ``few`` it is a button, else the words are a link where there can be one. ``group`` is the
    title that stands above the first choice of several that belong together; empty for the others.
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
    """A seat in the picture's legend: its player, its name there and its colour (``#c4262e``); ``own``: the reader's."""

    name: str
    called: str
    colour: str
    own: bool


@dataclass(frozen=True)
class Link:
    """A link and what it is called."""

    label: str
    url: str


@dataclass(frozen=True)
class Button:
    """A button of a letter: label, link, a caution about what the link can do (empty: none needed), a link beside it."""

    label: str
    url: str
    caution: str = ""
    beside: Link | None = None


@dataclass(frozen=True)
class Question:
    """A question to the reader: deadline, consequence of silence, choices, how to answer.

    ``more`` says that there are other choices, which are listed at ``elsewhere``. ``url`` is the page that lists all choices
    and answers with one; empty where there is none. ``about`` says in sentences what is offered, or what else the question
    is about; ``note`` what the rules advise; both may be empty. ``time`` is the page that takes more time for it. ``ahead``
    says what can be added to a choice in an answer by mail, so that fewer questions follow.
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
    """A question to the reader besides decisions: its text, the possible answers, the link for all of it (empty: none)."""

    title: str
    choices: list[Choice]
    url: str


@dataclass(frozen=True)
class Section:
    """The part of a letter that one kind of news has, laid out by ``sections/<layout>``, with the kind's ``words``."""

    layout: ClassVar[str]
    words: str


@dataclass(frozen=True)
class Plain(Section):
    """Paragraphs: what a kind has whose template says everything; below them links."""

    layout = "plain"
    paragraphs: list[str]
    links: Sequence[Link] = ()


@dataclass(frozen=True)
class Outcome(Section):
    """The end of a match; empty where nothing was played.

    It has the result, the scores, former players of seats that were taken over, what the others still held, the reason if it
    is not the game's own end, and the command that verifies it. ``private``: only who sits there may see it, then and now.
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
    """An invitation: who invites, the game and the match, what the game is, on what terms, and how to sit down.

    ``by`` is empty if the name is not told, ``title`` if the match has none of its own. ``newcomer``: the reader has never
    logged in.
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
    """Sentences about one round or turn; the title is empty for what belongs to none."""

    title: str
    lines: list[str]


@dataclass(frozen=True)
class Report(Section):
    """Recent events in sentences, oldest first, by round or turn; ``more``: there is more, to be read ``elsewhere``."""

    layout = "report"
    groups: list[Group]
    more: str
    elsewhere: str


@dataclass(frozen=True)
class Talk(Section):
    """Messages from partners, oldest first, and how to reply: a command or a link; empty without a channel."""

    layout = "talk"
    lines: list[str]
    reply: str


@dataclass(frozen=True)
class Foot:
    """The foot of a letter: why the reader gets it, and the link that stops more of it, with its label."""

    why: str
    stop: str
    unsubscribe: str


@dataclass(frozen=True)
class Understood:
    """The mail that a letter answers, as it was understood, in words, and enclosures that prove it."""

    lines: Sequence[str] = ()
    proofs: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class MatchLetter:
    """A letter about a match, which may be over (``ended``).

    ``table`` is the reader's view as text. Where the HTML part has a picture, there is ``glance`` in its place, the same in few
    lines for the text part. ``picture`` is where the same is as a picture (``cid:`` of a part of the letter, or an
    address of the installation), and ``signs`` say who is who in it; beside a picture the HTML part has the text only if it
    is ``drawn_and_told``; ``n``, ``head`` and ``key`` are the log's length, its head and the name of the key that signs it;
    ``evidence`` are lines for a program that say the same with the signature, and the latest checkpoint of the log of all
    matches.
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
    """How this letter can be answered; empty where its answers are not read."""
    announcement: str = ""
    """What the operator has to say to everybody."""
    in_short: str = ""
    """What is asked until when, or what happened: the first line, which lists of mails show beside the subject."""
    brief: bool = False
    """Whether the HTML part explains the evidence in one line, and shows it small: mailboxes may keep nothing else."""
    understood: Understood = Understood()
    """What was understood of the mail that the letter answers as well; nothing where it answers none."""
    wishes: Sequence[str] = ()
    """What became of what the reader had said ahead."""
    explained: Sequence[str] = ()
    """What the matters are about that it asks besides questions: until when, and what silence does."""


@dataclass(frozen=True, kw_only=True)
class AccountLetter:
    """A letter about an account: the sections of its news and nothing else."""

    layout: ClassVar[Layout] = "account"
    subject: str
    name: str
    sections: list[Section]


@dataclass(frozen=True, kw_only=True)
class LoginLetter:
    """The reason why it comes; a code, unless its reader is no programmer; a link that does the same; until when."""

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
    """A match in a digest: its title and who else plays, what it asks, what happened, where it is, and the evidence."""

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
    """News collected for the digest, by match; ``account`` is the page that says what waits, ``key`` names the server's key.

    ``unread`` says that replies are not read, because a reply answers the letter of one match.
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


@dataclass(frozen=True, kw_only=True)
class AnswerLetter:
    """The answer to a mail: what was understood (``lines``), what is enclosed to prove it, what it asked to be told
    (``help``, and the ``points`` of the rules), what is asked now; the log's head as in every :class:`MatchLetter`."""

    layout: ClassVar[Layout] = "answer"
    subject: str
    name: str
    lines: list[str]
    proofs: list[str]
    lead: str
    questions: list[Question]
    raised: list[Raised]
    reply: str
    help: list[str]
    table: str
    n: int
    head: str
    key: str
    evidence: list[str]
    links: list[Link]
    why: str
    brief: bool = False
    """As in every :class:`MatchLetter`."""
    caution: str = ""
    """What its buttons can do; empty where it has none."""
    game: str = ""
    place: str = ""
    picture: str | None = None
    """The table, where it asks something: as in every :class:`MatchLetter`."""
    signs: Sequence[Sign] = ()
    points: Sequence[str] = ()
    sections: list[Section] = field(default_factory=list)
    in_short: str = ""
    """As in every :class:`MatchLetter`."""


Letter = AnswerLetter | DigestLetter | MatchLetter | AccountLetter | LoginLetter
