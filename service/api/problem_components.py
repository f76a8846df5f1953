"""Refusals as components of the OpenAPI document: one for each kind, so that a client can tell them apart by ``type``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from service.api.named_parts import THERE, Component, to
from service.api.problems import KINDS


def one_of(codes: Sequence[str]) -> Component:
    """Return the schema of an answer that is one of some refusals."""
    if len(codes) == 1:
        return to(name_of(codes[0]))
    mapping = {f"/problems/{code}": THERE + name_of(code) for code in codes}
    return {
        "oneOf": [to(name_of(code)) for code in codes],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def components(codes: Iterable[str], problem: Component) -> dict[str, Component]:
    """Return a component for every one of these refusals; ``problem`` is what they have in common."""
    return {name_of(code): _component(code, problem) for code in codes}


def name_of(code: str) -> str:
    """Return what the component of a kind of refusal is called.

    >>> name_of("too-many-acts")
    'TooManyActsProblem'
    """
    return "".join(word.capitalize() for word in code.split("-")) + "Problem"


def _component(code: str, problem: Component) -> Component:
    kind = KINDS[code]
    said = problem["properties"]
    told = {
        "type": {"type": "string", "const": f"/problems/{code}", "description": said["type"]["description"]},
        "status": {"type": "integer", "const": kind.status},
    }
    return {**problem, "description": f"{kind.title}. {kind.remedy}", "properties": {**said, **told}}


__all__ = ["components", "name_of", "one_of"]
