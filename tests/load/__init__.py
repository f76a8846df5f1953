"""A load generator for anybody's installation: players that play whole matches by the public API, at a rate.

``python -m tests.load URL`` plays and measures; ``python -m tests.load.accounts`` makes the accounts it plays with.
"""
