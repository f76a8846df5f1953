"""``siegelpost extend``, ``ask``, ``grant`` and ``pause``, in a seat that signs: receipts are kept, the log verifies."""

import json

from tests.cli.playing.test_play import Player, new_match, started
from tests.cli.served import Served


def paused(player: Player, match: str, so: bool) -> None:
    """Wait until the match pauses, or goes on."""
    seen = player.client().match(match)
    while (seen["pauses"]["now"] is not None) != so:
        seen = player.client().match(match, after=seen["n"], wait=25)


def test_a_player_who_signs_takes_more_time_as_often_as_agreed_and_pauses(
    live: Served, ada: Player, ben: Player
) -> None:
    match = new_match(ada, "--extensions", "1")
    ben.run("join", match, "--sign")
    started(ada, match)
    assert "nothing waits" in ben.run("extend", match, "r9.choose", code=1)
    assert "0 more extensions" in ben.run("extend", match)
    assert "as often as it allows" in ben.run("extend", match, code=1)
    assert "0 more extensions" in ada.run("extend", match, "r1.choose")
    assert "nobody asks you" in ada.run("grant", match, code=1)
    assert "at most" in ben.run("ask", match, "7d", code=1)
    assert "The others are asked" in ben.run("ask", match, "1d")
    assert "nothing waits" in ben.run("ask", match, "1d", code=1)
    assert "do not give the time" in ada.run("grant", match, "--not-now")
    assert "The others are asked" in ada.run("ask", match, "2h", "r1.choose")
    assert "You give the time" in ben.run("grant", match)
    assert "request #1" in ben.run("receipts", "list", match) and "respond #1" in ben.run("receipts", "list", match)
    assert "do not want a pause" in ben.run("pause", match, "--end", code=1)
    assert "that you want a pause" in ben.run("pause", match)
    assert "you have said so already" in ben.run("pause", match, code=1)
    assert "that you want a pause" in ada.run("pause", match)
    paused(ada, match, True)
    assert "pause any more" in ben.run("pause", match, "--end")
    paused(ada, match, False)
    said = json.loads(ben.run("verify", f"{live.url}/v1/matches/{match}/log.jsonl", "--json", code=3))
    assert (said["verdict"], said["n"]) == ("INCOMPLETE", None), "the match still runs"
    assert "pause #2" in ben.run("receipts", "list", match)
    assert "extend #1" in ben.run("receipts", "list", match)
