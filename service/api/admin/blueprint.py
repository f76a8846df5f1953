"""Operations of operators, who are identified only by an operator's token in the header.

Cookies are not looked at, so no website can have a browser ask; no answer may be read by other websites.
"""

from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import wraps
from typing import Any, Literal, cast

from flask import g, request

from service.admin.operator import Operator, token_of
from service.api.http import idempotency, rate_limits
from service.api.http.blueprint import Blueprint, Handler, media_of, refuse_unacceptable
from service.api.http.current import Caller, address, context
from service.api.http.problems import Problem, challenge
from service.api.http.rate_limits import PER_ADDRESS, PER_OPERATOR
from service.config.networks import network_of
from service.store.accounts.operators import OperatorScope

LOOK: OperatorScope = "admin:read"
CHANGE: OperatorScope = "admin"


class AdminBlueprint(Blueprint):
    """Routes for operators."""

    def order(
        self,
        operation_id: str,
        *,
        scope: OperatorScope = CHANGE,
        codes: Iterable[str] = (),
        paged: bool = False,
        idempotent: Literal["", "waiting"] = "",
    ) -> Callable[[Handler], Handler]:
        """Make a handler an operation for operators, as :meth:`Blueprint.operation` does for players."""
        codes = ("not-found", *codes)  # whoever is not to know of this API gets no other answer
        if idempotent:
            codes = (*codes, "request-running", "key-reused")
        about: dict[str, Any] = {
            "operationId": operation_id,
            "scope": scope,
            "too": (),
            "optional": False,
            "codes": tuple(codes),
            "headers": ("IDEMPOTENCY_KEY",) if idempotent else (),
            "tagged": False,
            "paged": paged,
            "counted": True,
            "deprecated": None,
            "of_match": False,
        }

        def decorate(handler: Handler) -> Handler:
            media = media_of(handler, operation_id)

            @wraps(handler)
            def wrapper(*args: Any, **kwargs: Any) -> Any:
                g.caller = Caller(None, address())
                g.operator = admit(scope)
                refuse_unacceptable(media)
                if idempotent:
                    asker = idempotency.Asker(g.operator.via, g.operator.via, (scope,))
                    return idempotency.once(lambda: handler(*args, **kwargs), idempotent, asker)
                return handler(*args, **kwargs)

            wrapper._apidoc = {**deepcopy(getattr(wrapper, "_apidoc", {})), "siegelpost": about}  # type: ignore[attr-defined]
            return wrapper  # type: ignore[return-value]

        return decorate


def operator() -> Operator:
    """Return the operator who gives this request's order."""
    return cast(Operator, g.operator)


def admit(scope: OperatorScope) -> Operator:
    """Return the operator of the request's token, and count the request. :raises Problem: for an invalid token."""
    header = request.headers.get("Authorization")
    scheme, _, text = (header or "").partition(" ")
    token = token_of(context().store, text.strip()) if scheme.lower() == "bearer" else None
    if token is None:
        rate_limits.admit(PER_ADDRESS, network_of(address()))
        if header is None:
            raise Problem("token-missing", "this needs a token of 'siegelpost admin token make'", headers=challenge())
        raise Problem("token-wrong", "", headers=challenge("invalid_token"))
    rate_limits.admit(PER_OPERATOR, token.id)
    if scope == CHANGE and token.scope != CHANGE:
        raise Problem("scope-missing", f"this needs the scope {scope}", headers=challenge("insufficient_scope", scope))
    return Operator(context().store, token.name, token.id)
