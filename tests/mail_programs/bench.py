"""Hand mails as programs write them to the real entrance, at a table where they mean something, and tell what became of each."""

import email
import email.policy
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from pathlib import Path
from typing import Any, Literal

import redis

from engine.contract import Language, Move
from service.matches.numbering import asked_in
from service.store.records import Account
from tests.workers.inbox.commands.test_invited import GERD, invited
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence
from tests.workers.mail.post_office import text_of
from workers.inbox.text import read
from workers.mail.reply_address import read_address

Verdict = Literal["done", "asked back", "WRONG MOVE", "LOST", "refused", "DEAD END"]
VERDICTS: tuple[Verdict, ...] = ("done", "asked back", "WRONG MOVE", "LOST", "refused", "DEAD END")
AUTHSERV = "mx.example"
LISTED = re.compile(r"^\[([0-9]+)\] (.+)$", re.MULTILINE)
NOT_READ = ("Nicht gelesen wurde, was weiter unten", "We did not read this further down", "hat niemand zu lesen bekommen",
            "Nobody has read the rest of your mail")  # fmt: skip
"""How our letters begin to quote what they did not read, or say that nobody gets to see it."""
MISTYPED = {"de": "PASE", "en": "I think I pass", "fr": "PASE"}
"""What makes a letter that asks for a yes."""
TYPED = re.compile(rb'<ol start=(?:3D)?"?([0-9]{1,3})|^\r?\n([0-9]{1,3})\r?$', re.MULTILINE)
"""A number that begins a mail about a turn: by itself, or as that of a list."""
SEATS = {"packet-row": 3, "seafarers": 5}
"""At how many seats a game is played."""
FOLLOWED = 3
"""Mails that are sent in answer to what asks back, before it counts as a dead end."""


@dataclass(frozen=True)
class Case:
    """A mail, the situation it answers (``group``), and what its writer wants: a number of the letter, the types of moves in
    order, ``done`` (what the letter asked), ``yes``, ``no``, ``told`` (nothing but an answer) or ``silent``; also one of several.
    """

    id: str
    group: str
    lang: Language
    expected: str
    raw: bytes
    game: str = "kontor"
    """What is played at the table of ``answer``."""
    says: str = ""
    """What the answer has to contain where ``told`` is wanted."""

    @property
    def wanted(self) -> list[str]:
        """The outcomes that are right."""
        return [one.strip(" !") for one in self.expected.split(" or ")]


@dataclass(frozen=True)
class Result:
    """The verdict on a case: what happened, and whether something below what was typed was quoted back."""

    case: Case
    verdict: Verdict
    got: str
    quoted_back: bool = False


def cases_in(folder: Path) -> list[Case]:
    """Return the cases of a folder: ``index.json`` with id, group, lang and expected of each, and a mail beside it."""
    listed = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    return [
        Case(
            one["id"],
            one["group"],
            one["lang"],
            str(one["expected"]),
            (folder / f"{one['id']}.eml").read_bytes(),
            one.get("game", "kontor"),
            one.get("says", ""),
        )
        for one in listed
    ]


@contextmanager
def situation(case: Case, redis_url: str, folder: Path) -> Iterator[tuple[Correspondence, Account]]:
    """Open the table that a mail is about; return it with whoever writes the mail, who has read the last letter."""
    settings: dict[str, Any] = (
        {"reply_authserv": AUTHSERV} if b"\nauthentication-results:" in b"\n" + case.raw.lower() else {}
    )
    spoken = case.lang
    if case.group == "invited":
        with invited(redis_url, folder, language=spoken, **settings) as (post, guest):
            yield post, guest
        return
    with correspondence(redis_url, folder, **settings) as post:
        if case.group == "turn":
            post.begin("anno-1701", language=spoken)
            for player in post.players:
                post.answer(player, "1")
            post.go_on()
        elif case.game == "kontor":
            post.begin("kontor", language=spoken, options={"pass_mode": "declare", "round_limit": 3})
        else:
            post.begin(case.game, SEATS.get(case.game, 2), language=spoken)
        writer = next(player for player in post.players if post.is_asked(player))
        if case.group == "confirm":
            assert post.answer(writer, MISTYPED[case.lang])[0] == 250
        yield post, writer


