"""Accounts: logging in by mail, API tokens, invitations, mail preferences; and the error of every refused request."""

from typing import Literal

AccountErrorCode = Literal[
    "too-many-logins",
    "too-many-invitations",
    "invalid",
    "blocked",
    "code-wrong",
    "too-many-tokens",
    "not-found",
    "token-shown",
    "too-many-bots",
    "too-many-webhooks",
    "too-many-deliveries",
    "webhook-not-active",
    "no-webhooks",
    "mail-taken",
    "bot-list-full",
    "too-many-mail-changes",
    "too-many-addresses",
    "no-push",
    "too-many-browsers",
    "no-chats",
    "too-many-chats",
    "too-many-guests",
    "work-needed",
    "guest",
]


class AccountError(Exception):
    """A refused request about an account. ``retry_after`` in seconds where waiting helps."""

    def __init__(self, code: AccountErrorCode, message: str, pointer: str = "", retry_after: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer
        self.retry_after = retry_after
