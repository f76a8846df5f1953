"""A move in words: ``build theatre III``."""

from __future__ import annotations

from engine.games.anno_1701.text.phrases import Phrases
from engine.games.anno_1701.types.moves import Anno1701Move

CENTRES = ("left", "right")


def said_move(move: Anno1701Move, phrases: Phrases) -> str:
    """Return a move in words, without who answered it."""
    kind = move["type"]
    variant = next((key for key in ("landscape", "centre", "slot", "slip", "layout") if key in move), None)
    if kind == "voyage" and "card" in move:
        variant = "card"
    names = {"play", "take", "voyage", "settle"}
    key = f"move.{kind}-{variant}" if variant is not None and kind in names else f"move.{kind}"
    if move["type"] == "build" and (die := phrases.die(move["card"])) is not None:
        return phrases.say("move.build-die", card=phrases.card(move["card"]), die=die)
    return phrases.say(key, **{name: _part(phrases, name, value) for name, value in move.items()})


def _part(phrases: Phrases, key: str, value: object) -> object:
    """Return a part of a move in words."""
    if isinstance(value, str):
        return _name(phrases, key, value)
    if isinstance(value, list):
        return phrases.laid(value) if key == "layout" else phrases.goods(value) if key == "goods" else value
    if isinstance(value, int):
        return _number(phrases, key, value)
    return value


def _name(phrases: Phrases, key: str, value: str) -> str:
    if key in ("give", "take"):
        one = len(value) == 1 or value[-1].isdigit()
        return phrases.token(value) if one else phrases.goods(value)
    if key in ("good", "landscape", "from", "to"):
        return phrases.token(value)
    if key in ("pile", "under"):
        return phrases.pile(value)
    return phrases.card(value) if key == "card" else value


def _number(phrases: Phrases, key: str, value: int) -> object:
    """Return a number for people: places are counted from 1, slips keep the numbers by which they are named."""
    if key in ("resident", "slot"):
        return value + 1
    return phrases.say(f"centre.{CENTRES[value]}") if key == "centre" else value
