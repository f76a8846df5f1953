"""A mailbox is a witness: mails are held against a log and against each other, and a server with two histories is found."""

import json
import textwrap
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from engine.protocol.canon import b64, unb64
from engine.protocol.evidence import MOST, Evidence, SignedCheckpoint, evidence_in, lines_of
from engine.transparency.checkpoint import Checkpoint
from service.cli.player.local_files import Keep
from service.keys.signing import Signer
from tests.cli.test_verify import here, verify, write
from tests.engine.playing import MATCH, Played, Server
from tests.workers.mail.letters import KINDS, letter
from tests.workers.mail.post_office import html_of

__all__ = ["here"]

SEED = bytes(range(32))
SHORT: dict[str, Any] = {"options": {"preset": "goldsieber-basic", "round_limit": 2}}


class Forking:
    """A server that plays two histories of one match and signs both with its own key."""

    def __init__(self) -> None:
        self.histories = [Server(**SHORT, seed=seed).play() for seed in (5, 6)]
        self.key = b64(self.histories[0].public_key)
        assert self.key == b64(self.histories[1].public_key)

    def evidence(self, history: int, n: int) -> Evidence:
        line = json.loads(self.histories[history].export.splitlines()[n - 1])
        return Evidence(MATCH, n, line["head"], line["sig"], self.key)


@pytest.fixture(scope="module")
def server() -> Forking:
    return Forking()


def mail(here: Path, name: str, *evidence: Evidence, before: str = "") -> str:
    """Save a mail as a mail program does."""
    message = EmailMessage()
    message["Subject"] = "Your turn"
    block = "\n".join(before + line for one in evidence for line in lines_of(one))
    message.set_content(f"Hello!\n\n{block}\n\nBye", cte="quoted-printable")
    (here / name).write_bytes(message.as_bytes())
    return name


def test_a_mail_that_fits_the_log_changes_no_verdict(here: Path, server: Forking) -> None:
    log = write(here, server.histories[0])
    found = verify(log, "--key", server.key, "--mail", mail(here, "a.eml", server.evidence(0, 3)))
    assert (found.exit_code, found.output.splitlines()[:2]) == (0, ["PASS: 1 mails: none contradicts another", "PASS"])


def test_a_mail_proves_that_the_log_is_another_history(here: Path, server: Forking) -> None:
    """Attacked: the server hands out the log of a history that this reader never saw; the log itself passes."""
    log = write(here, server.histories[1])
    assert verify(log, "--key", server.key).exit_code == 0
    found = verify(log, "--key", server.key, "--mail", mail(here, "a.eml", server.evidence(0, 9)))
    assert found.exit_code == 1
    assert "FAIL at entry 9: a.eml: a mail shows another head of entry 9" in found.output


def test_two_players_find_the_fork_by_their_mails_alone(here: Path, server: Forking) -> None:
    """Attacked: two histories, each shown to one player; neither has the log of the other."""
    mine, yours = mail(here, "mine.eml", server.evidence(0, 9)), mail(here, "yours.eml", server.evidence(1, 9))
    found = verify("--mail", mine, "--mail", yours, "--key", server.key)
    assert found.exit_code == 1
    assert "FAIL: mine.eml and yours.eml: the server signed two heads of entry 9" in found.output
    honest = verify("--mail", mine, "--mail", mail(here, "b.eml", server.evidence(0, 8)), "--key", server.key, "--json")
    assert (honest.exit_code, json.loads(honest.output)["verdict"]) == (0, "PASS")


def test_two_exports_that_hold_by_themselves_are_two_histories(here: Path, server: Forking) -> None:
    """The attack: a restored server goes on another way, and each player has a log that verifies."""
    one, other = (write(here, history, f"{name}.jsonl") for name, history in zip("ab", server.histories, strict=True))
    found = verify(one, other, "--key", server.key)
    assert found.exit_code == 1
    assert f"FAIL: a.jsonl and b.jsonl: the server signed two heads of entry 1 of match {MATCH}" in found.output
    told = [json.loads(line) for line in verify(one, other, "--key", server.key, "--json").output.splitlines()]
    assert [(line["verdict"], line["n"]) for line in told] == [("PASS", None), ("PASS", None), ("FAIL", 1)]


