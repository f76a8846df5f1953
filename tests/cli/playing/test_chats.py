"""Chats on the command line: added without the address in the arguments, listed, tested, removed."""

import json
from pathlib import Path

from service.accounts.access import tokens
from service.keys.signing import new_match_id
from service.matches.seating import creation
from tests.cli.playing.test_play import Machine
from tests.cli.served import served
from tests.given.contexts import account
from tests.workers.webhooks.sending import TakesChats, send_all


def test_a_chat_and_a_tables_channel(redis_url: str, tmp_path: Path) -> None:
    with served(redis_url, tmp_path / "keys") as live:
        ada, match = account(live.context, "Ada"), new_match_id()
        creation.create(live.context, ada, creation.NewMatch(rules="kontor", grace=0, visibility="open"), match)
        machine = Machine(live.url, tmp_path / "ada")
        token = tokens.issue_token(live.context, ada.id, name="test", scopes=tokens.SCOPES).text
        machine.run("login", "--server", live.url, "--token", token)
        assert "You have no chats." in machine.run("chat")
        added = machine.run("chat", "--add", "--name", "phone", typed="ntfy://a-secret-topic\n")
        assert "phone" in added and "has not taken its test yet" in added and "a-secret-topic" not in added
        assert send_all(live.context, TakesChats()) == {"delivered": 1}
        assert "bekommt Nachrichten" in machine.run("chat", "--language", "de")
        machine.run("chat", "--add", "--match", match[:8], typed="ntfy://channel\n")
        lines = [json.loads(line) for line in machine.run("chat", "--json").splitlines()]
        assert [one["match"] for one in lines] == [None, match]
        machine.run("chat", "--test", lines[0]["id"])
        assert "services that this installation writes to" in machine.run("chat", "--add", typed="mailto://x\n", code=1)
        for one in lines:
            left = machine.run("chat", "--remove", one["id"])
        assert "You have no chats." in left
        assert "go with --add" in machine.run("chat", "--name", "x", code=2)
