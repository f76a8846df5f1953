"""Get a token for a program in a terminal: python3 log_in.py (OAuth 2.0 device grant, RFC 8628)"""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

SERVER = os.environ["SIEGELPOST_SERVER"]
CLIENT = "my program"  # shown to the person; nobody registers programs


def post(path: str, **form: str) -> Any:
    data = urllib.parse.urlencode(form).encode()
    try:
        with urllib.request.urlopen(SERVER + path, data, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


asked = post("/oauth/device_authorization", client_id=CLIENT, scope="match:read match:play")
print("Open", asked["verification_uri_complete"], "and allow it.", flush=True)
pause = asked["interval"]
while True:
    time.sleep(pause)
    answer = post(
        "/oauth/token",
        grant_type="urn:ietf:params:oauth:grant-type:device_code",
        client_id=CLIENT,
        device_code=asked["device_code"],
    )
    if "access_token" in answer:
        print(answer["access_token"], flush=True)
        break
    if answer["error"] == "slow_down":
        pause += 5
    elif answer["error"] != "authorization_pending":
        raise SystemExit(answer["error"])
