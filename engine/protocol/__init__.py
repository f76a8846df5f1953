"""The bytes of the protocol: canonical JSON, draws from a committed seed, seals, the log, what partners say.

What stands here is published at ``/protocol`` with test vectors; nothing in it knows a game.
"""
