"""Bot accounts: players that are programs, marked as such wherever they sit, owned by a person who answers for them.

A bot has no email address, so nobody logs in as one: its owner makes tokens for it, which look and play and nothing
else. It sits down only by invitation. Its policy says which invitations it accepts, and it accepts those at once. A
token made for it by a person's program ends with the grant to that program; one made by its owner stays until it is
revoked.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from service.accounts import AccountError
from service.accounts.access.tokens import Again, Issued, check_right, issue_token, program_of
from service.accounts.access.work import count
from service.bot_policy import Policy, policy_of
from service.context import Context
from service.ending import end_access, why_blocked
from service.store.accounts.tokens import Token
from service.store.matches.lists import Ending
from service.store.records import Account
from service.store.store import Listed

MOST_BOTS = 5
"""Bots of a person."""
BOTS_MADE = (20, 86_400)
"""The most bots a person makes, per seconds: their accounts stay, because matches name them."""
BOT_SCOPES = ("match:read", "match:play")
"""All scopes of a bot's token."""
MOST_LISTED = 5_000
"""Bots on the list for everybody."""
SEEN_WITHIN = 7 * 86_400_000
"""How recently a listed bot's program must have been active (ms)."""
TOKEN_LIFE = 365 * 86_400_000


def create_bot(context: Context, owner: Account, bot: str, *, name: str, policy: Policy) -> Account:
    """Return the owner's new bot with this id; making it again changes nothing.

    :raises AccountError: ``too-many-bots``, ``blocked``.
    """
    _refuse_blocked(context, owner.id)
    mine = bots_of(context, owner.id)
    if bot not in {one.id for one in mine}:
        if len(mine) >= MOST_BOTS:
            raise AccountError("too-many-bots", f"you have {MOST_BOTS} bots: remove one first")
        count(context, "bots-made", owner.id, BOTS_MADE, "too-many-bots")
    if not context.store.add_bot(owner, bot, name=name, prefs={"bot": {**policy, "listed": False}}, most=MOST_BOTS):
        raise AccountError("too-many-bots", f"you have {MOST_BOTS} bots: remove one first")
    blocking = context.store.blocking(owner.id)
    if blocking is not None:  # since it was asked; whoever blocked the account may have read its list of bots before
        context.store.block(bot, blocking)
        _refuse_blocked(context, owner.id)
    if policy["listed"]:
        return set_policy(context, owner.id, bot, policy)
    return bot_of(context, owner.id, bot)


def bots_of(context: Context, owner: str) -> list[Account]:
    """Return an owner's bots, the oldest first."""
    found = [context.store.account(one) for one in context.store.bots_of(owner)]
    return sorted((one for one in found if one is not None), key=lambda one: (one.created, one.id))


def bot_of(context: Context, owner: str, bot: str) -> Account:
    """Return an owner's bot. :raises AccountError: ``not-found``."""
    found = context.store.account(bot)
    if found is None or found.owner != owner or bot not in context.store.bots_of(owner):
        raise AccountError("not-found", "you have no such bot")
    return found


def set_policy(context: Context, owner: str, bot: str, policy: Policy) -> Account:
    """Change which challenges a bot accepts. :raises AccountError: ``not-found``, ``bot-list-full``; ``blocked`` to
    list it."""
    bot_of(context, owner, bot)
    if policy["listed"]:
        _refuse_blocked(context, owner)
    # Put on the list first and taken off it last: what is only on the list is not shown, and goes when somebody looks.
    if policy["listed"] and not context.store.list_bot(bot, MOST_LISTED):
        raise AccountError("bot-list-full", f"{MOST_LISTED} bots are on the list already", "/listed")
    changed = context.store.change_prefs(bot, lambda before: {**before.prefs, "bot": dict(policy)})
    if changed is None:
        raise AccountError("not-found", "you have no such bot")
    if not policy["listed"]:
        context.store.unlist_bot(bot)
    return changed


def _refuse_blocked(context: Context, owner: str) -> None:
    why = why_blocked(context.store, owner)
    if why is not None:
        raise AccountError("blocked", why)


@dataclass(frozen=True)
class Opponent:
    """A bot on the public list: its account, when its program was last active (ms), and whether it has a free place.

    ``record`` is how many of its matches ended in which way.
    """

    bot: Account
    seen: int
    free: bool
    record: dict[Ending, int] = field(default_factory=dict)


def listed_bots(
    context: Context, after: Listed | None, limit: int, game: str | None
) -> tuple[list[Opponent], Listed | None]:
    """Look at ``limit`` places of the bot list; return the bots among them that can be challenged, and the last place.

    Bots whose program has not been active for a week are skipped, because they would not answer.

    :param game: only those that play it.
    """
    places = context.store.listed_bots(after, limit)
    found = [one for place in places if (one := _opponent(context, place.bot, game)) is not None]
    for one, record in zip(found, context.store.records_of([one.bot.id for one in found]), strict=True):
        one.record.update(record)
    return found, places[-1] if len(places) == limit else None


def _opponent(context: Context, bot: str, game: str | None) -> Opponent | None:
    account = context.store.account(bot)
    policy = None if account is None else policy_of(account)
    if account is None or policy is None or not (account.owner and policy["listed"]):
        context.store.unlist_bot(bot)
        return None
    if not policy["open"] or (game is not None and game not in policy["games"]):
        return None
    seen = max((one.used or 0 for one in context.store.tokens_of(bot)), default=0)
    if seen < context.store.now() - SEEN_WITHIN:
        return None
    return Opponent(account, seen, context.store.count_unfinished(bot) < policy["most_matches"])


def take_away(context: Context, owner: str, bot: str) -> None:
    """Remove a bot: its tokens are revoked, and nobody can challenge it. In its matches the rules answer for it.

    :raises AccountError: ``not-found``.
    """
    found = bot_of(context, owner, bot)
    set_policy(context, owner, bot, {**policy_of(found), "open": False, "listed": False})
    end_access(context.store, bot)
    context.store.forget_bot(owner, bot)


def token_for(context: Context, maker: Token, bot: Account, *, name: str, again: Again | None) -> Issued:
    """Make a token for a bot.

    :param maker: its owner's token that requests it.
    :raises AccountError: ``too-many-tokens``, ``token-shown``; ``code-wrong`` if the owner has revoked all tokens meanwhile.
    """
    owned = [maker, *context.store.tokens_of(maker.account)]
    program = program_of(maker, owned)
    granted = next((one for one in owned if one.id == program), None)
    expires = context.store.now() + TOKEN_LIFE
    issued = issue_token(
        context, bot.id, name=name, scopes=BOT_SCOPES, expires=expires, kind="personal", ends_with=granted, again=again
    )
    check_right(context, issued.token, maker.created, whose=maker.account)
    return issued


def revoke(context: Context, owner: str, bot: str, token: str) -> None:
    """Revoke a token of a bot. :raises AccountError: ``not-found``."""
    found = context.store.token(token)
    if found is None or found.account != bot_of(context, owner, bot).id:
        raise AccountError("not-found", "this bot has no such token")
    context.store.revoke_token(token)
