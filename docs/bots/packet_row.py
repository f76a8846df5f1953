"""A bot for Packet Row: python3 packet_row.py https://siegelpost.example sp_...

It fulfils what it can, takes what is dearest, and ends its turn in the harbour when nothing is left to take."""

import random
import sys
from pathlib import Path
from typing import cast

from siegelpost_client import OVERTAKEN, Client, Folder, Player, Refused
from siegelpost_client.models import PacketRowMove, PacketRowView, Waiting

RANKS = ("fulfil", "settle", "take", "open", "end", "nothing", "pass", "decline")
"""Kinds of moves, the best first."""


def choose(item: Waiting) -> PacketRowMove:
    """Return one of the legal moves."""
    moves, view = cast("list[PacketRowMove]", item["moves"]), cast("PacketRowView", item["view"])
    return min(moves, key=lambda move: (RANKS.index(move["type"]), -price(move, view), random.random()))


def price(move: PacketRowMove, view: PacketRowView) -> int:
    """Return what the card costs that a move takes; contracts count with half their reward."""
    if move["type"] != "take":
        return 0
    for board in view["boards"]:
        for card in board["current"]:
            if card is not None and card["id"] == move["card"]:
                return card["reward"] // 2 if card["kind"] == "contract" else card["cost"]
    return 0


def play_once(player: Player, wait: int = 30) -> int:
    """Answer all that waits for this account; return how many answers were taken."""
    taken = 0
    for item in player.waiting(wait):
        if item["rules"].split("@")[0] != "packet-row":
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
