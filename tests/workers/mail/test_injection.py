"""Text of strangers in headers: whatever they call themselves, a letter has the headers it was given, and no more text.

Every letter goes through a real mail server and is read back, by a reader that decodes encoded words wherever it finds them.
"""

import dataclasses
import email
import email.policy
import random
from collections.abc import Iterator
from contextlib import closing
from email.header import decode_header, make_header
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import getaddresses
from pathlib import Path

import pytest

from service.text.names import plain
from tests.campaigns.soak.report import Watch, report, scaled
from tests.workers.mail.hostile import hostile_mail, hostile_text
from tests.workers.mail.letters import GUEST
from tests.workers.mail.match import SENDER, Match, invitation
from tests.workers.mail.post_office import PostOffice, post_office
from workers.mail import headers
from workers.mail.compose import compose
from workers.mail.sending.smtp import Altered, wire
from workers.mail.sending.transport import FolderTransport, Transport, transport_of

PAY = "=?utf-8?q?=0d=0a=0d=0a<h1>Pay_me</h1>?="
BCC = "=?utf-8?q?=0d=0aBcc:_all@victims.example?="
SMUGGLED = "=?utf-8?q?=0a=2e=0aMAIL_FROM:<evil@example.org>=0a?="
NAMES = [
    "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Auto-Response-Suppress", "In-Reply-To", "References",
    "List-Unsubscribe", "List-Unsubscribe-Post", "Siegelpost-Events", "Feedback-ID", "MIME-Version", "Content-Type",
    "Content-Language",
]  # fmt: skip


@pytest.fixture
def post(office: PostOffice) -> Iterator[Transport]:
    transport = transport_of(office.url)
    yield transport
    transport.close()


LOBBY = Match()
LOBBY.record.table["seats"][1] = {"player": None, "name": "", "bot": None}


def invite(reader: str, by: str, title: str, mail: str = "cora@example.org") -> EmailMessage:
    """Return the invitation that a player called ``by`` sends to a match with that title."""
    notice = invitation(LOBBY, GUEST)
    notice["facts"] = {**notice["facts"], "by": by}
    record = dataclasses.replace(LOBBY.record, table={**LOBBY.record.table, "title": title})
    return compose([notice], dataclasses.replace(GUEST, name=reader, mail=mail, verified=True), record, SENDER)


def slip(reader: str, by: str, title: str, mail: str) -> EmailMessage:
    """Return a letter with the same texts in its headers and hardly any body: a tenth of the work of an invitation."""
    letter = EmailMessage(policy=headers.POLICY)
    letter["From"] = SENDER.mail_from
    letter["To"] = headers.address(reader, mail)
    letter["Subject"] = headers.subject(title, [f"with {by}"], [f"{by} invites you"])
    letter["Message-ID"] = headers.message_id(by, SENDER.mail_from)
    letter.set_content(f"{by}\n{title}\n".encode("utf-8", "replace").decode(), cte="quoted-printable")
    return letter


def send(post: Transport, office: PostOffice, letter: EmailMessage) -> EmailMessage:
    """Send the letter; return what the server got, as bytes and read again."""
    post.send(letter, lambda: True)
    return office.letters[-1]


def mailboxes(raw: bytes) -> list[tuple[str, str]]:
    """Return names and addresses of ``To``. The library's new reader puts a blank between encoded words of one name."""
    value = "".join(str(email.message_from_bytes(raw)["To"]).splitlines())
    return [(str(make_header(decode_header(name))), mail) for name, mail in getaddresses([value])]


def twice_decoded(value: str) -> str:
    """Return what a program makes of a header that decodes more than once."""
    for _ in range(2):
        value = "".join(str(value).splitlines())
        try:
            value = str(make_header(decode_header(value)))
        except (LookupError, UnicodeError, ValueError):
            break
    return value


@pytest.mark.parametrize("text", [PAY, BCC, SMUGGLED, PAY * 3, f"x {BCC}"])
def test_an_encoded_word_in_a_name_stays_a_name(post: Transport, office: PostOffice, text: str) -> None:
    got = send(post, office, invite(text, text, text))
    assert got.keys() == NAMES
    assert "Bcc" not in got
    assert [mail for _, mail in mailboxes(office.raw[-1])] == ["cora@example.org"]
    raw = office.raw[-1]
    assert raw.count(b"\r\n\r\n") == raw.replace(b"<h1>Pay", b"").count(b"\r\n\r\n")
    assert b"\n.\n" not in raw and b"\r\n\r\n<h1>" not in raw
    for name in ("To", "Subject"):
        assert not {"\r", "\n"} & set(twice_decoded(str(got[name])))
    assert got.get_body(("plain",)) is not None
    assert office.recipients[-1] == "cora@example.org"


@pytest.mark.parametrize("mail", ["=?utf-8?q?=0d=0aBcc=3aevil?=@example.org", "a=?utf-8?b?DQo=?=@example.org"])
def test_an_address_made_of_an_encoded_word_is_none(mail: str) -> None:
    with pytest.raises(ValueError, match="email address"):
        headers.address("Ann", mail)


