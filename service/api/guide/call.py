"""Ask the API: one function that says what was refused, waits when it is told to, and repeats without doing a thing twice."""

from __future__ import annotations

import json
import os
import secrets
import time
import urllib.error
import urllib.request
from typing import Any

SERVER = os.environ["SIEGELPOST_SERVER"]
TOKEN = os.environ.get("SIEGELPOST_TOKEN", "")
TRIES = 5


class Refused(Exception):
    """A problem document (RFC 9457): its type is stable, its detail is for people."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem['type']}: {problem['detail']} {problem.get('errors', '')}")
        self.type: str = problem["type"]
        self.status: int = problem["status"]


def call(method: str, path: str, body: object = None, **headers: str) -> Any:
    """Return the JSON of an answer, or its text; raises Refused."""
    headers["Authorization"] = f"Bearer {TOKEN}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    if method == "POST":  # PUT, DELETE and GET can be repeated as they are
        headers["Idempotency-Key"] = secrets.token_urlsafe()
    request = urllib.request.Request(SERVER + path, method=method, headers=headers)
    request.data = None if body is None else json.dumps(body).encode()
    number = 0
    while True:
        number += 1
        pause = float(number)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read().decode()
                is_json = answer.headers.get_content_type() == "application/json"
                return json.loads(text) if is_json else text
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504) or number == TRIES:
                raise Refused(json.load(error)) from None
            pause = float(error.headers.get("Retry-After", pause))
        except OSError:  # the connection broke: nobody knows whether the request arrived
            if number == TRIES:
                raise
        time.sleep(pause)