def judge(case: Case, redis_url: str, folder: Path) -> Result:
    """Return what becomes of a mail. Lines of a turn that stop in between, which the answer says, count as asked back. Whatever
    is asked back is answered with the same text below, as its writer's program would
    send it, until it is done or there is no way out."""
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
    with situation(case, redis_url, folder) as (post, writer):
        letter = post.last_to(writer)
        before, listed = len(post.letters_to(writer)), choices_in(post, letter)
        raw = addressed(case.raw, letter, writer)
        code, said = post.post(raw, writer.mail, str(letter["Reply-To"]))
        got = effect(case, post, listed)
        answers = post.letters_to(writer)[before:]
        told = text_of(answers[-1]) if answers else ""
        quoted_back = any(one in " ".join(told.split()) for one in NOT_READ)
        if got:
            stopped = any(one.startswith(f"{got}+") for one in case.wanted) and bool(told)
            verdict: Verdict = "done" if got in case.wanted else "asked back" if stopped else "WRONG MOVE"
            return Result(case, verdict, got, quoted_back)
        if code >= 400:
            return Result(case, "done" if "refused" in case.wanted else "refused", f"{code} {said[:60]}")
        if not answers:
            return Result(case, "done" if "silent" in case.wanted else "LOST", "silent")
        if "told" in case.wanted or case.wanted == ["silent"]:
            is_right = "told" in case.wanted and case.says in " ".join(told.split())
            return Result(case, "done" if is_right else "asked back", "told", quoted_back)
        got = follow(case, post, writer, listed)
        return Result(
            case, "asked back" if got in case.wanted else "DEAD END" if not got else "WRONG MOVE", got, quoted_back
        )


def follow(case: Case, post: Correspondence, writer: Account, listed: Mapping[int, Move]) -> str:
    """Do what each answer asks for, with the same text below it; return what came of that, nothing if it has no end."""
    below = read(case.raw, writer.mail).lines[1:]
    asked: set[str] = set()
    for _ in range(FOLLOWED):
        answer = post.last_to(writer)
        told = first_paragraphs(answer)
        address = read_address(str(answer["Reply-To"]), HOST)
        if address is None or told in asked:
            return ""
        asked.add(told)
        yes = {"de": "JA", "en": "YES", "fr": "OUI"}[case.lang]
        asks = address.suggests or address.confirms or address.invites
        first = yes if asks else MISTYPED[case.lang] if case.group == "confirm" else case.wanted[0]
        post.post(typed("\n".join([first, *below]), answer, writer, case), writer.mail, str(answer["Reply-To"]))
        got = effect(case, post, listed)
        if got:
            return got
    return ""


def first_paragraphs(letter: EmailMessage) -> str:
    """Return what an answer says above the questions that it repeats."""
    return " ".join(text_of(letter).partition("\n---")[0].split())


def typed(text: str, letter: EmailMessage, writer: Account, case: Case) -> bytes:
    """Return a plain mail with the headers of a case that its sender is known by."""
    mail = EmailMessage()
    for name, value in email.message_from_bytes(case.raw, policy=email.policy.default).items():
        if name.lower() in ("from", "authentication-results"):
            mail[name] = str(value)
    mail["To"], mail["Message-ID"] = str(letter["Reply-To"]), make_msgid(domain="players.example")
    mail["In-Reply-To"] = str(letter["Message-ID"])
    mail.set_content(text)
    return with_sender(mail.as_bytes(policy=email.policy.SMTP), writer)


def addressed(raw: bytes, letter: EmailMessage, writer: Account) -> bytes:
    """Return a mail with the addresses of our letter for those of the one that it answered, and the words of its choices for
    those that its writer has copied."""
    raw = re.sub(rb"\r?\n", b"\r\n", raw)
    raw = raw.replace(b"m+TOKEN@reply.example", str(letter["Reply-To"]).encode())
    raw = re.sub(rb"<LETTER@[^>]*>", str(letter["Message-ID"]).encode(), raw)
    return with_sender(_with_our_choices(raw, letter), writer)


