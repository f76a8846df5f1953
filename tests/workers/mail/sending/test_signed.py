"""OpenDKIM, set as docs/operations.md says, signs the headers of one-click unsubscribing, which it leaves out by itself.

It takes Debian's package, so it runs with the long campaigns.
"""

import base64
import os
import re
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from checks import debian
from tests.servers.ports import free_port
from tests.workers.mail.letters import letter

pytestmark = [pytest.mark.soak, pytest.mark.timeout(300)]

PACKAGES = ["opendkim", "libopendkim11", "libmilter1.0.1", "libvbr2", "librbl1", "libmemcached11", "libhashkit2", "liblua5.3-0",
            "libunbound8", "libbsd0", "libmd0", "libopendbx1", "libdb5.3"]  # fmt: skip
OPERATIONS = Path(__file__).parents[4] / "docs" / "operations.md"
DOMAIN = "example.org"
ONE_CLICK = ["list-unsubscribe", "list-unsubscribe-post"]


def documented() -> str:
    """Return the lines for ``opendkim.conf`` in the operator's guide."""
    (lines,) = re.findall(
        r"(?m)^    ((?:Sign|Oversign)Headers .+\n(?:    .+\n)*)", OPERATIONS.read_text(encoding="utf-8")
    )
    return re.sub(r"(?m)^ +", "", str(lines))


class OpenDKIM:
    """An OpenDKIM with a key of its own; it looks for that key in a file, not in the DNS."""

    def __init__(self, folder: Path) -> None:
        packages = debian.unpack(Path("build/servers/dkim"), "bookworm", PACKAGES)
        assert packages is not None, "the packages of Debian cannot be had here"
        self.program, self.folder = str((packages / "usr/sbin/opendkim").absolute()), folder
        self.env = {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": debian.libraries(packages)}
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        )
        (folder / "key").write_bytes(private)
        (folder / "key").chmod(0o600)
        public = key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        (folder / "keys").write_text(f"post._domainkey.{DOMAIN} v=DKIM1; p={base64.b64encode(public).decode()}\n")

    def sign(self, mail: bytes, settings: str) -> bytes:
        """Return the mail as it leaves a mail server that has OpenDKIM sign with these settings."""
        with self._running(settings) as port:
            return signed_by(port, mail) + mail

    def accepts(self, mail: bytes) -> bool:
        """Return whether a receiver's OpenDKIM takes the signature as good."""
        (self.folder / "verify.conf").write_text(f"Mode v\nSyslog no\nTestPublicKeys {self.folder}/keys\n")
        (self.folder / "mail").write_bytes(mail)
        command = [self.program, "-x", str(self.folder / "verify.conf"), "-vv", "-t", str(self.folder / "mail")]
        said = subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=60, check=False)
        found = re.search(r"verification .*(succeeded|failed)", said.stdout + said.stderr)
        assert found is not None, said
        return found[1] == "succeeded"

    @contextmanager
    def _running(self, settings: str) -> Iterator[int]:
        port = free_port()
        (self.folder / "sign.conf").write_text(
            f"Mode s\nSyslog no\nRequireSafeKeys no\nCanonicalization relaxed/simple\nDomain {DOMAIN}\nSelector post\n"
            f"KeyFile {self.folder}/key\nSocket inet:{port}@127.0.0.1\n{settings}"
        )
        command = [self.program, "-f", "-x", str(self.folder / "sign.conf")]
        with subprocess.Popen(command, env=self.env) as child:
            try:
                _wait_for(port)
                yield port
            finally:
                child.terminate()


def _wait_for(port: int) -> None:
    """Wait until a server listens."""
    for _ in range(100):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        threading.Event().wait(0.1)
    raise AssertionError("OpenDKIM does not listen")


