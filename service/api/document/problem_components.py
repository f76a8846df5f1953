"""Refusals as components of the OpenAPI document: one for each kind, so that a client can tell them apart by ``type``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from itertools import count
from typing import Any, get_args

from service.api.document.named_parts import THERE, Component, to
from service.api.http.problems import KINDS, OF_ACTS
from service.matches.errors import ActErrorCode

OF_ALL = ("type", "title", "status", "detail", "errors")
"""Members that every kind may have."""
MEMBERS = {
    **{
        OF_ACTS.get(code, code): ("act", "receipt", "signature", "checkpoint", "padding")
        for code in get_args(ActErrorCode)
    },
    "work-needed": ("challenge",),
}
"""Further members of some kinds."""


def one_of(codes: Sequence[str]) -> Component:
    """Return the schema of an answer that is one of these refusals."""
    if len(codes) == 1:
        return to(name_of(codes[0]))
    mapping = {f"/problems/{code}": THERE + name_of(code) for code in codes}
    return {
        "oneOf": [to(name_of(code)) for code in codes],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def components(codes: Iterable[str], problem: Component) -> dict[str, Component]:
    """Return a component for each of these refusals; ``problem`` is their common part."""
    return {name_of(code): _component(code, problem) for code in codes}


def name_of(code: str) -> str:
    """Return the component name of a kind of refusal.

    >>> name_of("too-many-acts")
    'TooManyActsProblem'
    """
    return "".join(word.capitalize() for word in code.split("-")) + "Problem"


def share_answers(document: dict[str, Any]) -> None:
    """Move refusals, and answers without content that several operations give, into components."""
    shared: dict[str, Component] = {}
    names: dict[str, str] = {}
    for path in document["paths"].values():
        for operation in (one for key, one in path.items() if key != "parameters"):
            for status, answer in operation["responses"].items():
                if status.startswith("2") and ("content" in answer or "links" in answer):
                    continue
                content = json.dumps(answer, sort_keys=True)
                if content not in names:
                    wanted = _name_of_answer(status, answer)
                    numbered = (f"{wanted}No{number}" for number in count(2))
                    names[content] = (
                        wanted if wanted not in shared else next(one for one in numbered if one not in shared)
                    )
                    shared[names[content]] = answer
                operation["responses"][status] = {"$ref": f"#/components/responses/{names[content]}"}
    document["components"]["responses"] = shared


def _name_of_answer(status: str, answer: Mapping[str, Any]) -> str:
    """Return the name of an answer: the phrase of a status without content; else the kind of refusal, or its status."""
    if "content" not in answer:
        return HTTPStatus(int(status)).phrase.replace(" ", "")
    (content,) = answer["content"].values()
    codes = list(content["examples"])
    return name_of(codes[0]).removesuffix("Problem") if len(codes) == 1 else f"Refused{status}"


def _component(code: str, problem: Component) -> Component:
    kind = KINDS[code]
    said = {name: problem["properties"][name] for name in (*OF_ALL, *MEMBERS.get(code, ()))}
    told = {
        "type": {"type": "string", "const": f"/problems/{code}", "description": said["type"]["description"]},
        "status": {"type": "integer", "const": kind.status},
    }
    return {**problem, "description": f"{kind.title}. {kind.remedy}", "properties": {**said, **told}}
