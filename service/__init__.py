"""The REST service: accounts, matches, commitments, the store.

It knows the engine, but nothing of the workers' internals.
"""
