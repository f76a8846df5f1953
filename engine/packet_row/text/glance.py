"""The table in few lines, for letters: what lies on the boards, the players, and the viewer's own cards.

What cards a board has not shown yet, and the round before, are in the whole table only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kit.lines import wrapped
from engine.packet_row.rules.supply import SUPPLIES
from engine.packet_row.text.phrases import Phrases
from engine.packet_row.text.table import COLUMNS, asked, end_rule, sums_told
from engine.packet_row.types.view import BoardView, PacketRowView


def glance(view: PacketRowView, names: Sequence[str], phrases: Phrases) -> str:
    """Return the table as this view shows it, as far as any question needs it."""
    over = view["outcome"] is not None
    parts = [_wrap(asked(view, names, phrases))]
    if not over:
        parts.append([line for board in view["boards"] for said in _board(view, board, phrases) for line in said])
        parts.append([*_wrap(f"{phrases.say('table.supply-hint')} {end_rule(view, phrases)}")])
    parts.append([line for seat in range(len(names)) for line in _wrap(_player(view, names, phrases, seat), "- ")])
    if view["seat"] is not None and not over:
        parts.append(_wrap(_own(view, view["seat"], phrases)))
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _board(view: PacketRowView, board: BoardView, phrases: Phrases) -> Iterator[list[str]]:
    """Yield the lines of a board: its name with how many cards are left in its pile, and what lies there now and then."""
    facts = [phrases.say("table.open-now")] if board["board"] == view["open_board"] else []
    facts += [phrases.say(f"table.{fact}") for fact in ("exhausted", "closed") if board[fact]]
    name = phrases.board(board["board"])["board"].upper()
    yield _wrap(", ".join([phrases.say("glance.board", board=name, draw=board["draw"]), *facts]))
    for supply in SUPPLIES:
        cards = [card for card in board[supply] if card is not None]
        if cards:
            yield _wrap(phrases.say(f"glance.{supply}", cards=" · ".join(map(phrases.card, cards))), "  ")


def _player(view: PacketRowView, names: Sequence[str], phrases: Phrases, seat: int) -> str:
    player = view["players"][seat]
    name = phrases.say("table.you", name=names[seat]) if seat == view["seat"] else names[seat]
    if seat == view["harbour_master"] and view["outcome"] is None:
        name = phrases.say("table.master", name=name)
    points = player["points"]
    shown = phrases.say("table.points-hidden")
    if points is not None and view["outcome"] is not None:
        shown = phrases.say("table.points-end", buildings=points["buildings"], total=points["total"])
    elif points is not None:
        shown = phrases.count("glance.points", points["total"])
    took = next((one for one in view["taken"] if one["seat"] == seat), None)
    facts = [phrases.say("glance.seat", name=name, money=player["money"], points=shown)]
    facts += [] if took is None else [phrases.say("table.took", card=phrases.names([took["shown"]]))]
    if seat != view["seat"] or view["outcome"] is not None:
        facts += [phrases.say("table.ships", ships=phrases.names(player["ships"]))] if player["ships"] else []
        if player["hand"] is None:
            facts.append(phrases.count("glance.hidden", player["hand_count"]))
        elif player["hand"]:
            facts.append(phrases.say("table.hand", cards=phrases.names(player["hand"])))
    return " ".join(facts)


def _own(view: PacketRowView, seat: int, phrases: Phrases) -> str:
    """Return the viewer's own cards and ships, and what they add up to for contracts."""
    player = view["players"][seat]
    cards = [*(player["hand"] or ()), *player["ships"]]
    if not cards:
        return ""
    hidden = next((card for card in cards if card["id"] == player["starting"] and player["starting_hidden"]), None)
    facts = [phrases.say("glance.own", cards=phrases.names(cards))]
    facts += [] if hidden is None else [phrases.say("glance.starting", card=phrases.card(hidden))]
    if any(card["kind"] == "contract" for card in cards):
        facts.append(sums_told(player["sums"], phrases))
    return " ".join(facts)


def _wrap(text: str, first: str = "") -> list[str]:
    return wrapped(text, COLUMNS, first, " " * len(first))


__all__ = ["glance"]