def test_an_export_and_a_later_one_of_the_same_history_contradict_nobody(here: Path, server: Forking) -> None:
    later = server.histories[0]
    earlier = b"".join(later.export.splitlines(keepends=True)[:-1])
    found = verify(write(here, later, raw=earlier), write(here, later, "later.jsonl"), "--key", server.key)
    assert (found.exit_code, "two heads" in found.output) == (3, False)


@pytest.fixture(scope="module")
def anew() -> Played:
    """The match of the others, written anew under a new key."""
    return Server(**SHORT, seed=6, key=b"new key").play()


HERE, ELSEWHERE = "https://siegelpost.example", "https://other.example"


def trust(here: Path, before: str, old: str, new: str) -> None:
    """Have this machine trust the new key of a server, and the old one as that of this or another server."""
    Keep(here / "data", before).pin_key(old)
    Keep(here / "data", HERE).pin_key(new)


@pytest.mark.parametrize(
    ("before", "code"), [(HERE, 1), (ELSEWHERE, 0)], ids=["its own key of before", "another server's key"]
)
def test_a_match_that_was_written_anew_under_a_new_key_is_refuted_by_what_the_old_one_signed(
    here: Path, server: Forking, anew: Played, before: str, code: int
) -> None:
    """The attack: the operator changes the key, everybody accepts it, and an old match is written anew under it.

    Another server that is trusted here accuses nobody, whatever it signs.
    """
    trust(here, before, server.key, b64(anew.public_key))
    log, first = write(here, anew), write(here, server.histories[0], "first.jsonl")
    (here / "receipts.jsonl").write_text("\n".join(json.dumps(one) for one in server.histories[0].receipts))
    found = verify(log, "--receipts", "receipts.jsonl")
    assert (found.exit_code, "FAIL at entry 1: receipt 1 of this match" in found.output) == (code, code == 1)
    found = verify(log, first)
    assert (found.exit_code, "two heads of entry 1" in found.output) == (code, code == 1)
    mine = mail(here, "a.eml", server.evidence(0, 9))
    line = json.loads(anew.export.splitlines()[8])
    yours = mail(here, "b.eml", Evidence(MATCH, 9, line["head"], line["sig"], b64(anew.public_key)))
    assert verify(log, "--mail", mine).exit_code == code
    assert verify("--mail", mine, "--mail", yours).exit_code == code


def test_receipts_of_a_key_that_is_trusted_no_more_are_left_aside(here: Path, server: Forking, anew: Played) -> None:
    Keep(here / "data", HERE).pin_key(b64(anew.public_key))
    (here / "receipts.jsonl").write_text("\n".join(json.dumps(one) for one in server.histories[0].receipts))
    found = verify(write(here, anew), "--receipts", "receipts.jsonl")
    assert (found.exit_code, "receipt 1 is left aside" in found.output) == (0, True)


def test_without_a_trusted_key_two_histories_prove_nothing(here: Path, server: Forking) -> None:
    one, other = (write(here, history, f"{name}.jsonl") for name, history in zip("ab", server.histories, strict=True))
    assert verify(one, other).exit_code == 3


