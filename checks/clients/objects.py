"""The Python client's objects: classes with attributes for what a program that plays reads, made of the document's TypedDicts.

A TypedDict cannot be told from another while a program runs, so reading one game's view needs a ``cast``; a class can.
Only the members and their types are taken over: what each means is said in ``models``, whose values the objects wrap.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator

ROOTS = ("AccountEvent", "GameView", "Match", "MatchSummary", "Waiting", "WebhookEvent")
RAW = ("AnyCompleteOptions", "AnyMove")
"""Types that stay TypedDicts, because their values are sent back as they came."""
TAKEN = frozenset({"raw", "wire", "list", "dict", "str", "int", "bool"})
"""Names that records have already, and those of types, which a member would hide."""
HEADER = '''# Generated from openapi/openapi.json by 'python -m checks.clients --write'; do not edit.
"""Matches, what is waiting, views and events as objects with attributes: ``Match(client.get_match(match)).seats[0].player``.

Each class wraps a value of the same name in :mod:`siegelpost_client.models`, which describes its members; ``raw`` is the value.
A member named like a word of Python has a ``_`` behind its name (``from_``), and one that was left out is ``None``.
Moves and options stay plain values, because they are sent back as they came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from siegelpost_client.records import Record

if TYPE_CHECKING:  # many types, which no running program needs
    from siegelpost_client import models

'''


def objects(models: str) -> str:
    """Return the module of objects for those types of a module of TypedDicts that ``ROOTS`` lead to."""
    statements = {name: one for one in ast.parse(models).body if (name := _name(one)) and name not in RAW}
    wanted, found = list(ROOTS), set[str]()
    while wanted:
        name = wanted.pop()
        if name in statements and name not in found:
            found.add(name)
            wanted += [one.id for one in ast.walk(statements[name]) if isinstance(one, ast.Name)]
    made = [line for name, one in statements.items() if name in found for line in _made(one)]
    return HEADER + re.sub(rf"\b({'|'.join(RAW)})\b", r"models.\1", "\n".join(made)) + "\n"


def _name(statement: ast.stmt) -> str:
    """Return the name of the type that a statement defines, or ""."""
    match statement:
        case (
            ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name))
        ):
            return name
    return ""


def _made(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.ClassDef(name=name, body=body):
            members = [(ast.unparse(one.target), one.annotation) for one in body if isinstance(one, ast.AnnAssign)]
            yield from _class(name, members)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[_, ast.Dict(keys=keys, values=values)])):
            names = [str(one.value) for one in keys if isinstance(one, ast.Constant)]
            yield from _class(name, list(zip(names, values, strict=True)))
        case ast.AnnAssign(target=ast.Name(), annotation=ast.Name(id="TypeAlias")):
            yield ast.unparse(statement)


def _class(name: str, members: list[tuple[str, ast.expr]]) -> Iterator[str]:
    yield f'class {name}(Record["models.{name}"]):'
    attributes = {member: _attribute(member) for member, _ in members}
    renamed = {attribute: member for member, attribute in attributes.items() if attribute != member}
    if renamed:
        yield f"    wire = {renamed}"
    for member, hint in members:
        match hint:
            case ast.Subscript(value=ast.Name(id="NotRequired"), slice=inner):
                yield f"    {attributes[member]}: {ast.unparse(inner)} | None = None"
            case _:
                yield f"    {attributes[member]}: {ast.unparse(hint)}"
    if not members:
        yield "    ..."


def _attribute(member: str) -> str:
    """Return the name of a member in Python.

    >>> _attribute("from"), _attribute("your-turn"), _attribute("seat")
    ('from_', 'your_turn', 'seat')
    """
    name = member.replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) or name in TAKEN else name
