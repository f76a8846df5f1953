"""What others at the table have put to a player, who may answer though nobody waits; and what a decision asks, in words."""

from __future__ import annotations

from typing import Any

from engine.contract import Language
from engine.kit.particulars import Seen, particulars_of
from engine.match.pauses import pause_of
from engine.match.standing import decision_of, standing_of
from engine.match.table import Standing
from engine.registry import OtherData, UnknownRules, game_of
from service.api import representations, waiting_shown
from service.deleted_names import names_as_read
from service.matches.seats import seat_of
from service.store.records import Record


def offers(record: Record, account: str) -> list[dict[str, Any]]:
    """Return what others have put to the account, as :func:`service.api.waiting_shown.waiting` shows what waits."""
    seat = seat_of(record.table, account)
    if record.table["status"] != "running" or seat is None or pause_of(record.table):
        return []
    return [
        {
            **waiting_shown.where(record, account),
            "answer": waiting_shown.answer_form(standing),
            "decision": representations.decision(record, standing, seat),
            "deadline_at": None,
            "seconds_left": None,
        }
        for standing in record.table["standing"]
        if standing["optional"] and seat in standing["seats"] and _is_offered(record, standing, seat)
    ]


def asked_in_words(record: Record, seat: int, decision: str, language: Language) -> dict[str, Any]:
    """Return what a decision asks of a seat: the question, and what it is about where only the table says that.

    :raises UnknownRules, OtherData: where this process does not have the match's rules as they were.
    """
    game, standing = game_of(record.table), standing_of(record.table, decision)
    assert record.state is not None and standing is not None
    names = names_as_read(record.table["seats"], language)
    seen = Seen(decision_of(standing), game.view(record.state, seat), language, names)
    return {"question": game.words.question(seen.decision, language), "about": particulars_of(game).about(seen)}


def _is_offered(record: Record, standing: Standing, seat: int) -> bool:
    """Return whether somebody else asks; the kinds of that are those that bots answer, too. Not once it is answered."""
    try:
        game = game_of(record.table)
    except (OtherData, UnknownRules):
        return False
    if record.state is None or standing["kind"] not in game.rules.bots_reply:
        return False
    return (standing["id"], seat) not in record.acts and bool(game.moves(record.state, seat, standing["id"]))


__all__ = ["asked_in_words", "offers"]