def test_two_roots_of_the_log_of_all_matches_are_a_fork(here: Path, server: Forking) -> None:
    signer = Signer(SEED)
    named = "play.example/log"

    def shown(root: bytes) -> Evidence:
        note = signer.sign_checkpoint(Checkpoint(named, 7, root))
        line = str(note.signatures[0]).strip().rpartition(" ")[2]
        head = bytes(32)
        signature = b64(signer.sign_head(MATCH, 1, head))
        size, text = 7, note.text.split("\n")[2]
        return Evidence(MATCH, 1, b64(head), signature, signer.public_key, SignedCheckpoint(named, size, text, line))

    one, other = shown(bytes(32)), shown(bytes(31) + b"x")
    found = verify("--mail", mail(here, "a.eml", one), "--mail", mail(here, "b.eml", other), "--key", signer.public_key)
    assert (found.exit_code, "two roots of play.example/log at size 7" in found.output) == (1, True)
    (here / "receipts.jsonl").write_text(
        json.dumps({"receipt": {}, "checkpoint": str(signer.sign_checkpoint(Checkpoint(named, 7, bytes(32))))}) + "\n"
    )
    beside = ("--receipts", "receipts.jsonl", "--key", signer.public_key)
    assert verify("--mail", "a.eml", *beside).exit_code == 0
    found = verify("--mail", "b.eml", *beside)
    assert (found.exit_code, "FAIL: b.eml and receipts: the server signed two roots" in found.output) == (1, True)
    assert other.checkpoint is not None
    forged = one._replace(checkpoint=one.checkpoint._replace(root=other.checkpoint.root) if one.checkpoint else None)
    found = verify(
        "--mail", mail(here, "a.eml", one), "--mail", mail(here, "b.eml", forged), "--key", signer.public_key
    )
    assert found.exit_code == 0, "a root that the server did not sign proves nothing"


@pytest.mark.parametrize(
    "change", [{"n": 4}, {"head": b64(bytes(32))}, {"signature": b64(bytes(64))}, {"key": b64(bytes(32))}]
)
def test_a_mail_that_was_changed_proves_nothing(here: Path, server: Forking, change: dict[str, Any]) -> None:
    """Attacked: a player edits a mail to accuse an honest server."""
    forged = mail(here, "a.eml", server.evidence(0, 3)._replace(**change))
    found = verify(write(here, server.histories[0]), "--key", server.key, "--mail", forged)
    assert (found.exit_code, "not signed by a key that is trusted here" in " ".join(found.output.split())) == (3, True)


@pytest.mark.parametrize("as_json", [False, True])
def test_a_digest_of_two_keys_says_which_of_its_matches_it_was_not_compared_with(
    here: Path, server: Forking, as_json: bool
) -> None:
    """After a new key a digest is signed by match, each by its own; only what the trusted key signed is compared."""
    newer = Signer(bytes(31) + b"\x01")
    other, head = "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b12", bytes(32)
    beside = Evidence(other, 4, b64(head), b64(newer.sign_head(other, 4, head)), newer.public_key)
    log, digest = write(here, server.histories[0]), mail(here, "a.eml", server.evidence(0, 3), beside)
    found = verify(log, "--key", server.key, "--mail", digest, *(["--json"] if as_json else []))
    assert found.exit_code == 0, "what another key signed, or a player wrote, refutes nothing"
    said = next(line for line in found.output.splitlines() if other in line)
    assert "a.eml" in said and newer.public_key in said and "--key" in said
    if as_json:
        assert json.loads(said)["verdict"] is None
    assert other not in verify("--mail", mail(here, "b.eml", server.evidence(0, 3)), "--key", server.key).output


def test_a_mail_without_evidence_is_said_to_have_none(here: Path, server: Forking) -> None:
    found = verify("--mail", mail(here, "a.eml"), "--key", server.key)
    assert (found.exit_code, "it holds no evidence" in found.output) == (3, True)
    assert verify().exit_code == 2


def test_evidence_is_read_from_what_was_quoted_wrapped_and_forwarded(server: Forking) -> None:
    told = server.evidence(0, 3)._replace(checkpoint=SignedCheckpoint("play.example/log", 7, "A" * 43 + "=", "B" * 96))
    text = "\n".join(lines_of(told))
    assert list(evidence_in(text)) == [told]
    assert list(evidence_in(textwrap.indent(text, "> > "))) == [told]
    assert list(evidence_in(text.replace(" ", "\n").replace("siegelpost\nevidence", "siegelpost evidence"))) == [told]
    assert list(evidence_in(f"{text}\nand\n{text}".replace("\n", "\r\n"))) == [told, told]
    assert all(len(line) <= 60 for line in lines_of(told))


