"""`siegelpost play` says beside a choice, and before it is sent, what it costs and what is left."""

from typing import Any, cast

import click
import pytest
from click.testing import CliRunner
from rich.console import Console

from engine.contract import Language
from engine.protocol.chance import Draws
from engine.registry import game, newest
from service.cli.player.session import Session
from service.cli.table.match_facts import match_facts
from service.cli.table.turn import Left, Turn
from tests.cli.playing.test_aside import Server
from tests.service.api.http.test_prices import costly_board, prices_asked


@pytest.mark.parametrize(("language", "costs"), [("en", "Costs "), ("de", "Kostet ")])
def test_a_price_stands_beside_the_choice_and_in_the_question_whether_it_is_meant(
    language: Language, costs: str
) -> None:
    rules = game(newest("packet-row"))
    state = rules.setup(rules.options({}, 3), 3, Draws(bytes(32)))
    opens = next(one for one in rules.decisions(state) if one["kind"] == "open")
    board = costly_board(rules, state, opens["id"])
    assert board is not None
    state, _ = rules.resolve(state, opens["id"], {opens["seats"][0]: board}, Draws(bytes(32)))
    asked = next(one for one in rules.decisions(state) if one["kind"] == "ask")
    seat, number = asked["seats"][0], [bool(one) for one in prices_asked(rules, state)].index(True) + 1
    facts = match_facts({
        "match": "018f7c2e", "title": "Row", "rules": rules.rules.id, "status": "running", "seat": seat, "n": 9,
        "view": rules.view(state, seat), "channels": [], "data": rules.rules.data, "options": rules.options({}, 3),
        "seats": [{"name": name, "seat": place, "bot": None} for place, name in enumerate(("Ada", "Ben", "Cleo"))],
        "decisions": [{
            **asked, "phase": "open", "mine": None, "deadline_at": None, "seconds_left": None, "awaited": [seat],
            "committed": [], "custody": "any",
        }],
    })  # fmt: skip
    server = Server({asked["id"]: rules.moves(state, seat, asked["id"])})
    session = Session(cast(Any, server), Console(width=160), language)

    @click.command()
    def take() -> None:
        try:
            Turn(session, patience=0).take(facts, facts.asked[0])
        except Left:
            click.echo("left")

    said = CliRunner().invoke(take, input=f"{number}\nn\n").output

    listed, _, meant = said.rpartition(f": {number}\n")
    assert costs in listed and costs in meant, said
    assert server.answered == []
