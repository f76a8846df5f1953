"""Bots at the table: they see what their seat sees and seal like everybody else."""

from __future__ import annotations

from engine.match.standing import decision_of
from engine.protocol.chance import Draws
from engine.registry import game_of
from service.context import Context
from service.matches.acts import SeatAct, answer, commit
from service.matches.errors import ActError
from service.store.records import Record
from workers.bots_asked import bots_to_play


def play(context: Context, record: Record) -> int:
    """Answer every decision that waits for a bot; return how many were answered.

    Playing twice is harmless: the second answer finds the first one standing, or the decision gone.
    """
    played = 0
    for standing, seat in bots_to_play(context, record):
        assert record.state is not None
        rules = game_of(record.table)
        moves = rules.moves(record.state, seat, standing["id"])
        # A bot's whims come from the workers' secret, not from the match's seed: they are no part of the proof, and who
        # knows seed and state, as the API does, cannot work out what a bot has sealed.
        assert context.resolver is not None
        chance = Draws(context.resolver.derive("bot", record.match, standing["id"], str(seat)))
        if record.table["seats"][seat]["bot"] == "random":
            move = moves[chance.below("move", len(moves))[0]]
        else:
            move = rules.bot(rules.view(record.state, seat), decision_of(standing), moves, chance)
        before = record.acts.get((standing["id"], seat))
        replaces = 0 if before is None else before.seq
        try:
            send = commit if standing["sealed"] else answer
            send(context, record, seat, SeatAct(standing["id"], move=move, replaces=replaces))
        except ActError as error:
            if error.code not in ("gone", "locked", "late", "conflict", "stale", "seen"):
                raise
        else:
            played += 1
    return played
