"""The examples of the API's document: exchanges of a real run, recorded in ``examples.json``.

``python -m tests.openapi.recording`` records them, and a test records them again and compares. They are kept by the id of
their operation: ``request`` (or ``requests`` by name), ``answer`` and ``status``. Lists and pictures are shortened.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def recorded() -> dict[str, Any]:
    """Return the exchanges by operation id."""
    exchanges: dict[str, Any] = json.loads(
        (files("service.api.document") / "examples.json").read_text(encoding="utf-8")
    )
    return exchanges


def tell(paths: dict[str, Any]) -> None:
    """Put the examples into the operations of a document."""
    for operation in (one for path in paths.values() for name, one in path.items() if name != "parameters"):
        exchange = recorded().get(operation["operationId"], {})
        if "requestBody" in operation:
            operation["requestBody"]["content"]["application/json"] |= _sent(exchange)
        if "answer" not in exchange:
            continue
        for content in operation["responses"][str(exchange["status"])]["content"].values():
            content["example"] = exchange["answer"]


def _sent(exchange: dict[str, Any]) -> dict[str, Any]:
    if "requests" in exchange:
        return {
            "examples": {
                name.replace(" ", "-"): {"summary": name, "value": value}
                for name, value in exchange["requests"].items()
            }
        }
    return {"example": exchange["request"]} if "request" in exchange else {}


__all__ = ["recorded", "tell"]
