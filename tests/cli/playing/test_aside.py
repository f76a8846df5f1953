"""What nobody waits for is offered beside what is due, at prompts and to scripts: a contract is fulfilled before one answers."""

from types import SimpleNamespace
from typing import Any, cast

import click
import pytest
from click.testing import CliRunner
from rich.console import Console

from engine.contract import Move
from service.cli.play import _the_one
from service.cli.player.session import Session
from service.cli.table.match_facts import MatchFacts, match_facts
from service.cli.table.turn import Left, Turn

DUE, ASIDE = "r1.ask.1.0", "fulfil.0.1"
FULFIL: Move = {"type": "fulfil", "cards": ["clay2"]}
MOVES: dict[str, list[Move]] = {DUE: [{"type": "decline"}, {"type": "take", "card": "tobacco1"}], ASIDE: [FULFIL]}


class Server:
    """A client whose server lists these moves, and notes what is answered."""

    def __init__(self, moves: dict[str, list[Move]]) -> None:
        self.listed = moves
        self.answered: list[tuple[str, Move]] = []

    def moves(self, match: str, decision: str) -> list[Move]:
        return self.listed[decision]

    def answer(self, match: str, decision: str, seat: int, move: Move, **_: Any) -> Any:
        self.answered.append((decision, move))
        return SimpleNamespace(signed={"receipt": {"act": "moved", "match": match, "decision": decision, "seq": 1}})


def facts() -> MatchFacts:
    def standing(name: str, kind: str, *, optional: bool) -> dict[str, Any]:
        return {
            "id": name, "kind": kind, "seats": [0], "sealed": False, "optional": optional, "phase": "open", "mine": None,
            "deadline_at": None, "seconds_left": None, "awaited": [0], "committed": [], "custody": "any",
        }  # fmt: skip

    return match_facts({
        "match": "018f7c2e", "title": "Row", "rules": "packet-row@1", "status": "running", "seat": 0, "n": 9, "view": None,
        "channels": [],
        "seats": [{"name": "Ada", "seat": 0, "bot": None}, {"name": "Ben", "seat": 1, "bot": None}], "data": "", "options": {},
        "decisions": [standing(DUE, "ask", optional=False), standing(ASIDE, "fulfil", optional=True)],
    })  # fmt: skip


def sitting(moves: dict[str, list[Move]]) -> tuple[Session, Server]:
    server = Server(moves)
    return Session(cast(Any, server), Console(width=100), "en"), server


@click.command()
@click.pass_obj
def take(session: Session) -> None:
    try:
        turn = Turn(session, patience=0, ask_first=False)
        turn.take(facts(), facts().asked[0])
    except Left:
        click.echo("left")


@pytest.mark.parametrize(
    ("typed", "answered"),
    [
        ("+\n", [(ASIDE, FULFIL)]),
        ("decline\n", [(DUE, MOVES[DUE][0])]),
        ("q\n", []),
    ],
)  # fmt: skip
def test_a_contract_can_be_fulfilled_from_the_prompt(
    typed: str, answered: list[tuple[str, Move]], monkeypatch: pytest.MonkeyPatch
) -> None:
    session, server = sitting(MOVES)
    monkeypatch.setattr("service.cli.table.sealing.answer", Server.answer)
    monkeypatch.setattr("service.cli.table.turn.says", lambda receipt: receipt["decision"])
    said = CliRunner().invoke(take, input=typed, obj=session, catch_exceptions=False).output
    assert "[+]" in said and "nobody waits for it" in said
    assert server.answered == answered


def test_what_has_no_move_is_not_offered() -> None:
    session, server = sitting({**MOVES, ASIDE: []})
    said = CliRunner().invoke(take, input="+\nq\n", obj=session, catch_exceptions=False).output
    assert "[+]" not in said and "'+' is not one of" in said and server.answered == []


@pytest.mark.parametrize(
    ("move", "decision", "meant"),
    [(FULFIL, None, ASIDE), (MOVES[DUE][0], None, DUE), ({"type": "pass"}, None, DUE), (MOVES[DUE][0], ASIDE, ASIDE)],
)
def test_a_script_names_the_move_and_need_not_name_the_decision(move: Move, decision: str | None, meant: str) -> None:
    session, _ = sitting(MOVES)
    assert _the_one(session, facts(), decision, move).id == meant
