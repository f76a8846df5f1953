"""An account as fields of the store, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping

from service.store.records import Account
from service.store.values.reading import reading


def fields_of(account: Account) -> dict[str, str | int]:
    """Return what is stored of an account."""
    return {
        "mail": account.mail,
        "name": account.name,
        "language": account.language,
        "zone": account.zone,
        "created": account.created,
        "prefs": json.dumps(account.prefs, ensure_ascii=False),
        "verified": int(account.verified),
        "bouncing": int(account.bouncing),
        **({"owner": account.owner} if account.owner else {}),
    }


def account_from(account: str, fields: Mapping[str, str]) -> Account:
    """Return an account as it is stored; :raises Unreadable: when it is not what it should be."""
    with reading(f"account {account}"):
        prefs = json.loads(fields["prefs"])
        if not isinstance(prefs, dict):
            raise TypeError("preferences are an object")
        return Account(
            id=account,
            mail=fields["mail"],
            name=fields["name"],
            language=fields["language"],
            zone=fields["zone"],
            created=int(fields["created"]),
            prefs=prefs,
            verified=fields["verified"] == "1",
            bouncing=fields["bouncing"] == "1",
            owner=fields.get("owner", ""),
            answered=fields.get("answered", ""),
        )
