"""The rule sets of this installation, with the schemas of their options, moves, views and events."""

from __future__ import annotations

from typing import Any

from engine.contract import Rules
from engine.kit.drawing.svg import legend_of
from engine.kit.text.particulars import particulars_of
from engine.kit.text.phrases import LANGUAGES
from engine.registry import GAMES, UnknownRules, game, newest, superseded_by
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.problems import Problem
from service.api.schemas import responses
from service.matches.seating.creation import bots_of

blp = Blueprint("rules", __name__, "Rule sets: options, moves, views, events, presets.")
PUBLIC = {"Cache-Control": "public, max-age=300"}


@blp.route("/v1/rules")
@blp.operation("listRules", shared=True)
@blp.response(200, responses.RulesList)
def list_rules() -> Any:
    """List the rule sets.

    Rules that were corrected name their successors in `superseded_by`: matches that began with them go on, but no
    new ones can begin.
    """
    found = [
        {
            "id": one.rules.id,
            "title": one.rules.title,
            "titles": {language: one.rules.title_in(language) for language in LANGUAGES},
            "about": dict(one.rules.about),
            "length": dict(one.rules.length),
            "preset_titles": {name: dict(titles) for name, titles in one.rules.preset_titles.items()},
            "preset_seats": _preset_seats(one.rules),
            "seats": list(one.rules.seats),
            "data": one.rules.data,
            "presets": list(one.rules.presets),
            "bots": list(bots_of(one)),
            "superseded_by": superseded_by(one.rules.id),
        }
        for one in GAMES.values()
    ]
    return {"rules": found}, PUBLIC


@blp.route("/v1/rules/<rules:rules>")
@blp.operation("getRules", codes=("not-found",), headers=("IF_NONE_MATCH",), tagged=True, shared=True)
@blp.response(200, responses.Rules)
def get_rules(rules: str) -> Any:
    """Show a rule set: options of a match, moves by kind of decision, view, events, presets, what is reconstructed.

    A game's name without a version shows its newest rules.
    """
    try:
        played = game(rules if "@" in rules else newest(rules))
    except UnknownRules:
        raise Problem("not-found", "there is no such rule set: see GET /v1/rules") from None
    one = played.rules
    found = {
        "id": one.id,
        "title": one.title,
        "titles": {language: one.title_in(language) for language in LANGUAGES},
        "about": dict(one.about),
        "length": dict(one.length),
        "preset_titles": {name: dict(titles) for name, titles in one.preset_titles.items()},
        "preset_seats": _preset_seats(one),
        "seats": list(one.seats),
        "data": one.data,
        "options": one.options,
        "moves": one.moves,
        "view": one.view,
        "events": one.events,
        "orders": one.orders,
        "orders_default": one.orders_default,
        "unasked": dict(one.unasked),
        "orders_shown": one.orders_shown,
        "escrow_only": list(one.escrow_only),
        "hold_seconds": one.hold,
        "presets": one.presets,
        "bots": list(bots_of(played)),
        "reconstructed": one.reconstructed,
        "preset_data": one.preset_data,
        "superseded_by": superseded_by(one.id),
        "order_names": {language: dict(particulars_of(played).called(language)) for language in LANGUAGES},
        "legend": {
            language: [{"sign": entry.sign, "words": entry.words} for entry in legend_of(played, language)]
            for language in LANGUAGES
        },
    }
    return found, etags.fresh(etags.tag_of(found), **PUBLIC)


def _preset_seats(rules: Rules) -> dict[str, list[int]]:
    return {preset: list(rules.preset_seats.get(preset, rules.seats)) for preset in rules.presets}
