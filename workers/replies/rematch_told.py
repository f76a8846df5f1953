"""What the answer to a mail says about a rematch."""

from __future__ import annotations

from typing import Any

from service.deleted_names import GONE
from workers.mail.page import Page
from workers.replies.rematch import Rematch


def told(one: Rematch, page: Page, words: Any) -> list[str]:
    """Return it in sentences."""
    seats = page.match.table["seats"]
    others = sum(seat["bot"] is None and not seat["name"].startswith(GONE) for seat in seats) > 1
    if one.did == "confirm":
        return [str(words.rematch_confirm(page.title, others))]
    if one.did == "refused":
        return [str(words.rematch_refused(one.code))]
    if one.table is None:
        return [str(words.trouble("not-meant"))]
    url = f"{page.public_url}/table/{one.table.match}"
    waits = one.table.table["status"] == "lobby" and any(seat["player"] is None for seat in one.table.table["seats"])
    return [str(words.rematch(one.did, url, waits, others))]


__all__ = ["told"]