def signed_by(port: int, mail: bytes) -> bytes:
    """Hand a mail to a milter as a mail server does (version 6 of the protocol); return the header that it adds."""
    message = message_from_bytes(mail, policy=SMTP)
    head, _, body = mail.partition(b"\r\n\r\n")
    with socket.create_connection(("127.0.0.1", port), timeout=60) as wire, wire.makefile("rwb") as talk:

        def say(command: bytes, data: bytes) -> None:
            talk.write((1 + len(data)).to_bytes(4) + command + data)
            talk.flush()

        def hear() -> tuple[bytes, bytes]:
            length = int.from_bytes(talk.read(4))
            came: bytes = talk.read(length)
            return came[:1], came[1:]

        say(b"O", (6).to_bytes(4) + (0x1FF).to_bytes(4) + bytes(4))
        assert hear()[0] == b"O"
        steps = [
            (b"C", b"localhost\0004" + (25).to_bytes(2) + b"127.0.0.1\0"), (b"H", b"localhost\0"),
            (b"M", b"<post@example.org>\0"), (b"R", b"<ada@example.org>\0"), (b"T", b""),
            *((b"L", b"\0".join((*_parts(line), b""))) for line in re.split(rb"\r\n(?![ \t])", head)),
            (b"N", b""), (b"B", body),
        ]  # fmt: skip
        assert len(message.items()) == len(steps) - 7
        for command, data in steps:
            say(command, data)
            assert hear()[0] in (b"c", b"a"), command
        say(b"E", b"")
        added = []
        while (answer := hear())[0] in (b"h", b"i", b"p"):
            if answer[0] != b"p":
                name, value, _ = (answer[1] if answer[0] == b"h" else answer[1][4:]).split(b"\0")
                added.append(name + b": " + value.strip().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") + b"\r\n")
        say(b"Q", b"")
    (signature,) = (one for one in added if one.startswith(b"DKIM-Signature:"))
    return signature


def _parts(line: bytes) -> tuple[bytes, bytes]:
    name, _, value = line.partition(b":")
    return name, value.strip()


def covered(mail: bytes) -> list[str]:
    """Return the names of the headers that a mail's signature covers."""
    (names,) = re.findall(r"\bh=([^;]+)", re.sub(r"\s+", "", str(message_from_bytes(mail)["DKIM-Signature"])))
    return str(names).lower().split(":")


@pytest.fixture(scope="module")
def opendkim(tmp_path_factory: pytest.TempPathFactory) -> OpenDKIM:
    return OpenDKIM(tmp_path_factory.mktemp("dkim"))


@pytest.fixture(scope="module")
def mail() -> bytes:
    """A letter as it goes to the mail server."""
    return letter("your-turn", "de").as_bytes()


def test_by_itself_it_does_not_sign_that_one_click_is_offered(opendkim: OpenDKIM, mail: bytes) -> None:
    """The reason for the settings: a receiver must not offer one click then (RFC 8058, section 4)."""
    signed = opendkim.sign(mail, "")
    assert opendkim.accepts(signed)
    assert [one for one in ONE_CLICK if one in covered(signed)] == ["list-unsubscribe"]


def test_as_the_guide_sets_it_both_headers_are_signed_and_none_can_be_changed_or_added(
    opendkim: OpenDKIM, mail: bytes
) -> None:
    signed = opendkim.sign(mail, documented())
    assert opendkim.accepts(signed)
    for name, other in (
        (b"List-Unsubscribe", b"<https://evil.example/>"),
        (b"List-Unsubscribe-Post", b"List-Unsubscribe=No"),
    ):
        assert covered(signed).count(name.decode().lower()) == 2, "once for itself, and once so that none is added"
        changed, times = re.subn(rb"(?m)^" + name + rb":.*\r\n(?:[ \t].*\r\n)*", name + b": " + other + b"\r\n", signed)
        assert times == 1 and not opendkim.accepts(changed)
        assert not opendkim.accepts(name + b": " + other + b"\r\n" + signed)
        assert not opendkim.accepts(re.sub(rb"(?m)^" + name + rb":.*\r\n(?:[ \t].*\r\n)*", b"", signed))
