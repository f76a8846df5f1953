"""A decision in words: the question, its subject, and a move's price, if the rules are known here."""

from __future__ import annotations

from engine.contract import Language, Move
from engine.kit.text.particulars import Seen, note_on, particulars_of
from engine.registry import OtherData, UnknownRules, game, game_with
from service.cli.table.match_facts import Asked, MatchFacts


def question(facts: MatchFacts, asked: Asked, language: Language) -> str:
    """Return the question, or its kind if the rules are unknown here."""
    try:
        return game(facts.rules).words.question(asked.decision, language)
    except UnknownRules:
        return asked.decision["kind"]


def seen(facts: MatchFacts, asked: Asked, language: Language) -> Seen | None:
    """Return the question as the player sees it, or None without a view."""
    return None if facts.view is None else Seen(asked.decision, dict(facts.view), language, facts.names)


def note(facts: MatchFacts, asked: Asked, language: Language) -> str:
    """Return the question's subject, and the rules' note about it."""
    shown = seen(facts, asked, language)
    try:
        return "" if shown is None else note_on(game_with(facts.rules, facts.data, facts.options), shown)
    except (UnknownRules, OtherData):
        return ""


def price(facts: MatchFacts, asked: Asked, move: Move, language: Language) -> str:
    """Return a move's price and what is left; empty if it is free or the rules are unknown here."""
    shown = seen(facts, asked, language)
    try:
        if shown is None:
            return ""
        return particulars_of(game_with(facts.rules, facts.data, facts.options)).price(move, shown) or ""
    except (UnknownRules, OtherData):
        return ""


__all__ = ["note", "price", "question", "seen"]
