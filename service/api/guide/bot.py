"""Answer whatever waits for this account, until it is stopped: python3 bot.py"""

from __future__ import annotations

import random
import time
from typing import Any

from call import Refused, call

MOVED_ON = (404, 409, 412)  # the match went on while we thought, so look again
GONE = "/problems/illegal-move"  # so it did if a move was listed: another seat has taken an offer, say


def choose(turn: Any) -> Any:
    """Return one of the legal moves; turn["view"] is the game as this seat sees it."""
    return random.choice(turn["moves"])


def answer(turn: Any) -> bool:
    """Answer one decision; return whether that was still possible."""
    if turn["moves"] is None:  # not to be had at the moment
        return False
    path = f"/v1/matches/{turn['match']}/decisions/{turn['decision']['id']}/{turn['answer']}"
    try:
        call("PUT", path, {"move": choose(turn)})
    except Refused as refusal:
        if refusal.status not in MOVED_ON and refusal.type != GONE:
            raise
        return False
    return True


while True:
    waiting = call("GET", "/v1/me/waiting?include=moves&include=view&wait=30")["waiting"]
    answered = [answer(turn) for turn in waiting]
    if answered and not any(answered):
        time.sleep(5)
