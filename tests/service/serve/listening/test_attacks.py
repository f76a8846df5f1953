"""The attack that took accounts over: a website in the browser of somebody who runs ``siegelpost serve``. By raw socket."""

import json
import re
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.service.serve.test_serve import Serving
from tests.service.serve.watching import until


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    running = Serving(tmp_path_factory.mktemp("attacked") / "var")
    try:
        yield running.up()
    finally:
        running.end()


def mailbox_of(serving: Serving) -> str:
    found = re.search(r"Mailbox +http://\S+?(/dev/mailbox\S*)", serving.said)
    assert found, serving.said
    return found.group(1)


def say(
    serving: Serving,
    method: str,
    path: str,
    host: str | None = None,
    body: bytes = b"",
    extra: Sequence[str] = (),
    **headers: str,
) -> tuple[int, str, str]:
    """Send bytes as a browser would; return status, headers and body."""
    address = serving.url.removeprefix("http://")
    lines = [f"{method} {path} HTTP/1.1", f"Host: {address if host is None else host}", "Connection: close", *extra]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if body:
        kind = [] if "Content_Type" in headers else ["Content-Type: application/json"]
        lines += [*kind, f"Content-Length: {len(body)}"]
    name, _, port = address.rpartition(":")
    with socket.create_connection((name, int(port)), 10) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
    head, _, text = answer.decode("utf-8", "replace").partition("\r\n\r\n")
    return int(head[9:12]), head.lower(), text


def test_a_rebound_name_cannot_ask_for_a_login_nor_read_the_mails(serving: Serving) -> None:
    port = serving.url.rpartition(":")[2]
    name, origin = f"evil.example:{port}", f"http://evil.example:{port}"
    wish = json.dumps({"mail": serving.demo["mail"]}).encode()
    assert say(serving, "POST", "/v1/login", host=name, body=wish, Origin=origin)[0] == 421
    assert say(serving, "GET", "/dev/mailbox", host=name, Origin=origin)[0] == 421
    assert say(serving, "GET", mailbox_of(serving), host=name, Origin=origin)[0] == 421


@pytest.mark.parametrize("path", ["/dev/mailbox", "{mailbox}", "/", "/login/x", "/unsubscribe/x"])
def test_another_origin_reads_no_page(serving: Serving, path: str) -> None:
    path = path.format(mailbox=mailbox_of(serving))
    _, head, _ = say(
        serving, "GET", path, Origin="https://evil.example", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="cors"
    )
    assert "access-control-allow-origin" not in head


@pytest.mark.parametrize("name", ["X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Via"])
def test_a_tunnel_to_this_machine_does_not_open_the_mailbox(serving: Serving, name: str) -> None:
    assert say(serving, "GET", mailbox_of(serving), extra=(f"{name}: 198.51.100.7",))[0] == 404


def test_the_address_of_the_mailbox_cannot_be_known(serving: Serving) -> None:
    assert say(serving, "GET", "/dev/mailbox")[0] == 404
    secret = mailbox_of(serving).removeprefix("/dev/mailbox/")
    assert len(secret) >= 43
    for file in (serving.folder / "log").iterdir():
        assert secret not in file.read_text(), file
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            assert secret.encode() not in process.read_bytes()
        except OSError:
            continue


def test_the_person_at_the_machine_logs_in_by_the_link_of_a_mail(serving: Serving) -> None:
    before = len(serving.mails())
    wish = json.dumps({"mail": serving.demo["mail"]}).encode()
    assert say(serving, "POST", "/v1/login", body=wish)[0] in (200, 202)
    until(lambda: len(serving.mails()) > before, "the mail with the code is there")

    _, _, listed = say(serving, "GET", mailbox_of(serving))
    newest = re.search(rf'href="({mailbox_of(serving)}/[^"]+\.eml)"', listed)
    assert newest, listed
    status, head, mail = say(serving, "GET", newest.group(1))
    assert status == 200 and "referrer-policy: strict-origin" in head
    link = re.search(rf'href="{serving.url}(/login/[^"]+)"', mail)
    assert link, mail
    status, _, page = say(serving, "GET", link.group(1))
    form = re.search(r'name="form" value="([^"]+)"', page)
    assert status == 200 and form, page
    assert say(serving, "POST", link.group(1))[0] == 200, "without the page's own text it signs nobody in"
    status, head, _ = say(
        serving,
        "POST",
        link.group(1),
        body=f"form={form.group(1)}".encode(),
        Content_Type="application/x-www-form-urlencoded",
    )
    assert status == 303 and "set-cookie: siegelpost=" in head.lower()
