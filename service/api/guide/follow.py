"""Follow what happens to you in all matches, over every interruption: python3 follow.py cursor.txt"""

from __future__ import annotations

import json
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from call import SERVER, TOKEN

PLACE = Path(sys.argv[1])
SILENCE = 60  # seconds; the server says something more often


def events(cursor: str) -> Iterator[tuple[str, Any]]:
    """Yield the cursor and the data of each event of one connection."""
    request = urllib.request.Request(f"{SERVER}/v1/me/events?after={cursor}")
    request.add_header("Authorization", f"Bearer {TOKEN}")
    request.add_header("Accept", "text/event-stream")
    with urllib.request.urlopen(request, timeout=SILENCE) as stream:
        for line in stream:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "id":
                cursor = value
            elif name == "data":
                yield cursor, json.loads(value)


def keep(cursor: str) -> None:
    """Write the cursor down, whole or not at all, whenever this program is killed."""
    new = PLACE.with_suffix(".new")
    new.write_text(cursor)
    new.replace(PLACE)


cursor = PLACE.read_text() if PLACE.exists() else "now"
while True:
    try:
        for place, event in events(cursor):
            cursor = place
            print(event["type"], event.get("match", ""), flush=True)
            keep(cursor)  # after the event is dealt with: it may come twice, but is never missed
    except urllib.error.HTTPError as error:
        if json.load(error)["type"] != "/problems/events-gone":
            raise
        cursor = "now"  # away for over 30 days: look at /v1/me/matches once, then go on from here
    except OSError:
        pass
    time.sleep(2)
