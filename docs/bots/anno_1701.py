"""A bot for Anno 1701 - the card game: python3 anno_1701.py https://siegelpost.example sp_...

It builds and lodges whatever it can, sails when it has nothing better to do, and takes no offers."""

import random
import sys
from pathlib import Path
from typing import cast

from siegelpost_client import OVERTAKEN, Client, Folder, Player, Refused
from siegelpost_client.models import Anno1701Move, Waiting

RANKS = ("build", "upgrade", "lodge", "repair", "dock", "fill", "voyage", "fight", "reveal", "finish", "close")
"""Kinds of moves, the best first; what is not among them comes after these, in the order of the server's list."""


def choose(item: Waiting) -> Anno1701Move:
    """Return one of the legal moves."""
    moves = cast("list[Anno1701Move]", item["moves"])
    return min(moves, key=lambda move: (rank(move), random.random()))


def rank(move: Anno1701Move) -> int:
    """Return how late a move comes, by its kind."""
    kind = move["type"]
    if kind in ("accept", "offer"):
        return len(RANKS) + 1
    return RANKS.index(kind) if kind in RANKS else len(RANKS)


def play_once(player: Player, wait: int = 30) -> int:
    """Answer all that waits for this account; return how many answers were taken."""
    taken = 0
    for item in player.waiting(wait):
        if item["rules"].split("@")[0] != "anno-1701":
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
