"""``python -m tests.campaigns.load.accounts NUMBER > tokens.txt``: accounts to play a load with, made by the operator.

Their addresses are in ``.invalid``, where no mail arrives, and they want no letters unless ``--letters`` is given. Their tokens
end after a day. An entry in the audit log says that they were made.
"""

import secrets
import sys
from pathlib import Path

import click

from service.accounts.access import tokens
from service.admin.cli.auditing import note
from service.admin.cli.parked import in_folder, store_of
from service.notifications.kinds import switchable
from service.store.accounts.tokens import Token
from service.store.store import Store

MOST = 100
LIVES = 86_400_000
"""Milliseconds for which a token holds."""
SCOPES = ("match:read", "match:play", "match:create")


def make(store: Store, *, letters: bool) -> str:
    """Make an account; return the text of a token for it.

    :param letters: whether it gets letters like everybody; the mail server refuses its address.
    """
    name = f"load-{secrets.token_hex(6)}"
    made = store.create_account(mail=f"{name}@load.invalid", name=name, verified=True)
    if not letters:
        store.change_prefs(made.id, lambda _: {"kinds": dict.fromkeys(switchable(), False)})
    text, now = tokens.new_text(), store.now()
    store.add_token(
        Token(
            id=tokens.token_id(text) or "", account=made.id, sha256=tokens.digest_of(text), scopes=SCOPES, name="load",
            created=now, expires=now + LIVES,
        ),
        most=tokens.MOST_TOKENS,
    )  # fmt: skip
    return text


@click.command()
@click.argument("number", type=click.IntRange(2, MOST))
@click.option("--letters", is_flag=True, help="They get letters, too: SMTP_URL must lead to a mail server of a test.")
@in_folder
def main(number: int, letters: bool, data: Path | None) -> None:
    """Make NUMBER accounts for a load test; print a token for each. Reads REDIS_URL, or --data var for 'siegelpost serve'."""
    with store_of(data) as store:
        note(store, "load accounts", str(number))
        for _ in range(number):
            print(make(store, letters=letters))


if __name__ == "__main__":
    sys.exit(main())