@pytest.mark.parametrize(
    "change", [("entry 3", "entry 0"), ("match ", "mitch "), ("head ", "head x"), ("size 7", "size -7"), ("end", "")]
)
def test_what_has_another_form_is_no_evidence(server: Forking, change: tuple[str, str]) -> None:
    told = server.evidence(0, 3)._replace(checkpoint=SignedCheckpoint("play.example/log", 7, "A" * 43 + "=", "B" * 96))
    assert list(evidence_in("\n".join(lines_of(told)).replace(*change))) == []


@pytest.mark.parametrize(
    "words",
    [
        "siegelpost evidence",
        "siegelpost evidence match and no",
        " ".join(["siegelpost evidence x end"] * 65),
        "siegelpost evidence match 018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11 entry 2 head A key end",
    ],
    ids=("left open", "begun", "sixty-five", "malformed"),
)
def test_what_a_player_wrote_into_a_mail_hides_no_evidence(server: Forking, words: str) -> None:
    told = server.evidence(0, 3)
    text = f"Your team\n- Cleo: \u201c{words}\u201d\n\n" + "\n".join(lines_of(told))
    assert list(evidence_in(text)) == [told]


def test_the_last_evidence_is_read_for_what_others_wrote_stands_before_it(server: Forking) -> None:
    told, forged = server.evidence(0, 3), [server.evidence(0, 3)._replace(n=n + 4) for n in range(MOST)]
    read = list(evidence_in("\n".join(line for one in (*forged, told) for line in lines_of(one))))
    assert (len(read), read[-1]) == (MOST, told)


ABOUT_NO_MATCH = (
    *("login", "address-asked", "address-changed", "address-added", "deletion-asked"),
    *("tournament-round", "tournament-second-round", "tournament-season"),
    *(
        "tournament-pause",
        "tournament-ended",
        "tournament-standings",
        "tournament-ladder",
        "tournament-board",
        "tournament-free-board",
        "tournament-reserve",
        "tournament-free-team",
        "tournament-lacking-team",
        "tournament-ended-teams",
        "tournament-cancelled",
        "tournament-cancelled-teams",
    ),
    "removed-from-team",
    *("challenge-received", "challenge-accepted", "challenge-silent", "challenge-decided"),
    *("passkeys-changed", "passkey-removed"),
    *("webhook-disabled", "webhook-restored", "chat-disabled", "muted-by-link", "all-stopped-by-link", "daily-puzzle"),
)
# Who is only asked to sit down, or to step in, has no part in the match yet.
STRANGERS = ("invited", "invited-newcomer", "substitute-asked", "mail-invitation-asked", "mail-invitation-declined")
# Where the rules fail, or the letter, no more is said than that there is news.
FAILED = ("ended-by-operator", "plainly")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in (*ABOUT_NO_MATCH, *STRANGERS, *FAILED)])
def test_every_letter_about_a_match_carries_its_signed_head(kind: str) -> None:
    from service.cli.verifying.mails import text_of
    from tests.workers.mail.match import SIGNER

    whole = letter(kind, "de")
    only_html = EmailMessage()
    only_html["Subject"] = "kept by a mailbox that keeps HTML only"
    only_html.set_content(html_of(whole), subtype="html", cte="quoted-printable")
    for kept in (whole, only_html):
        (found, *_) = evidence_in(text_of(kept.as_bytes()))
        assert unb64(found.signature) == SIGNER.sign_head(found.match, found.n, unb64(found.head))


def test_an_invitation_has_no_evidence_for_its_reader_has_no_match_yet() -> None:
    from service.cli.verifying.mails import text_of

    assert list(evidence_in(text_of(letter("invited", "de").as_bytes()))) == []
