"""The published OpenAPI document: valid, what the app does, complete with ids, examples and typed refusals."""

import importlib
import json
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from marshmallow import Schema
from openapi_spec_validator import validate

from engine import registry
from engine.kit.rule_data import BadData
from engine.outside import Found, Outsider
from service.api.document.assembly import NOT_OF_OPERATIONS, document
from service.api.document.common_components import name_of
from service.api.document.game_components import components, prefix
from service.api.document.spec import PUBLISHED, generate, main
from service.api.http.problems import KINDS
from service.api.pages import documentation
from service.api.routes import description
from service.api.schemas import requests, responses
from service.serve.http.answers import CODES
from service.text import table_acts
from tests.engine.fingers.siegelpost_fingers import Fingers
from tests.given.json_object import JsonObject
from tests.given.of_each import of_each

DOCUMENT: JsonObject = json.loads(PUBLISHED.read_text(encoding="utf-8"))
METHODS = ("get", "put", "post", "delete", "patch")


def operations() -> Iterator[tuple[str, str, JsonObject]]:
    """Yield method, path and operation, with the answers that are components in their places."""
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS:
            if method in item:
                operation = item[method]
                answers = {status: _answer(one) for status, one in operation["responses"].items()}
                yield method, path, {**operation, "responses": answers}


def _answer(answer: JsonObject) -> JsonObject:
    name = answer.get("$ref", "").removeprefix("#/components/responses/")
    found: JsonObject = DOCUMENT["components"]["responses"][name] if name else answer
    return found


EVERY = of_each(operations(), name=lambda method, path, operation: f"{method} {path}")


def check(schema: JsonObject, value: Any) -> None:
    """Hold a value against a schema of the document."""
    Draft202012Validator({**schema, "components": DOCUMENT["components"]}).validate(value)


def test_the_committed_document_is_the_one_the_app_makes() -> None:
    assert PUBLISHED.read_text(encoding="utf-8") == generate()
    assert main(["--check"]) == 0


def test_a_game_from_outside_is_in_the_valid_document_of_its_server_and_not_in_the_committed_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(registry.GAMES, "fingers@1", Fingers())
    assert PUBLISHED.read_text(encoding="utf-8") == generate()
    served = document(description(), "http://127.0.0.1", registry.GAMES.values())
    assert served["openapi"].startswith("3.1")
    validate(served)  # and with it all that is in the committed one
    schemas = served["components"]["schemas"]
    assert {"FingersView", "FingersEvent", "FingersMove", "Fingers1Options", "Fingers1Orders"} <= schemas.keys()
    assert schemas["AnyView"]["discriminator"]["mapping"]["fingers"] == "#/components/schemas/FingersView"


