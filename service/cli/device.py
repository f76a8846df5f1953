"""Logging in with a code that is typed on a page, on any device (RFC 8628): the person never types a secret here."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from math import isnan
from typing import Any

from engine.contract import Language
from service.accounts.own_program import COMMAND_LINE
from service.accounts.scopes import WHOLE
from service.cli.answers import answer
from service.cli.exits import Failed
from service.cli.match_facts import plain
from service.cli.transport import Refused, Transport

GRANT = "urn:ietf:params:oauth:grant-type:device_code"
SLOWER = 5.0
"""Seconds that each ``slow_down`` adds to the pause (RFC 8628, section 3.5)."""
SHORTEST, LONGEST = 1.0, 60.0
"""Seconds between two questions, whatever the server says."""
ENDED = {
    "access_denied": "it was refused on the page",
    "expired_token": "the code was not used in time; start again",
    "invalid_grant": "the server does not know the code any more; start again",
}


def log_in_by_device(
    transport: Transport,
    tell: Callable[[str], None],
    language: Language = "en",
    *,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> str:
    """Show a code, wait until a person has allowed it on the page, and return the token.

    :raises Failed: when it was refused or not allowed in time. :raises Refused: when the server gives out no codes.
    """
    asked = {"client_id": COMMAND_LINE, "scope": " ".join(WHOLE)}
    begun = transport.call("POST", "oauth/device_authorization", form=asked).json()
    tell(answer(language, "device-open", address=plain(str(begun["verification_uri"]))))
    tell(f"    {plain(str(begun['user_code']))}")
    tell(answer(language, "device-waits"))
    pause = _seconds(begun, "interval", 5.0)
    until = clock() + _seconds(begun, "expires_in", 900.0, most=3600.0)
    question = {"grant_type": GRANT, "client_id": COMMAND_LINE, "device_code": str(begun["device_code"])}
    while clock() < until:
        sleep(pause)
        try:
            return str(transport.call("POST", "oauth/token", form=question).json()["access_token"])
        except Refused as refusal:
            error = refusal.problem.get("error")
            if error == "slow_down":
                pause = min(pause + SLOWER, LONGEST)
            elif error != "authorization_pending":
                why = ENDED.get(str(error))
                if why is None:
                    raise
                raise Failed(f"not logged in: {why}") from refusal
    raise Failed(f"not logged in: {ENDED['expired_token']}")


def _seconds(answer: Mapping[str, Any], name: str, default: float, most: float = LONGEST) -> float:
    """Return a time that the server has named, within reason."""
    value = answer.get(name)
    if not isinstance(value, int | float) or isnan(value):
        return default
    return min(max(float(value), SHORTEST), most)


__all__ = ["log_in_by_device"]
