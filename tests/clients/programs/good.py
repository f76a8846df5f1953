"""What must compile: moves of every game, as the document describes them. Read by mypy only."""

from siegelpost_client import Client, Player
from siegelpost_client.models import AnyMove, Kontor1MoveChoose, SeafarersMove

card: Kontor1MoveChoose = {"type": "play", "card": "C24"}
moves: list[AnyMove] = [{"type": "pass"}, {"type": "place", "at": [0, -3]}, {"type": "take", "card": "ship_fr#5"}]
founding: SeafarersMove = {"type": "found", "node": 4, "edge": 7, "piece": "ship"}


def play(client: Client) -> None:
    client.create_match({"rules": "kontor", "options": {"preset": "tilsit"}})
    client.commit_move("m", "r1.choose", {"move": card})
    for item in Player(client).waiting():
        for move in item["moves"] or []:  # what was read can be sent
            client.check_move(item["match"], item["decision"]["id"], {"move": move})
