"""A load generator for anybody's installation: players that play whole matches by the public API, at a rate.

``python -m tests.campaigns.load URL`` plays and measures; ``python
-m tests.campaigns.load.accounts`` makes the accounts it plays with.
"""
