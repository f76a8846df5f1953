"""The first start after a restore asks whether the installation that the backup was taken from still runs."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from engine.protocol.canon import b64
from service.accounts.access.tokens import issue_token
from service.admin.operator import Operator, issue, token_of
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.serve.folder import EmbeddedError
from service.serve.preflight import note_restore
from tests.given.contexts import account, open_context
from tests.servers.ports import free_port
from workers.clock.head_log import HeadLogWriter


@contextmanager
def installation(public_key: str) -> Iterator[str]:
    """Run what says of itself that it has this key, and give its address."""

    class Meta(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            said = json.dumps({"keys": [{"public_key": public_key}]}).encode() if self.path == "/v1/meta" else b""
            self.send_response(200)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Meta) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@pytest.fixture
def restored(redis_url: str, tmp_path: Path) -> Context:
    """A store as a backup left it."""
    context = open_context(redis_url, tmp_path)
    creation.create(context, account(context, "Ada"), NewMatch(rules="kontor"), new_match_id())
    return context


def start(restored: Context, redis_url: str, folder: Path, public_url: str, *, keep_logins: bool = False) -> bool:
    """Start it for the first time since."""
    origin = f"{public_url.partition('://')[2]}/2"
    return note_restore(
        restored.store.now(),
        {
            "REDIS_URL": redis_url,
            "QUEUE_URL": redis_url,
            "SIEGELPOST_SIGNING_KEY": str(folder / "signing_key"),
            "SIEGELPOST_RESOLVER_PUBLIC": str(folder / "resolver_public"),
            "SIEGELPOST_LINK_SECRET": str(folder / "link_secret"),
            "SMTP_URL": f"file://{folder}/mail",
            "SIEGELPOST_PUBLIC_URL": public_url,
            "SIEGELPOST_LOG_ORIGIN": origin,
        },
        keep_logins=keep_logins,
    )


def test_at_another_address_the_one_before_is_found_by_the_name_of_its_log(
    restored: Context, redis_url: str, tmp_path: Path
) -> None:
    """The attempt: last night's backup beside the installation, at another port of the same machine."""
    with installation(restored.signer.public_key) as before:
        HeadLogWriter(restored.store, restored.signers, before).batch()
        with pytest.raises(EmbeddedError, match=f"with these keys runs at http://{before}: .*Stop that one"):
            start(restored, redis_url, tmp_path, f"http://127.0.0.1:{free_port()}")
    assert start(restored, redis_url, tmp_path, f"http://127.0.0.1:{free_port()}"), "it is gone"


def test_at_the_same_address_it_is_found_whatever_its_log_is_called(
    restored: Context, redis_url: str, tmp_path: Path
) -> None:
    with installation(restored.signer.public_key) as before:
        HeadLogWriter(restored.store, restored.signers, "log.example").batch()
        with pytest.raises(EmbeddedError, match="with these keys runs at"):
            start(restored, redis_url, tmp_path, f"http://{before}")


def test_an_installation_with_other_keys_is_nobody_s_twin(restored: Context, redis_url: str, tmp_path: Path) -> None:
    with installation(b64(bytes(32))) as other:
        HeadLogWriter(restored.store, restored.signers, other).batch()
        assert start(restored, redis_url, tmp_path, f"http://127.0.0.1:{free_port()}")


def test_an_answer_that_does_not_end_keeps_nobody_from_starting(
    restored: Context, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: at the address of before there is somebody else by now, who answers a byte now and then, for days."""
    monkeypatch.setattr("service.serve.preflight.ALIVE_WITHIN", 0.3)
    with dripping() as other:
        HeadLogWriter(restored.store, restored.signers, other).batch()
        assert start(restored, redis_url, tmp_path, f"http://127.0.0.1:{free_port()}")


@contextmanager
def dripping() -> Iterator[str]:
    """Run what answers a byte at a time until nobody listens, and give its address."""

    class Drip(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            with suppress(OSError):
                while not over.wait(0.02):
                    self.wfile.write(b" ")

        def log_message(self, format: str, *args: object) -> None:
            pass

    over = threading.Event()
    with ThreadingHTTPServer(("127.0.0.1", 0), Drip) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            over.set()
            server.shutdown()


@pytest.mark.parametrize("keep", [False, True])
def test_what_was_revoked_after_the_backup_does_not_live_again(
    restored: Context, redis_url: str, tmp_path: Path, keep: bool
) -> None:
    """The attack: a stolen token is revoked, the disk dies, and from the backup the token is good again.

    The store of a backup cannot say what was revoked since, so all logins end, unless the operator keeps them.
    """
    store, ada = restored.store, account(restored, "Ada")
    stolen = issue_token(restored, ada.id, name="stolen", scopes=("account:read",)).token.id
    operator = issue(Operator(store, "grace"), "night shift", "admin", 1)
    assert start(restored, redis_url, tmp_path, f"http://127.0.0.1:{free_port()}", keep_logins=keep)
    assert store.good_tokens([stolen]) == ({stolen} if keep else set())
    assert (token_of(store, operator.text) is not None) == keep
    done = [one.why for one in store.audited(10) if one.what == "restore"]
    assert len(done) == 1 and ("logins kept" in done[0]) == keep
