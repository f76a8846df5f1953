"""A move as one would say it: ``build theatre III``."""

from __future__ import annotations

from engine.anno_1701.text.phrases import Phrases
from engine.contract import Json, Move

CENTRES = ("left", "right")


def said_move(move: Move, phrases: Phrases) -> str:
    """Return a move in words, without who answered it."""
    kind = move["type"]
    variant: str | None = next((key for key in ("landscape", "centre", "slot", "slip", "layout") if key in move), None)
    if kind == "voyage" and "card" in move:
        variant = "card"
    names = {"play", "take", "voyage", "settle"}
    key = f"move.{kind}-{variant}" if variant is not None and kind in names else f"move.{kind}"
    return phrases.say(key, **{name: _part(phrases, name, value) for name, value in move.items()})


def _part(phrases: Phrases, key: str, value: Json) -> object:
    """Return how a part of a move is told."""
    if key in ("give", "take", "goods"):
        one = isinstance(value, str) and (len(value) == 1 or value[-1].isdigit())
        return phrases.token(value) if one else phrases.goods(value)
    if key == "layout":
        return " ".join(value)
    if key in ("good", "landscape", "from", "to"):
        return phrases.token(value)
    if key in ("resident", "slot", "slip"):
        return value + 1 if key != "slip" else value
    if key == "centre":
        return phrases.say(f"centre.{CENTRES[value]}")
    return phrases.card(value) if key == "card" else value
