"""Every scenario of Seafarers made with the command line, joined by invitation, played by bots to its end, and proved."""

from pathlib import Path

import pytest

from engine.games.seafarers import GAME
from service.cli.bot import play_waiting
from tests.cli.playing.test_play import PATIENCE, Player, new_match, started

TURNS = 6
"""Of a match in the suite: founding, harbours, dice and building, not more, and not every scenario: in the soak, all are played
to their ends."""


def joined(owner: Player, guest: Player, preset: str, turns: int) -> str:
    """Make a private match with bots for all but two; the guest joins by the invitation. Return the match's id."""
    seats = GAME.book.scenarios[preset].seats[-1]
    said = owner.run(
        "new", "--rules", "seafarers", "--preset", preset, "--seats", str(seats), "--option", f"turn_limit={turns}",
        "--private", "--grace", "0s", *(["--bot", "steady"] * (seats - 2)),
    )  # fmt: skip
    joining = next(line for line in said.splitlines() if "siegelpost join" in line).split()
    match = joining[joining.index("join") + 1]
    guest.run("join", match, "--invitation", joining[-1])
    return match


def play_on(match: str, *players: Player) -> None:
    """Let these people's bots answer through the API until the match is over."""
    clients = [one.client() for one in players]
    while (seen := clients[0].match(match))["status"] != "closed":
        if sum(play_waiting(one, "escrow", lambda _: None) for one in clients) == 0:
            clients[0].match(match, after=seen["n"], wait=PATIENCE)
    for one in clients:
        one.transport.close()


def proved(player: Player, match: str, folder: Path) -> str:
    log = folder / f"{match}.jsonl"
    log.write_bytes(player.run("log", match).encode())
    return player.run("verify", str(log))


@pytest.mark.parametrize("preset", ["fuenf-inseln-5", "ozeanien-6", "neue-welt-6"])
def test_a_match_is_played_and_proved(ada: Player, ben: Player, preset: str, tmp_path: Path) -> None:
    match = joined(ada, ben, preset, TURNS)
    play_on(match, ada, ben)
    assert proved(ada, match, tmp_path).startswith("PASS\n")


@pytest.mark.soak
@pytest.mark.parametrize("preset", GAME.rules.presets)
def test_a_whole_match_of_every_scenario_is_played_and_proved(
    ada: Player, ben: Player, preset: str, tmp_path: Path
) -> None:
    match = joined(ada, ben, preset, 300)
    play_on(match, ada, ben)
    assert proved(ada, match, tmp_path).startswith("PASS\n")
    assert "turn-limit" not in ada.run("log", match).splitlines()[-2]


def test_a_settlement_is_founded_by_typing_its_places(ada: Player) -> None:
    match = new_match(ada, "--rules", "seafarers", "--seats", "5", *(["--bot", "steady"] * 4))
    seen = started(ada, match)
    client = ada.client()
    while seen["seat"] not in seen["decisions"][0]["seats"]:
        seen = client.match(match, after=seen["n"], wait=PATIENCE)
    move = client.moves(match, seen["decisions"][0]["id"])[-1]
    client.transport.close()
    asked = ada.run("play", match, typed="q\n")
    listed = asked.partition("Time left")[2].splitlines()
    assert len(listed) < 40
    assert any(line.strip().startswith("Site: ") for line in listed)
    wrong = ada.run("play", match, typed=f"{move['node']} 9999\nq\n")
    assert "'9999' is not one of" in wrong
    assert f"{move['edge']} ({'-'.join(map(str, seen['view']['edges'][move['edge']]))})" in wrong.replace("\u00a0", " ")
    said = ada.run("play", match, typed=f"{move['node']} {move['edge']} {move['piece']}\n\nq\n")
    assert f"found a settlement on site {move['node']} with a {move['piece']} on edge {move['edge']}?" in " ".join(
        said.split()
    )
    assert "Receipt" in said


def test_b4_the_hidden_scenario_is_refused(ada: Player) -> None:
    said = ada.run("new", "--rules", "seafarers", "--preset", "base-19", "--seats", "5", code=1)
    assert "fuenf-inseln-5" in said