@pytest.mark.parametrize(
    "name", ["Müller, Jörg " * 4, '"; evil@example.org, "', "Ann <evil@example.org>", "a" * 60, "日本語" * 20, "(x", "Ann, B."]
)  # fmt: skip
def test_a_name_arrives_as_it_is_and_names_one_mailbox(post: Transport, office: PostOffice, name: str) -> None:
    send(post, office, invite(name, "Ada", "Kontor"))
    assert mailboxes(office.raw[-1]) == [(plain(name, 60), "cora@example.org")]
    assert office.recipients == ["cora@example.org"]


class Broken(headers.Words):
    """A header that folds like an interpreter without the correction of CVE-2024-6923."""

    folded = ""

    def fold(self, *, policy: email.policy.Policy) -> str:
        return f"Subject: {self.folded}\r\n"


@pytest.mark.parametrize(
    "folded",
    ["x\r\nBcc: all@victims.example", "x\r\n\r\n<h1>Pay me</h1>", "x\n.\ny", "x\ry", "other", "x\r\n \r\n x", "x" * 999, "ü",
     "x\0", "x\r\nno header at all"],
)  # fmt: skip
def test_a_letter_whose_bytes_differ_from_the_letter_is_never_sent(
    post: Transport, office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folded: str
) -> None:
    letter = invite("Cora", "Ada", "x")
    letter.replace_header("Subject", "x")
    monkeypatch.setattr(headers.Words, "fold", Broken.fold)
    monkeypatch.setattr(headers.Words, "folded", folded, raising=False)
    for one in (post, FolderTransport(tmp_path / "mails")):
        with pytest.raises(Altered):
            one.send(letter, lambda: True)
    assert office.letters == []
    assert not list(tmp_path.rglob("*.eml"))


def test_what_the_guard_compares_is_the_letter_as_the_standard_library_would_have_written_it() -> None:
    """The interpreter's own headers, given the attack: either it is corrected and refuses, or the guard does."""
    letter = EmailMessage(policy=email.policy.SMTP)
    letter["From"] = "post@example.org"
    letter["To"] = Address(display_name=PAY, addr_spec="cora@example.org")
    letter["Subject"] = BCC
    letter.set_content("Hello\n", cte="quoted-printable")
    with pytest.raises(Altered):
        wire(letter)


@dataclasses.dataclass
class Figures:
    """What became of hostile letters."""

    letters: int = 0
    addresses_refused: int = 0
    altered: int = 0
    encoded: int = 0


def fuzz(count: int, seed: int, *, whole: int) -> Figures:
    """Send letters with hostile names, titles and addresses through a real server; compare each with what was meant.

    :param whole: every so manieth letter is a whole invitation, the others have only the headers of one.
    """
    dice, found = random.Random(seed), Figures()
    with post_office() as office, closing(transport_of(office.url)) as post:
        for number in range(count):
            reader, by, title, mail = hostile_text(dice), hostile_text(dice), hostile_text(dice), hostile_mail(dice)
            try:
                headers.address(reader, mail)
            except ValueError:
                found.addresses_refused += 1
                mail = "cora@example.org"
            letter = (slip if number % whole else invite)(reader, by, title, mail)
            try:
                got = send(post, office, letter)
            except Altered:
                found.altered += 1
                continue
            found.letters += 1
            found.encoded += b"=?utf-8?" in office.raw[-1].partition(b"\r\n\r\n")[0].lower()
            compare(letter, got, office.raw[-1], office.recipients[-1], mail)
            for seen in (office.letters, office.raw, office.recipients):
                seen.clear()
    return found


def compare(letter: EmailMessage, got: EmailMessage, raw: bytes, recipient: str, mail: str) -> None:
    """Compare a letter with what a server took; :raises AssertionError: where they differ."""
    assert got.keys() == letter.keys()
    assert recipient == mail
    assert mailboxes(raw) == [(letter["To"].address.display_name, mail)]
    for name in set(letter.keys()) - {"From", "To", "Content-Type"}:
        assert " ".join(str(got[name]).split()) == str(letter[name])
    for name in ("To", "Subject"):
        assert not {"\r", "\n", "\0"} & set(twice_decoded(str(got[name])))
    assert b"\n" not in raw.replace(b"\r\n", b"") and b"\r" not in raw.replace(b"\r\n", b"")
    mine, theirs = list(letter.walk()), list(got.walk())
    assert [one.get_content_type() for one in theirs] == [one.get_content_type() for one in mine]
    for meant, came in zip(mine, theirs, strict=True):
        if not meant.is_multipart():
            assert came.get_content().replace("\r\n", "\n") == meant.get_content().replace("\r\n", "\n")


def test_hostile_names_titles_and_addresses_leave_headers_and_text_as_intended() -> None:
    found = fuzz(300, seed=1, whole=10)
    assert found.altered == 0, "what is broken apart and encoded here needs no refusal"
    assert found.letters == 300
    assert found.addresses_refused > 30


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_hundred_thousand_hostile_letters() -> None:
    watch, count = Watch(), scaled(100_000, 200)
    found = fuzz(count, seed=2, whole=20)
    figures = dataclasses.asdict(found)
    report("headers: hostile names, titles and addresses through a mail server", watch.seconds, **figures)
    assert (found.altered, found.letters) == (0, count)