def with_sender(raw: bytes, writer: Account) -> bytes:
    """Return a mail from its writer, whichever player of the table it came from."""
    head, end, body = raw.partition(b"\r\n\r\n" if b"\r\n\r\n" in raw else b"\n\n")
    message = email.message_from_bytes(head + end)
    address = parseaddr(str(message["From"]))[1]
    if address.endswith("@players.example") and writer.mail != GERD:
        head = head.replace(address.encode(), writer.mail.encode())
    return head + end + body


def _with_our_choices(raw: bytes, letter: EmailMessage) -> bytes:
    """Return a mail in which the choices that its writer copied from a letter are those of this one, which has others."""
    ours = dict(LISTED.findall(text_of(letter)))
    found = [LISTED.match(line) for line in read(raw, "x@players.example").lines[:3]]
    copied = [one for one in found if one is not None and one[1] in ours]
    if not copied:
        return raw
    mail = email.message_from_bytes(raw, policy=email.policy.SMTP)
    for part in mail.walk():
        if part.get_content_maintype() != "text":
            continue
        text = part.get_content()
        for one in copied:
            text = text.replace(one[0], f"[{one[1]}] {ours[one[1]]}", 1)
        part.set_content(text, subtype=part.get_content_subtype())
    return mail.as_bytes()


def effect(case: Case, post: Correspondence, listed: Mapping[int, Move]) -> str:
    """Return what has happened at the table, as indexes have it, by the choices of the letter; nothing if nothing has."""
    if case.group == "invited":
        seated = any(one["name"] not in ("Robin", "") for one in post.record.table["seats"])
        declined = any(one.get("answer") == "declined" for one in post.record.table.get("guests", []))
        return "yes" if seated else "no" if declined else ""
    moves = [one["move"] for one in _openings(post) if case.group != "turn" or one["move"]["type"] != "settle"]
    if case.group == "turn" and moves:
        names = [str(one["type"]) for one in moves]
        number = TYPED.search(case.raw)
        if number is not None and listed.get(int(number[1] or number[2])) == moves[0]:
            names[0] = case.expected.partition("+")[0]  # what the number is called in the letter that the mail answered
        return "+".join(names)
    if not moves:
        return ""
    if case.group == "confirm":
        return "done" if moves[-1]["type"] == "pass" else json.dumps(moves[-1])
    number_of = next((number for number, move in listed.items() if move == moves[-1]), None)
    return json.dumps(moves[-1]) if number_of is None else str(number_of)


def choices_in(post: Correspondence, letter: EmailMessage) -> dict[int, Move]:
    """Return the moves that a letter lists, by number, while its questions stand."""
    address = read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    asked = () if address.invites else asked_in(post.record, address.seat, address.questions, whole=address.whole)
    return {one.first + place: move for one in asked or () for place, move in enumerate(one.moves)}


def _openings(post: Correspondence) -> list[dict[str, Move]]:
    """Return the openings that answers to mails have enclosed, in their order."""
    found = []
    for letter in post.office.letters:
        for part in letter.iter_attachments():
            if part.get_filename() == "openings.jsonl":
                found += [json.loads(line)["opening"] for line in part.get_content().splitlines()]
    return found


def table_of(results: Sequence[Result]) -> str:
    """Return the figures of all results, and a line for each that is not done at once."""
    lines = [f"{one.verdict:11} {one.case.id:28} expected {one.case.expected}, got {one.got or 'told'}" for one in results
             if one.verdict != "done" or one.quoted_back]  # fmt: skip
    counts = Counter(one.verdict for one in results)
    figures = [f"{counts[one]:4} {counts[one] / max(1, len(results)):6.1%} {one}" for one in VERDICTS]
    return "\n".join(
        [*lines, f"{len(results)} mails", *figures, f"{sum(one.quoted_back for one in results):4} footer quoted back"]
    )


def is_bad(results: Sequence[Result]) -> bool:
    """Return whether a mail made a wrong move or was lost in silence."""
    return any(one.verdict in ("WRONG MOVE", "LOST") for one in results)
