"""What the rules say about the choice that stands, where the table alone does not show it."""

from __future__ import annotations

from engine.contract import Language
from engine.kontor.text.words import KontorWords
from engine.registry import OtherData, UnknownRules, game_with
from service.cli.match_facts import MatchFacts


def hint(facts: MatchFacts, language: Language) -> str | None:
    """Return a sentence for the player who is asked, or ``None``: there is nothing to add."""
    try:
        words = game_with(facts.rules, facts.data).words
    except (UnknownRules, OtherData):
        return None
    return words.advice(dict(facts.view), language) if isinstance(words, KontorWords) and facts.view else None
