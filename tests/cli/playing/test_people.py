"""Other people on the command line: profiles, contacts, and blocking, by name or by account."""

import json
from pathlib import Path

from service.accounts.access import tokens
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from tests.cli.playing.test_play import Machine
from tests.cli.served import served
from tests.given.contexts import account
from workers.resolve.drain import drain_once


def test_people_are_looked_at_blocked_and_found_again(redis_url: str, tmp_path: Path) -> None:
    with served(redis_url, tmp_path / "keys") as live:
        ada, ben = account(live.context, "Ada"), account(live.context, "Ben")
        match = new_match_id()
        creation.create(live.context, ada, creation.NewMatch(rules="kontor", grace=0, visibility="open"), match)
        lobby.join(live.context, match, ben, seat=None, invitation=None)
        while (found := live.context.store.load(match)) is None or found.table["status"] != "running":
            drain_once(live.context)
        machine = Machine(live.url, tmp_path / "ada")
        token = tokens.issue_token(live.context, ada.id, name="test", scopes=tokens.SCOPES).text
        machine.run("login", "--server", live.url, "--token", token)

        assert "Ben" in machine.run("contacts") and ben.id in machine.run("contacts")
        assert f"Ben ({ben.id})" in machine.run("profile", "ben")
        assert "The profile is hidden" in machine.run("profile", "--hide")
        assert json.loads(machine.run("profile", "--show", "--json"))["hidden"] is False
        assert "only your own" in machine.run("profile", "Ben", "--hide", code=2)
        assert "nobody you have played with" in machine.run("profile", "Zoe", code=1)
        assert "blocked nobody" in machine.run("block")
        assert f"Ben ({ben.id})" in machine.run("block", "Ben")
        assert live.context.store.has_blocked(ada.id, ben.id)
        assert "not played with anybody" in machine.run("contacts")
        assert "Du hast niemanden blockiert." in machine.run("block", "BEN", "--undo", "--language", "de")
        assert json.loads(machine.run("contacts", "--json"))["player"] == ben.id
        assert json.loads(machine.run("block", ben.id, "--json"))["name"] == "Ben"
        assert "name the player" in machine.run("block", "--undo", code=2)