@pytest.mark.parametrize("name", ["said", "any"])
def test_a_game_from_outside_whose_components_would_replace_others_is_refused_by_its_distribution(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Named(Fingers):
        rules = replace(Fingers.rules, id=f"{name}@1")

    package = SimpleNamespace(VERSIONS=(Named(),), DATA=None)
    monkeypatch.setattr(
        documentation, "OUTSIDE", Found([Outsider("siegelpost_named", package, "siegelpost-named 1.0")])
    )
    with pytest.raises(BadData, match=rf"siegelpost-named 1\.0: its schemas do not fit .*{name.capitalize()}"):
        documentation.check_outside_games()


def test_operation_ids_are_there_once_each() -> None:
    ids = [operation.get("operationId") for _, _, operation in operations()]
    assert None not in ids
    assert len(set(ids)) == len(ids) > 30


@EVERY
def test_every_body_has_an_example_that_fits(method: str, path: str, operation: JsonObject) -> None:
    if "requestBody" not in operation:
        return
    content = operation["requestBody"]["content"]["application/json"]
    examples = [content["example"]] if "example" in content else [one["value"] for one in content["examples"].values()]
    assert examples
    for example in examples:
        check(content["schema"], example)


@EVERY
def test_every_answer_has_an_example_that_fits(method: str, path: str, operation: JsonObject) -> None:
    for status, answer in operation["responses"].items():
        for media_type, content in answer.get("content", {}).items():
            if media_type == "image/png":
                continue
            named = [DOCUMENT["components"]["examples"][one]["value"] for one in content.get("examples", {})]
            examples = [content["example"]] if "example" in content else named
            assert examples, f"{status} has no example"
            for example in examples:
                check(content["schema"], example)


UNCOUNTED = {"/health"}
"""Counts for no quota: whoever watches over the process must be answered."""


@EVERY
def test_every_refusal_is_a_typed_problem(method: str, path: str, operation: JsonObject) -> None:
    refusals = {status: answer for status, answer in operation["responses"].items() if int(status) >= 400}
    assert {"503"} <= set(refusals)
    assert ("429" in refusals) == (path not in UNCOUNTED)
    for status, answer in refusals.items():
        content = answer["content"]["application/problem+json"]
        kinds = content["schema"].get("oneOf", [content["schema"]])
        assert kinds == [{"$ref": f"#/components/schemas/{name_of(code)}"} for code in content["examples"]]
        assert all(KINDS[code].status == int(status) for code in content["examples"])


def test_a_refusal_has_only_members_that_its_kind_may_bear() -> None:
    """Receipts come with refused acts, a challenge with the demand for work."""
    schemas = DOCUMENT["components"]["schemas"]
    assert {"receipt", "padding"} <= schemas["LateProblem"]["properties"].keys()
    assert {"receipt", "padding"} <= schemas["TooManyActsProblem"]["properties"].keys()
    assert "challenge" in schemas["WorkNeededProblem"]["properties"]
    assert schemas["AlreadySeatedProblem"]["properties"].keys() == {"type", "title", "status", "detail", "errors"}


@EVERY
def test_every_operation_lists_what_is_refused_before_its_caller_is_known(
    method: str, path: str, operation: JsonObject
) -> None:
    """By the server that reads the request, and for the name it is asked by. Who is not known has no quota to be told."""
    for code in {*CODES.values(), "wrong-host"} - NOT_OF_OPERATIONS:
        answer = operation["responses"][str(KINDS[code].status)]
        assert code in answer["content"]["application/problem+json"]["examples"]
    for status in (408, 414, 421, 431, 501):
        assert set(operation["responses"][str(status)]["headers"]) == {"Request-Id"}


@EVERY
def test_every_operation_says_who_may_call_it_and_what_it_is_for(method: str, path: str, operation: JsonObject) -> None:
    assert "security" in operation
    asked = {scope for one in operation["security"] for scope in one.get("oauth", ())}
    assert asked <= set(DOCUMENT["components"]["securitySchemes"]["oauth"]["flows"]["authorizationCode"]["scopes"])
    assert operation["summary"].endswith(".")
    assert operation["tags"]


@EVERY
def test_headers_are_promised_where_they_are_sent(method: str, path: str, operation: JsonObject) -> None:
    """A missing scope and a failed condition are said in headers, too."""
    for status, answer in operation["responses"].items():
        named = answer.get("headers", {})
        codes = answer.get("content", {}).get("application/problem+json", {}).get("examples", {})
        if status == "406":
            assert ("RateLimit" in named) == (path not in UNCOUNTED)
        if status == "403" and "scope-missing" in codes:
            assert "WWW-Authenticate" in named
        if status == "412":
            assert "ETag" in named


@pytest.mark.parametrize("rules", registry.GAMES)
def test_presets_fit_what_the_document_says_of_them(rules: str) -> None:
    schema = DOCUMENT["components"]["schemas"]["Presets"]
    check(schema, json.loads(json.dumps(registry.GAMES[rules].rules.presets)))


def test_moves_and_options_of_every_game_are_components() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    assert {"Kontor1Options", "Kontor1MoveChoose", "Kontor1MovePlace"} <= set(schemas)
    check({"$ref": "#/components/schemas/Kontor1MoveChoose"}, {"type": "pass"})


GAMES = sorted({rules.partition("@")[0] for rules in registry.GAMES if registry.game(rules).rules.view})


@pytest.mark.parametrize("game", GAMES)
def test_views_and_events_of_every_game_are_closed_components(game: str) -> None:
    schemas = DOCUMENT["components"]["schemas"]
    view = schemas[f"{prefix(game)}View"]
    assert view["additionalProperties"] is False
    assert view["properties"]["game"]["const"] == game
    event = schemas[f"{prefix(game)}Event"]
    told_apart = [schemas[one["$ref"].rpartition("/")[2]] for one in event.get("oneOf", [])] or [event]
    assert all(one["additionalProperties"] is False and "type" in one["required"] for one in told_apart)


def test_answers_that_serve_every_game_name_the_components_of_each() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    assert set(schemas["AnyView"]["discriminator"]["mapping"]) == set(GAMES)
    assert {"$ref": "#/components/schemas/KontorEvent"} in schemas["AnyEvent"]["anyOf"]
    assert {"$ref": "#/components/schemas/KontorMove"} in schemas["AnyMove"]["anyOf"]
    assert {"$ref": "#/components/schemas/Kontor1MovePlace"} in schemas["KontorMove"]["anyOf"]
    for schema in ("GameView", "Match"):
        view = schemas[schema]["properties"]["view"]
        assert view["anyOf"] == [{"$ref": "#/components/schemas/AnyView"}, {"type": "null"}]
        assert "additionalProperties" not in view
    assert schemas["FeedEvent"]["properties"]["event"]["$ref"] == "#/components/schemas/FeedFact"
    assert {"$ref": "#/components/schemas/AnyEvent"} in schemas["FeedFact"]["anyOf"]
    assert schemas["MoveList"]["properties"]["moves"]["items"] == {"$ref": "#/components/schemas/AnyMove"}


SENT_AS_READ = ("AnswerRequestWithMove", "CommitmentRequestWithMove", "MoveRequest", "Opening")


@pytest.mark.parametrize("schema", SENT_AS_READ)
def test_a_move_is_sent_back_as_the_type_it_is_read_as(schema: str) -> None:
    sent = DOCUMENT["components"]["schemas"][schema]["properties"]["move"]
    assert sent["$ref"] == DOCUMENT["components"]["schemas"]["MoveList"]["properties"]["moves"]["items"]["$ref"]


NO_MOVES = (
    pytest.param({"type": "play", "card": "C24", "colour": "red"}, id="a member that no move has"),
    pytest.param({"type": "sing"}, id="a type that no move has"),
    pytest.param({"type": "play"}, id="a member too few"),
    pytest.param({}, id="nothing"),
)


@pytest.mark.parametrize("nonsense", NO_MOVES)
def test_nonsense_is_no_move(nonsense: JsonObject) -> None:
    move = {"$ref": "#/components/schemas/AnyMove", "components": DOCUMENT["components"]}
    assert not Draft202012Validator(move).is_valid(nonsense)


SCHEMAS_BY_NATURE = {"JsonSchema"}
"""What the rules publish of themselves as JSON Schema: nothing more can be said of its form here."""


def test_no_object_is_free_in_what_it_holds() -> None:
    free = {
        path
        for path, schema in within(DOCUMENT["components"]["schemas"])
        if "object" in ([schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", ()))
        and not isinstance(schema.get("additionalProperties"), dict)
        and "properties" not in schema
    }
    assert free == {f"/{name}" for name in SCHEMAS_BY_NATURE}


def test_every_component_is_referred_to() -> None:
    assert set(DOCUMENT["components"]["schemas"]) <= {one.rpartition("/")[2] for one in references(DOCUMENT)}


def within(value: Any, path: str = "") -> Iterator[tuple[str, JsonObject]]:
    """Yield every object inside a value, with its place."""
    if isinstance(value, dict):
        yield path, value
        for key, inner in value.items():
            yield from within(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from within(inner, f"{path}/{number}")


def test_two_parts_of_a_game_with_one_name_are_refused() -> None:
    """In the view a card is a number, in an event a text: one component cannot be both."""

    def shape(card: str) -> JsonObject:
        return {"$ref": "#/$defs/Card", "$defs": {"Card": {"type": card}}}

    rules = registry.game(registry.newest("kontor")).rules
    with pytest.raises(ValueError, match="KontorCard stands for two things"):
        components([replace(rules, view=shape("integer"), events=shape("string"))])


def test_no_two_types_of_a_generated_client_have_one_name() -> None:
    """Generators name a type after the title of its schema, where it has one, and leave out the second of a name."""
    schemas = DOCUMENT["components"]["schemas"]
    called = [schema.get("title", name) for name, schema in schemas.items()]
    assert sorted(called) == sorted(schemas)


def test_no_list_or_object_is_called_as_the_type_it_is_in() -> None:
    """openapi-python-client has both in one variable, and what it makes does not compile."""
    found = [
        name
        for name, schema in DOCUMENT["components"]["schemas"].items()
        for member, said in schema.get("properties", {}).items()
        if member.replace("_", "") == name.lower() and (said.get("type") in ("array", "object") or "$ref" in said)
    ]
    assert found == []


def test_an_object_in_many_moves_is_one_type_of_a_generated_client() -> None:
    """Generators name what stands in a form after the form; where forms are many, some leave moves out over it."""
    inline = {
        f"{name}/{number}/{member}"
        for name, schema in DOCUMENT["components"]["schemas"].items()
        for number, form in enumerate(schema.get("oneOf", ()))
        for member, held in form.get("properties", {}).items()
        if "properties" in held
    }
    assert inline == set()


def test_a_constant_that_is_no_text_says_its_type() -> None:
    """Without one, openapi-python-client 0.29 makes Python that cannot be imported."""
    constants = {
        f"{name}/{member}"
        for name, schema in DOCUMENT["components"]["schemas"].items()
        for form in (schema, *schema.get("oneOf", ()))
        for member, held in form.get("properties", {}).items()
        if "type" not in held and not isinstance(held.get("const", ""), str)
    }
    assert constants == set()


def test_every_list_says_what_is_in_it() -> None:
    """By a schema: `items: false` is JSON Schema, but generators of clients give up the whole document over it."""

    def lists(value: Any, path: str) -> Iterator[str]:
        if isinstance(value, dict):
            if value.get("type") == "array" and not isinstance(value.get("items"), dict) and "prefixItems" not in value:
                yield path
            if isinstance(value.get("items"), bool):
                yield path
            for key, inner in value.items():
                yield from lists(inner, f"{path}/{key}")
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                yield from lists(inner, f"{path}/{number}")

    assert list(lists(DOCUMENT["components"]["schemas"], "")) == []


def test_nothing_refers_to_what_is_not_there() -> None:
    for reference in references(DOCUMENT):
        place: Any = DOCUMENT
        for part in reference.removeprefix("#/").split("/"):
            place = place[part]


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_links_lead_to_operations_and_name_their_parameters() -> None:
    known = {operation["operationId"]: path for _, path, operation in operations()}
    links = [
        link
        for _, _, operation in operations()
        for answer in operation["responses"].values()
        for link in answer.get("links", {}).values()
    ]
    assert len(links) > 15
    for link in links:
        path = known[link["operationId"]]
        assert all(f"{{{name}}}" in path for name in link["parameters"])


def test_the_feeds_facts_about_the_table_are_those_that_are_told() -> None:
    described = DOCUMENT["components"]["schemas"]["TableAct"]["properties"]
    assert set(described) == {"type", *table_acts.FACTS}
    assert set(described["type"]["enum"]) == table_acts.TYPES


def schemas_in(value: Any, place: str = "#") -> Iterator[tuple[str, JsonObject]]:
    """Yield every object of the document that may be a schema, and its place; what examples show is none."""
    if isinstance(value, dict):
        yield place, value
        for name, inner in value.items():
            if name not in ("example", "examples"):
                yield from schemas_in(inner, f"{place}/{name}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from schemas_in(inner, f"{place}/{number}")


def test_a_discriminator_is_a_required_text_whose_values_tell_the_form() -> None:
    found = 0
    for place, schema in schemas_in(DOCUMENT):
        if not isinstance(schema.get("discriminator"), dict):
            continue
        member, mapping = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]
        assert set(mapping.values()) == {one["$ref"] for one in schema["oneOf"]}, place
        for value, reference in mapping.items():
            form = DOCUMENT["components"]["schemas"][reference.rpartition("/")[2]]
            said, found = form["properties"][member], found + 1
            assert member in form["required"], (place, value)
            assert said["type"] == "string", (place, value, said)
            told = said.get("enum", [said.get("const")])
            assert [one for one in told if mapping[one] == reference] == told and value in told, (place, value, said)
    assert found > 100


def test_no_schema_stumps_generators() -> None:
    """Constants and lists of words have a type, a choice has several forms, null is no word, defaults are in words."""
    for place, schema in schemas_in(DOCUMENT):
        if place.endswith("/properties"):
            continue  # its members are called what they like
        assert "const" not in schema or "type" in schema, place
        assert None not in schema.get("enum", ()), place
        assert "enum" not in schema or "type" in schema or place.endswith("/propertyNames"), place
        assert all(len(schema.get(either, "two")) > 1 for either in ("oneOf", "anyOf")), place
        members = schema.get("properties", {})
        assert not [name for name, member in members.items() if "default" in member], place


def test_integers_are_exact_in_javascript() -> None:
    """An ``int64`` is a bigint in some clients and a rounded number in others, and so is what is beyond 2**53."""

    def numbers(value: object) -> Iterator[float]:
        if isinstance(value, int | float):
            yield value
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from numbers(one)

    assert max(map(abs, numbers(DOCUMENT))) < 2**53
    for place, schema in schemas_in(DOCUMENT):
        if not place.endswith("/properties") and "integer" in schema.get("type", ()):
            assert "format" not in schema, place


def test_what_happens_to_what_is_left_out_is_said_once() -> None:
    for place, schema in schemas_in(DOCUMENT):
        for name, member in schema.get("properties", {}).items() if not place.endswith("/properties") else ():
            said = member.get("description", "").lower()
            assert said.count("left out") < 2, (place, name, said)
    schemas = DOCUMENT["components"]["schemas"]
    members = dict(schemas["MatchRequest"]["properties"])
    members["pace"] = schemas[members["pace"]["$ref"].rpartition("/")[2]]
    assert {name for name, one in members.items() if "left out" not in one["description"].lower()} == {"rules"}


def test_a_webhook_shares_its_tag_with_no_operation() -> None:
    ours = {tag for _, _, operation in operations() for tag in operation["tags"]}
    theirs = {tag for one in DOCUMENT["webhooks"].values() for tag in one["post"]["tags"]}
    assert theirs and not ours & theirs
    assert ours | theirs == {one["name"] for one in DOCUMENT["tags"]}


def test_parameters_of_a_query_are_no_texts_where_they_have_a_type_and_fit_into_32_bits() -> None:
    """A bound of 2**31 does not compile in openapi-generator's Go client."""
    for method, path, operation in operations():
        for one in operation.get("parameters", []):
            assert one.get("schema", {}).get("maximum", 0) < 2**31, (method, path, one["name"])
            words = set(one.get("schema", {}).get("enum", ()))
            assert words != {"true", "false"}, (method, path, one["name"])
            assert "," not in one.get("schema", {}).get("pattern", "").replace("{1,", ""), (method, path, one["name"])


@pytest.mark.parametrize("of", [requests, responses])
def test_each_schema_has_a_name_of_its_own(of: ModuleType) -> None:
    """All modules of schemas are imported into one: a name given twice would hide a schema."""
    for module in pkgutil.iter_modules(of.__path__):
        for name, one in vars(importlib.import_module(f"{of.__name__}.{module.name}")).items():
            assert not isinstance(one, type) or not issubclass(one, Schema) or one is getattr(of, name), module.name
