"""A bot that plays any game, with nothing but the API and Python: python3 bot.py https://siegelpost.example sp_...

It looks for what waits, asks for the legal moves, chooses one, and has the server seal what is to be sealed. Write your own
``choose``: ``view`` is the game as your seat sees it, ``moves`` are the legal ones (their schemas: GET /v1/rules/{rules}).
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any

OVERTAKEN = (404, 409, 412)
"""The match moved on while we thought: look again."""


def choose(view: Any, decision: Any, moves: list[Any]) -> Any:
    """Return one of the legal moves."""
    return random.choice(moves)


def call(server: str, token: str, method: str, path: str, body: Any = None) -> Any:
    """Ask the API; return the JSON of its answer."""
    request = urllib.request.Request(server + path, method=method)  # noqa: S310  the address is the user's own
    request.add_header("Authorization", f"Bearer {token}")
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        return json.load(answer)


def play_once(server: str, token: str) -> int:
    """Answer all that waits for this account; return how many answers were taken."""
    taken = 0
    for item in call(server, token, "GET", "/v1/me/waiting")["waiting"]:
        match, decision = f"/v1/matches/{item['match']}", item["decision"]
        here = f"{match}/decisions/{decision['id']}"
        try:
            view = call(server, token, "GET", f"{match}/view")["view"]
            move = choose(view, decision, call(server, token, "GET", f"{here}/moves")["moves"])
            # What all players answer at once is sealed ("commitment"); what one answers alone is a "move".
            call(server, token, "PUT", f"{here}/{item['answer']}", {"move": move})
            taken += 1
        except urllib.error.HTTPError as refusal:
            if refusal.code not in OVERTAKEN:
                raise
    return taken


if __name__ == "__main__":
    while True:
        if play_once(sys.argv[1].rstrip("/"), sys.argv[2]) == 0:
            time.sleep(10)
