"""What an observer of the network sees of an act: requests and answers of one length each, whatever the move."""

import selectors
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.match.table import Standing
from engine.registry import game_of
from service.cli.player.client import Client
from service.cli.player.local_files import Keep
from service.cli.player.transport import Transport
from service.cli.table import sealing
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.text.padding import ANSWERS, REQUESTS, padded
from tests.cli.served import Served
from tests.given.contexts import account_of, dealt, loaded


@dataclass
class Exchange:
    """A request, and how many bytes came back."""

    request: bytes = b""
    answered: int = 0


class Observer:
    """Stands between players and server and notes every request, and how long its answer is."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._connections: list[threading.Thread] = []
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.seen: list[Exchange] = []

    def lengths(self) -> set[tuple[int, int]]:
        """Return the lengths of the acts seen since this was asked last, and of their answers."""
        found = {(len(one.request), one.answered) for one in self.seen if one.request.startswith(b"PUT")}
        self.seen.clear()
        return found

    def serve(self) -> None:
        """Relay connections until the observer is closed."""
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            connection = threading.Thread(target=self._relay, args=(near,))
            self._connections.append(connection)
            connection.start()

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for connection in self._connections:
            connection.join()

    def _relay(self, near: socket.socket) -> None:
        """Pass on what comes until one side hangs up; a request follows the whole answer to the one before."""
        far = socket.create_connection(("127.0.0.1", self._port))
        with suppress(OSError), near, far, selectors.DefaultSelector() as lines:
            lines.register(near, selectors.EVENT_READ, far)
            lines.register(far, selectors.EVENT_READ, near)
            exchange = Exchange(answered=1)
            while True:
                for ready, _ in lines.select():
                    piece = ready.fileobj.recv(65_536)  # type: ignore[union-attr]
                    if not piece:
                        return
                    if ready.fileobj is near and exchange.answered:
                        exchange = Exchange()
                        self.seen.append(exchange)
                    if ready.fileobj is near:
                        exchange.request += piece
                    else:
                        exchange.answered += len(piece)
                    ready.data.sendall(piece)


@contextmanager
def observed(live: Served) -> Iterator[Observer]:
    """Let an observer look on until the block ends."""
    observer = Observer(int(live.url.rsplit(":", 1)[1]))
    serving = threading.Thread(target=observer.serve)
    serving.start()
    try:
        yield observer
    finally:
        observer.close()
        serving.join()


class Seat:
    """A player of a match who acts through the observer with the program of ours."""

    def __init__(self, live: Served, observer: Observer, folder: Path) -> None:
        self._token, self.live = live.token("Ada"), live
        ben = live.token("Ben")
        assert ben
        context, self.match = live.context, new_match_id()
        creation.create(
            context, account_of(context, "ada@players.example"), NewMatch(rules="kontor", grace=600_000), self.match
        )
        lobby.join(context, self.match, account_of(context, "ben@players.example"), seat=None, invitation=None)
        self.client = Client(Transport(observer.url, self._token), Keep(folder, observer.url), warn=print)
        seen = self.client.match(self.match)
        while seen["status"] != "running":
            seen = self.client.match(self.match, after=seen["n"], wait=25)

    @property
    def standing(self) -> Standing:
        return loaded(self.live.context, self.match).table["standing"][0]

    def moves(self) -> list[dict[str, Any]]:
        record = loaded(self.live.context, self.match)
        return game_of(record.table).moves(dealt(record), 0, self.standing["id"])


def test_all_legal_answers_to_a_decision_look_alike_on_the_wire(live: Served, tmp_path: Path) -> None:
    """Attacked: requests of 55, 70 and 89 bytes told passing from playing, and which pile a card came from."""
    with observed(live) as observer:
        seat = Seat(live, observer, tmp_path / "ada")
        decision, moves, act = seat.standing["id"], seat.moves(), 0
        assert {move["type"] for move in moves} == {"play", "pass"}
        for custody in ("escrow", "client"):
            for move in moves:
                sealing.seal(seat.client, seat.match, decision, 0, move, custody=custody, replaces=act)
                act += 1
            assert len(observer.lengths()) == 1, custody
        send: Callable[..., Any] = seat.client.transport.call
        for move in moves:
            body = padded({"move": move, "replaces": act}, REQUESTS)
            send("PUT", f"v1/matches/{seat.match}/decisions/{decision}/commitment", content=body)
            act += 1
        assert len(observer.lengths()) == 1, "the server draws the salt"
        seat.client.transport.close()


def test_a_text_is_as_long_as_one_of_the_lengths_however_long_it_is() -> None:
    lengths = {len(padded({"move": "x" * size}, REQUESTS)) for size in range(0, 40_000, 777)}
    assert lengths == {1_024, 4_096, 16_384, 32_768, 49_152}
    assert len(padded({}, ANSWERS)) == ANSWERS[0]
