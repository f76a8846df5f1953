"""Requests made from the document, friendly and hostile: no 5xx, nothing undocumented, every answer as its schema says.

The number of requests per operation can be raised:
``SCHEMATHESIS_EXAMPLES=2000 pytest tests/service/api/http/test_schemathesis.py``.
"""

import itertools
import json
import os
import re
from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis.errors import FlakyStrategyDefinition
from schemathesis import checks
from schemathesis.core.result import Ok
from schemathesis.pytest.lazy import get_all_tests

from engine.registry import newest
from service.api.document.spec import PUBLISHED
from service.api.http import holding
from tests.service.api.players import Player, Table

EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "2"))
SAME_EXAMPLES = "SCHEMATHESIS_EXAMPLES" not in os.environ
"""Otherwise they follow from ``--hypothesis-seed``."""
MANY = 100
# Left out: what is valid by schema may still be refused by the game's rules or by what stands at the table, and without
# links between operations there is nothing to free or to find again.
OUT_OF_PLACE = [checks.positive_data_acceptance, checks.use_after_free, checks.ensure_resource_availability]
ANSWERS_NONSENSE = dict.fromkeys(("checkMove", "checkOrders"), (checks.negative_data_rejection,))
"""Whether a move is legal, and whether orders will do, is what these operations tell, of what is none at all, too."""

TAKE_MOVES = {"commitMove", "answerDecision", "checkMove", "openCommitment", "setOrders", "checkOrders"}
"""Their bodies are the moves (or orders) of all games: to make every boundary case of these takes a minute for each operation."""

DOCUMENT = json.loads(PUBLISHED.read_text(encoding="utf-8"))
OPERATIONS = [
    operation["operationId"]
    for methods in DOCUMENT["paths"].values()
    for operation in methods.values()
    if isinstance(operation, dict) and "operationId" in operation
]
existing: dict[str, str] = {}
FORMS = {
    "match": "[0-9a-f-]{36}",
    "decision": "[a-z0-9._@-]{1,64}",
    "rules": "[a-z0-9._@-]{1,64}",
    "seat": "[0-7]|me|any",
}
turn = itertools.count()
waits = holding._held


@pytest.fixture(scope="module")
def schema() -> Any:
    made = schemathesis.openapi.from_dict(DOCUMENT)
    refused = made.config.checks.negative_data_rejection
    refused.expected_statuses = [
        *(refused.expected_statuses or ()),
        "413",
    ]  # too large is refused before what is wrong in it
    made.hook(map_path_parameters)
    return made


def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    """Let half of the requests be about things that exist; a path that is meant to be wrong stays wrong."""
    given = path_parameters or {}
    wrong = any(not re.fullmatch(FORMS[name], str(value)) for name, value in given.items() if name in FORMS)
    if wrong or next(turn) % 2:
        return path_parameters
    return {**given, **{name: value for name, value in existing.items() if name in given}}


@pytest.fixture
def at_the_table(app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The running app with a match in it, in which nobody waits for news that nobody makes."""
    monkeypatch.setattr(holding, "_held", lambda ends, names, seconds: waits(ends, names, min(seconds, 0.05)))
    existing.update(match=table.match, decision=table.standing()["id"], rules=newest("kontor"), seat="me")
    return app


@pytest.fixture
def authorised(ada: Player) -> dict[str, str]:
    # The test's client unpacks nothing.
    return {"Authorization": f"Bearer {ada.token}", "Accept-Encoding": "identity"}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_keeps_the_document_s_promises(
    operation: str, schema: Any, at_the_table: Flask, authorised: dict[str, str], record_property: Callable[..., None]
) -> None:
    sent = itertools.count()
    left_out = [*OUT_OF_PLACE, *ANSWERS_NONSENSE.get(operation, ())]

    def keeps_its_promises(case: Any) -> None:
        next(sent)
        case.operation.schema.app = at_the_table
        case.call_and_validate(headers=authorised, excluded_checks=left_out, app=at_the_table)

    chosen = settings(
        max_examples=EXAMPLES, deadline=None, derandomize=SAME_EXAMPLES, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    schema.config.phases.coverage.enabled = EXAMPLES >= MANY or operation not in TAKE_MOVES
    # As `schema.parametrize` does, but while the test runs: its cases take a second an operation to make, and every worker
    # would make all of them when it collects.
    made = get_all_tests(
        schema=schema.include(operation_id=operation), test_func=keeps_its_promises, settings=chosen, given_kwargs=None
    )
    (check,) = [one.ok()[1] for one in made if isinstance(one, Ok)]
    check()
    record_property("cases", next(sent))


def test_operations_that_follow_each_other_keep_them_too(
    at_the_table: Flask, authorised: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Along the document's links: what one answer names is given to the next operation."""
    followed = schemathesis.openapi.from_dict(DOCUMENT)
    followed.app = at_the_table
    machine = followed.as_state_machine()

    def is_authorised(self: Any, case: Any) -> dict[str, Any]:
        return {"headers": authorised, "app": at_the_table}

    def keeps_its_promises(self: Any, response: Any, case: Any, additional_checks: Any = (), **rest: Any) -> None:
        case.validate_response(response, excluded_checks=[checks.positive_data_acceptance], headers=authorised)

    monkeypatch.setattr(machine, "get_call_kwargs", is_authorised)
    monkeypatch.setattr(machine, "validate_response", keeps_its_promises)
    chosen = settings(
        max_examples=max(10, EXAMPLES), deadline=None, derandomize=SAME_EXAMPLES, database=None,
        suppress_health_check=list(HealthCheck), stateful_step_count=8,
    )  # fmt: skip
    # The server's answers are not the same twice (ids, times), and Hypothesis may give up on that: no promise was broken.
    for last in (False, False, True):
        try:
            machine.run(settings=chosen)
            break
        except FlakyStrategyDefinition:
            if last:
                raise
