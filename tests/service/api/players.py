"""Clients for the tests: what a player's program does, in a line each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from engine.contract import Move
from service.accounts.access import tokens
from service.context import Context
from service.store.records import Account
from tests.given.contexts import account
from workers.resolve.drain import drain_once

PACE = {"kind": "duration", "seconds": 86_400}


@dataclass
class Player:
    """Somebody with (or without) a token."""

    app: Flask
    token: str | None
    account: str

    def stored(self, context: Context) -> Account:
        """Return what the store knows of the player."""
        found = context.store.account(self.account)
        assert found is not None
        return found

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        """Send a request; ``body`` as JSON, headers with underscores for dashes."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token is not None:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        options: dict[str, Any] = {} if body is None else {"json": body}
        return self.app.test_client().open(path, method=method, headers=sent, **options)

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        return self.ask("POST", path, body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        return self.ask("PUT", path, body, **headers)

    def delete(self, path: str, **headers: str) -> TestResponse:
        return self.ask("DELETE", path, **headers)

    def sees(self, path: str) -> Any:
        """Return the JSON of a successful GET."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.get_json()


def new_player(app: Flask, context: Context, name: str, scopes: tuple[str, ...] = tokens.SCOPES) -> Player:
    """Return a new account with a token of these scopes."""
    made = account(context, name)
    issued = tokens.issue_token(context, made.id, name="test", scopes=scopes)
    return Player(app, issued.text, made.id)


@dataclass
class Table:
    """A match, driven by requests and by draining what is due."""

    context: Context
    match: str
    players: tuple[Player, ...]

    @classmethod
    def begin(cls, context: Context, one: Player, two: Player, **wishes: Any) -> Table:
        """Create a match, seat the second player, deal."""
        wish = {"rules": "kontor", "grace_seconds": 0, "pace": PACE, **wishes}
        created = one.post("/v1/matches", wish)
        assert created.status_code == 201, created.get_data(as_text=True)
        shown = created.get_json()
        joined = two.put(f"/v1/matches/{shown['match']}/seats/me", {"invitation": shown["invitation"]})
        assert joined.status_code == 200, joined.get_data(as_text=True)
        drain_once(context)
        return cls(context, shown["match"], (one, two))

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match}"

    def seen_by(self, player: Player) -> Any:
        return player.sees(self.path)

    def standing(self) -> Any:
        """Return the first decision that stands."""
        return self.seen_by(self.players[0])["decisions"][0]

    def here(self) -> str:
        """Return the path of that decision."""
        return f"{self.path}/decisions/{self.standing()['id']}"

    def moves(self, player: Player, decision: str) -> list[Move]:
        found: list[Move] = player.sees(f"{self.path}/decisions/{decision}/moves")["moves"]
        return found

    def resolve(self) -> None:
        drain_once(self.context)


def timeless(answer: Any) -> Any:
    """An answer without what changes by itself while time goes on."""
    if isinstance(answer, list):
        return [timeless(one) for one in answer]
    if not isinstance(answer, dict):
        return answer
    return {name: timeless(one) for name, one in answer.items() if name not in ("server_time", "seconds_left")}


def refused(answer: TestResponse, status: int, kind: str) -> Any:
    """Return the problem of an answer that must be this refusal."""
    assert (answer.status_code, answer.get_json()["type"]) == (status, f"/problems/{kind}"), answer.data
    return answer.get_json()
