"""Runs the store's own Lua scripts on the model of a server: Lua 5.1 as in Redis, with its ``redis`` and ``cjson``."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from lupa import lua51  # type: ignore[import-untyped]  # lupa has no types

from tests.campaigns.simulation.model.keyspace import Keyspace, Refusal, Words

_ENVIRONMENT = b"""
cjson = {null = {['\\0null'] = true}}
redis = {error_reply = function(text) return {err = text} end, status_reply = function(text) return {ok = text} end}
setmetatable(_G, {__newindex = function(_, name) error('a script sets the global ' .. name) end})
"""
PLAIN = (bytes, int)
"""Types of replies that Lua takes as they are."""
ESCAPES = {'"': '\\"', "\\": "\\\\", "/": "\\/", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class Interpreter:
    """One Lua for all servers of a process: scripts are compiled once. What they call goes to :attr:`space`."""

    def __init__(self) -> None:
        self.space = Keyspace()
        self._lua = lua51.LuaRuntime(encoding=None, unpack_returned_tuples=True, register_eval=False)
        self._compiled: dict[bytes, Callable[..., Any]] = {}
        self._lua.execute(_ENVIRONMENT)
        globals_ = self._lua.globals()
        self._null = globals_[b"cjson"][b"null"]
        self._kind, self._table_from = lua51.lua_type, self._lua.table_from
        globals_[b"cjson"][b"decode"] = self._decode
        globals_[b"cjson"][b"encode"] = self._encode
        globals_[b"redis"][b"call"] = self._call
        globals_[b"redis"][b"pcall"] = self._pcall
        globals_[b"redis"][b"sha1hex"] = _sha1hex
        self.stumbled: list[str] = []
        """What scripts ended in by their own fault, since somebody last forgot it."""

    def run(self, space: Keyspace, text: bytes, names: Words, arguments: Words) -> Any:
        """Run a script; return its reply. :raises Refusal: with the error that it ends in."""
        script = self._compiled.get(text)
        if script is None:
            script = self._compiled[text] = self._lua.eval(b"function(KEYS, ARGV) " + text + b"\nend")
        self.space = space
        try:
            found = script(self._table_from(names), self._table_from(arguments))
        except lua51.LuaError as error:
            self.stumbled.append(str(error))
            raise Refusal(f"ERR {error} script: on @user_script:1.") from error
        return self._reply(found)

    def _call(self, *words: Any) -> Any:
        reply = self.space.run([one if type(one) is bytes else _word(one) for one in words])
        return reply if type(reply) in PLAIN else self._to_lua(reply)

    def _pcall(self, *words: Any) -> Any:
        try:
            return self._call(*words)
        except Refusal as error:
            return self._table_from({b"err": str(error).encode()})

    def _to_lua(self, reply: Any) -> Any:
        if reply is None:
            return False
        if isinstance(reply, list):
            return self._table_from([one if type(one) in PLAIN else self._to_lua(one) for one in reply])
        return self._table_from({b"ok": reply.encode()}) if isinstance(reply, str) else reply

    def _reply(self, found: Any) -> Any:
        if type(found) is bytes:
            return found
        if found is None or found is False:
            return None
        if found is True:
            return 1
        if isinstance(found, (int, float)):
            return int(found)
        if self._kind(found) != "table":
            return found
        if found[b"err"] is not None:
            raise Refusal(found[b"err"].decode())
        if found[b"ok"] is not None:
            return found[b"ok"].decode()
        reply, place = [], 1
        while found[place] is not None:
            reply.append(self._reply(found[place]))
            place += 1
        return reply

    def _decode(self, text: Any) -> Any:
        return self._table(json.loads(_word(text)))  # cjson takes a number for its text, too

    def _table(self, value: Any) -> Any:
        if value is None:
            return self._null
        if isinstance(value, str):
            return value.encode()
        if isinstance(value, list):
            return self._table_from([self._table(one) for one in value])
        if isinstance(value, dict):
            return self._table_from({name.encode(): self._table(one) for name, one in value.items()})
        return value

    def _encode(self, value: Any) -> bytes:
        return self._text(value).encode("utf-8", "surrogateescape")

    def _text(self, value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, (int, float)):
            return f"{value:.14g}"
        if isinstance(value, bytes):
            return f'"{"".join(map(_escaped, value.decode("utf-8", "surrogateescape")))}"'
        if value is None:
            return "null"
        items = list(value.items())
        if items and items[0][0] == b"\0null":
            return "null"
        if items and all(isinstance(name, int) and name >= 1 for name, _ in items):
            found = dict(items)
            return "[" + ",".join(self._text(found.get(place)) for place in range(1, max(found) + 1)) + "]"
        return "{" + ",".join(f"{self._text(_word(name))}:{self._text(one)}" for name, one in items) + "}"


def _sha1hex(text: bytes) -> bytes:
    return hashlib.sha1(text, usedforsecurity=False).hexdigest().encode()


def _escaped(one: str) -> str:
    return ESCAPES.get(one) or (one if " " <= one != "\x7f" else f"\\u{ord(one):04x}")


def _word(value: Any) -> bytes:
    """Return an argument of a command as Redis turns it into text."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Refusal("ERR Lua redis lib command arguments must be strings or integers")
    return b"%d" % value if isinstance(value, int) else f"{value:.17g}".encode()


LUA = Interpreter()
"""The interpreter of this process."""
