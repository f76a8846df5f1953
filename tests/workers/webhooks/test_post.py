"""One request to a stranger's server: what is refused before anything is sent, and what no answer can do to us."""

import gzip
import socket
import ssl
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

import pytest

from service.accounts.webhooks import BadTarget, checked_url, is_public
from service.config.settings import WebhookTargets
from tests.workers.mail.post_office import CERTIFICATE
from tests.workers.webhooks.receiver import (
    Behaviour,
    Receiver,
    answers,
    breaks_off,
    dies,
    drips,
    endless_head,
    lies,
    never_ends,
    receiver,
    stands_still,
)
from workers.webhooks.post import Answer, NotSent, Poster, tls_context

HERE = "127.0.0.1"
TLS = tls_context()
INSIDE = [
    "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1", "192.0.0.1",
    "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::",
    "::1", "::ffff:127.0.0.1", "::ffff:9.9.9.9", "::9.9.9.9", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "100::1",
    "2001::1", "2001:db8::1", "2002:7f00:1::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1", "3fff::1", "5f00::1",
]  # fmt: skip


def poster(targets: WebhookTargets = "any", *found: str, whole: float = 10.0) -> Poster:
    """Return one whose every name leads to these addresses, one after the other."""
    return Poster(targets, TLS, lambda host, port: list(found or [HERE]), whole)


def post(one: Poster, url: str) -> Answer:
    return one.post(checked_url(url, "any"), {"webhook-id": "e"}, b"{}")


def test_addresses_inside_the_operators_network_get_nothing(stranger: Receiver) -> None:
    for address in INSIDE:
        assert not is_public(ip_address(address)), address
        for found in ([address], ["9.9.9.9", address]):
            with pytest.raises(NotSent, match="public internet"):
                post(poster("public", *found), f"http://hooks.example:{stranger.port}/")
    assert stranger.requests == []


def test_what_is_public_does_not_depend_on_what_a_release_of_python_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Older ones take most of 192.0.0.0/24 and other assignments of the IETF for addresses of the internet."""
    for kind in (IPv4Address, IPv6Address):
        monkeypatch.setattr(kind, "is_global", True)
    assert [
        one for one in (*INSIDE, "192.0.0.8", "192.0.0.170", "2001:1::1", "2001:20::1") if is_public(ip_address(one))
    ] == []


def test_nobody_learns_which_names_there_are_inside() -> None:
    """The attack: ask for names of the operator's network, one after the other, and see which of them lead somewhere."""
    said = set()
    for found in ([], ["10.0.0.1"], ["9.9.9.9", "10.0.0.1"], OSError("no such name")):
        with pytest.raises(NotSent) as refused:
            post(Poster("public", TLS, partial(looked_up, found)), "https://db.corp.example/")
        said.add(str(refused.value))
    assert len(said) == 1


def looked_up(found: list[str] | OSError, _host: str, _port: int) -> list[str]:
    if isinstance(found, OSError):
        raise found
    return found


@pytest.mark.parametrize("address", ["9.9.9.9", "1.1.1.1", "2620:fe::fe", "2a00:1450:4001:81b::200e"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/", "ftp://hooks.example/", "https://", "hooks.example", "https://hooks.example:22/",
        "https://hooks.example:6379/", "https://hooks.example:0/", "https://hooks.example:99999/",
        "https://user:secret@hooks.example/", "https://@hooks.example/", "https://localhost/", "https://redis/",
        "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[fe80::1%25eth0]/",
        "https://[2620:fe::fe]evil.example/", "https://[2620:fe::fe].evil.example:443/",
        "https://0x7f.0.0.1/", "https://2130706433/", "https://127.1/", "https://017700000001/", "https://10.0.0.1/",
        "https://a.example\\@127.0.0.1/", "https://a.example#@127.0.0.1/", "https://hooks.example/\r\nX: y",
        "https://hooks.example/ x", "https://höoks.example/", "https://hooks.example/" + "x" * 1000, "https://.example/",
        "https://a..example/", "https://[hooks.example]/", "https://[v1.example]/", "gopher://hooks.example/", "https://１２７.0.0.1/",
    ],
)  # fmt: skip
def test_such_an_address_no_webhook_has(url: str) -> None:
    with pytest.raises(BadTarget):
        checked_url(url, "public")


