"""The bytes of the protocol: canonical JSON, draws from a committed seed, seals, the log, what partners say.

The format is published at ``/protocol`` with test vectors; nothing in this package knows a game.
"""
