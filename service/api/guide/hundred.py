"""Begin many matches with a bot of yours, and follow all of them: python3 hundred.py p_... 100"""

from __future__ import annotations

import json
import sys
import urllib.request

from call import SERVER, TOKEN, Refused, call

bot, number = sys.argv[1], int(sys.argv[2])
wish = {"rules": "kontor", "invite": [bot], "hold_seconds": 0, "grace_seconds": 0}
cursor = call("GET", "/v1/me/events?after=now")["cursor"]
begun: set[str] = set()
for first in range(0, number, 10):
    for made in call("POST", "/v1/matches/batch", {"matches": [wish] * min(10, number - first)})["results"]:
        if made["problem"] is not None:
            raise Refused(made["problem"])
        begun.add(made["match"])  # you and the bot have their seats, so it begins by itself
request = urllib.request.Request(f"{SERVER}/v1/me/events?after={cursor}")
request.add_header("Authorization", f"Bearer {TOKEN}")
request.add_header("Accept", "application/x-ndjson")
asked: set[str] = set()
with urllib.request.urlopen(request, timeout=60) as stream:
    while asked != begun:
        event = json.loads(stream.readline() or "null")
        if event is None:
            raise SystemExit("the connection ended: go on after the last cursor, as follow.py does")
        if event.get("type") == "your-turn":
            asked.add(event["match"])
print(len(asked), "matches ask you something")
