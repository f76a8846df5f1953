"""JSON Schemas of options and moves: closed, so that a misspelt key is refused and never ignored.

``view.json`` and ``events.json`` are made from :mod:`engine.games.packet_row.types` by ``python -m checks.game_schemas --write``.
"""
