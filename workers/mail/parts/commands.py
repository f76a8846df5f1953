"""Commands for copying that letters offer: requests to the API with ``curl``."""

from __future__ import annotations

import json
import shlex
from typing import Any


def curl_put(url: str, body: dict[str, Any]) -> str:
    """Return the command that PUTs a body."""
    return f"{curl_start(url)} -d {shlex.quote(compact(body))}"


def curl_start(url: str) -> str:
    """Return the command without its body."""
    return (
        f'curl -X PUT {shlex.quote(url)} -H "Authorization: Bearer $SIEGELPOST_TOKEN"'
        " -H 'Content-Type: application/json'"
    )


def compact(value: Any) -> str:
    """Return JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


__all__ = ["compact", "curl_put", "curl_start"]
