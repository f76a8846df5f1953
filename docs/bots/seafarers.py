"""A bot for Seafarers: python3 seafarers.py https://siegelpost.example sp_...

It founds where most dice fall, builds the dearest thing it can pay for, and declines every offer."""

import random
import sys
from pathlib import Path
from typing import cast

from siegelpost_client import OVERTAKEN, Client, Folder, Player, Refused
from siegelpost_client.models import SeafarersMove, SeafarersView, Waiting

RANKS = ("roll", "city", "settlement", "buy", "knight", "ship", "road", "decline", "end")
"""Kinds of moves of a turn, the best first."""


def choose(item: Waiting) -> SeafarersMove:
    """Return one of the legal moves."""
    moves, view = cast("list[SeafarersMove]", item["moves"]), cast("SeafarersView", item["view"])
    return min(moves, key=lambda move: (rank(move), -pips(move, view), random.random()))


def rank(move: SeafarersMove) -> int:
    """Return how late a move comes, by its kind; it never trades."""
    kind = move["type"]
    return RANKS.index(kind) if kind in RANKS else len(RANKS)


def pips(move: SeafarersMove, view: SeafarersView) -> int:
    """Return how often in 36 rolls the hexes around a place to found yield something."""
    if move["type"] != "found":
        return 0
    x, y = view["nodes"][move["node"]]
    around = [one for one in view["hexes"] if (abs(one["x"] - x), abs(one["y"] - y)) in ((0, 2), (1, 1))]
    return sum(6 - abs(7 - one["number"]) for one in around if one["number"])


def play_once(player: Player, wait: int = 30) -> int:
    """Answer all that waits for this account; return how many answers were taken."""
    taken = 0
    for item in player.waiting(wait):
        if item["rules"].split("@")[0] != "seafarers":
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
