"""A store that takes requests and never answers: what needs no store answers all the same, the rest gives up soon."""

import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import redis
from flask import Flask

from service.api.app import equip
from service.context import Context
from service.store.store import Store
from tests.service.api.players import Player, refused
from tests.service.serve.watching import until

PATIENCE = 0.2
TOKEN = {"Authorization": "Bearer sp_5f2c9a0b7d3e8146_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}


class Silence:
    """A server that accepts connections and says nothing; ``asked`` holds them."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listening.getsockname()[1]}/0"
        self.asked: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept)
        self._thread.start()

    def close(self) -> None:
        """Hang up on everybody."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listening.close()
        for one in self.asked:
            one.close()

    def _accept(self) -> None:
        while True:
            try:
                self.asked.append(self._listening.accept()[0])
            except OSError:
                return


@pytest.fixture
def silence() -> Iterator[Silence]:
    server = Silence()
    yield server
    server.close()


@pytest.fixture
def waiting(app: Flask, context: Context, silence: Silence, tmp_path: Path) -> Iterator[Flask]:
    """The API on a store that never answers."""
    store = Store.connect(silence.url, patience=PATIENCE)
    equip(app, replace(context, store=store))
    yield app
    store.close()


def test_health_asks_no_store_whatever_token_is_sent(waiting: Flask, silence: Silence) -> None:
    answer = waiting.test_client().get("/health", headers=TOKEN)
    assert (answer.status_code, answer.get_json()) == (200, {"status": "ok"})
    assert silence.asked == []


@pytest.mark.parametrize("path", ["/ready", "/v1/me", "/v1/matches"])
def test_a_request_gives_up_when_its_first_question_has_used_up_the_patience(
    waiting: Flask, silence: Silence, path: str
) -> None:
    """A try that got no answer has closed its connection, so each try is a connection: there is no second."""
    answer = waiting.test_client().get(path, headers=TOKEN)
    refused(answer, 503, "unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    assert len(silence.asked) == 1


@pytest.mark.parametrize("pause", [100, 2_500])
def test_ready_says_503_only_while_acts_get_it_too(
    app: Flask, context: Context, ada: Player, redis_url: str, pause: int
) -> None:
    """A busy machine: the store answers late. Within the patience nothing is refused, beyond it everything."""
    store = Store.connect(redis_url, patience=1.0)
    equip(app, replace(context, store=store))
    assert ada.get("/ready").status_code == 200
    with redis.Redis.from_url(redis_url) as client:
        client.execute_command("CLIENT", "PAUSE", pause, "ALL")
    asked = ("GET", "/ready", None), ("POST", "/v1/matches", {"rules": "kontor"})
    told = [ada.ask(method, path, body).status_code for method, path, body in asked]
    assert told == ([200, 201] if pause == 100 else [503, 503])
    until(lambda: ada.get("/ready").status_code == 200, "the store answers again")
    store.close()
