"""A bot for Kontor: python3 kontor.py https://siegelpost.example sp_...

It plays its own quay cards before canals, and lays them where they touch most: large sectors pay."""

import random
import sys
from pathlib import Path
from typing import cast

from siegelpost_client import OVERTAKEN, Client, Folder, Player, Refused
from siegelpost_client.models import KontorMove, KontorView, Waiting


def choose(item: Waiting) -> KontorMove:
    """Return one of the legal moves."""
    moves, view = cast("list[KontorMove]", item["moves"]), cast("KontorView", item["view"])
    return max(moves, key=lambda move: (worth(move, view), random.random()))


def worth(move: KontorMove, view: KontorView) -> int:
    """Return what a move is worth to this bot."""
    taken = {tuple(field["at"]) for field in view["board"]}
    if move["type"] == "place":
        x, y = move["at"]
        return sum(spot in taken for spot in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
    if move["type"] == "play":
        mine = next((hand for hand in view["hands"] if hand), [])
        return 2 + sum(card["id"] == move["card"] and card["type"] == "quay" for card in mine)
    return 1 if move["type"] in ("sail", "buy") else 0


def play_once(player: Player, wait: int = 30) -> int:
    """Answer all that waits for this account; return how many answers were taken."""
    taken = 0
    for item in player.waiting(wait):
        if item["rules"].split("@")[0] != "kontor":
            continue
        try:
            if item["answer"] == "opening":  # sealed under client custody, by another program of this account
                player.open(item)
            else:
                player.answer(item, choose(item))
            taken += 1
        except Refused as refusal:  # the match moved on while we thought: look again
            if refusal.code not in OVERTAKEN:
                raise
    return taken


if __name__ == "__main__":
    with Client(sys.argv[1], sys.argv[2], agent="example-bot") as client:
        bot = Player(client, Folder(Path("kept")))
        while True:
            play_once(bot)