@pytest.mark.parametrize(
    ("url", "authority", "path"),
    [
        ("https://hooks.example", "hooks.example", "/"),
        ("https://hooks.example:8443/a?b=c%20d", "hooks.example:8443", "/a?b=c%20d"),
        ("https://xn--hks-2na.example/", "xn--hks-2na.example", "/"),
        ("https://[2620:fe::fe]/", "[2620:fe::fe]", "/"),
        ("https://9.9.9.9/", "9.9.9.9", "/"),
    ],
)
def test_such_an_address_one_may_have(url: str, authority: str, path: str) -> None:
    target = checked_url(url, "public")
    assert (target.authority, target.path) == (authority, path)


def test_the_address_that_was_judged_is_the_one_that_is_used(
    stranger: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a name that leads to a public address when it is looked at, and inside when it is used."""
    told, connected, real = [["9.9.9.9"], [HERE]], [], socket.create_connection

    def connect(address: tuple[str, int], **options: Any) -> socket.socket:
        connected.append(address[0])
        return real((HERE, stranger.port), **options)

    monkeypatch.setattr(socket, "create_connection", connect)
    turning = Poster("public", TLS, lambda host, port: told.pop(0))
    target = f"http://hooks.example:{stranger.port}/"
    assert post(turning, target).status == 204
    assert (connected, told) == (["9.9.9.9"], [[HERE]]), "asked once"
    assert stranger.requests[0].headers["host"] == f"hooks.example:{stranger.port}"
    with pytest.raises(NotSent):
        post(turning, target)
    assert connected == ["9.9.9.9"]


def test_tls_wants_a_certificate_of_the_name_although_the_address_is_pinned() -> None:
    ours = ssl.create_default_context(cafile=CERTIFICATE)
    with receiver(secure=True) as one:
        sender = Poster("any", ours, lambda host, port: [HERE])
        assert post(sender, f"https://localhost:{one.port}/").status == 204
        with pytest.raises(NotSent, match="its certificate does not hold"):
            post(sender, f"https://hooks.example:{one.port}/")
        with pytest.raises(NotSent, match="its certificate does not hold"):
            post(poster(), f"https://localhost:{one.port}/")
        assert len(one.requests) == 1


def test_a_proxy_of_the_environment_gets_nothing(stranger: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiver() as proxy:
        for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert post(poster(), f"http://hooks.example:{stranger.port}/x").status == 204
        assert proxy.requests == []
    assert stranger.requests[0].line == "POST /x HTTP/1.1"


def test_an_answer_that_ends_the_connection_is_read_to_its_end(stranger: Receiver) -> None:
    """As most are, because we ask for it. A message that was taken would count as broken, and come to its chat again."""
    body = b"x" * 20_000
    stranger.behaviours = [answers(200, body, Connection="close"), answers(500, body, Connection="close")]
    target = checked_url(f"http://hooks.example:{stranger.port}/", "any")
    for status in (200, 500):
        answer = poster().post(target, {}, b"{}", read=len(body))
        assert (answer.status, answer.body) == (status, body)


def test_a_redirect_is_an_answer_and_leads_nowhere(stranger: Receiver) -> None:
    with receiver() as inside:
        stranger.behaviours = [answers(307, Location=f"http://127.0.0.1:{inside.port}/admin")]
        assert post(poster(), f"http://hooks.example:{stranger.port}/").status == 307
        assert inside.requests == []


@pytest.mark.parametrize("behaviour", [stands_still, drips])
def test_who_takes_too_long_is_cut_off_whatever_it_sends(behaviour: Behaviour, stranger: Receiver) -> None:
    stranger.behaviours = [behaviour]
    with pytest.raises(NotSent, match="did not answer in time"):
        post(poster(whole=0.3), f"http://hooks.example:{stranger.port}/")


def test_who_hangs_in_the_handshake_is_cut_off() -> None:
    with socket.create_server((HERE, 0)) as deaf, pytest.raises(NotSent, match="did not answer in time"):
        post(poster(whole=0.3), f"https://hooks.example:{deaf.getsockname()[1]}/")


@pytest.mark.parametrize(
    ("behaviour", "why"),
    [
        (dies, "something else than HTTP"),
        (breaks_off, "broke off in the middle"),
        (endless_head, "the connection broke"),
    ],
)
def test_half_an_answer_and_one_without_end_are_none(behaviour: Behaviour, why: str, stranger: Receiver) -> None:
    stranger.behaviours = [behaviour]
    with pytest.raises(NotSent, match=why):
        post(poster(), f"http://hooks.example:{stranger.port}/")


def test_of_a_body_without_end_only_the_beginning_is_read(stranger: Receiver) -> None:
    stranger.behaviours = [lies, never_ends]
    url = f"http://hooks.example:{stranger.port}/"
    assert post(poster(), url) == Answer(200, shown=False)
    assert post(poster(), url).status == 500


def test_nobody_listens_there() -> None:
    with receiver() as one:
        port = one.port
    with pytest.raises(NotSent, match="refuses the connection"):
        post(poster(), f"http://hooks.example:{port}/")
    with pytest.raises(NotSent, match="has no address"):
        post(Poster("any", TLS, lambda host, port: []), "http://hooks.example/")


def test_of_a_refusal_a_line_is_kept_and_only_from_public_addresses(
    stranger: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where private addresses are allowed, an excerpt would show any player what machines of the network say."""
    url, body = f"http://hooks.example:{stranger.port}/", b"no\x00 such\r\n\x1b[31mthing \xe2\x80\xae" + b"x" * 5_000
    stranger.behaviours = [
        answers(500, body),
        answers(500, body),
        answers(500, gzip.compress(body), Content_Encoding="gzip"),
    ]
    assert post(poster(), url).excerpt == ""
    real = socket.create_connection
    monkeypatch.setattr(socket, "create_connection", lambda _, **options: real((HERE, stranger.port), **options))
    shown = post(poster("public", "9.9.9.9"), url).excerpt
    assert shown.startswith("no such [31mthing x") and len(shown) == 200
    assert post(poster("public", "9.9.9.9"), url).excerpt == "", "nothing is unpacked"


def test_a_gzip_bomb_is_not_unpacked(stranger: Receiver) -> None:
    bomb = gzip.compress(b"\0" * 10_000_000)
    stranger.behaviours = [answers(500, bomb, Content_Encoding="gzip"), answers(200, bomb, Content_Encoding="gzip")]
    url = f"http://hooks.example:{stranger.port}/"
    assert [post(poster(), url) for _ in range(2)] == [Answer(500, shown=False), Answer(200, shown=False)]


@pytest.mark.parametrize(("header", "wished"), [("120", 120_000), ("1.5", 1_500), ("-5", 0), ("soon", 0), ("9" * 9, 0)])
def test_how_long_a_receiver_wishes_to_be_left_in_peace(header: str, wished: int, stranger: Receiver) -> None:
    stranger.behaviours = [answers(503, Retry_After=header)]
    assert post(poster(), f"http://hooks.example:{stranger.port}/").wished == wished


def test_a_receiver_may_name_the_moment_until_which_it_wishes_to_be_left_in_peace(stranger: Receiver) -> None:
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    stranger.behaviours = [answers(503, Retry_After=moment)]
    assert 90_000 < post(poster(), f"http://hooks.example:{stranger.port}/").wished <= 100_000
