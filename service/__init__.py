"""The REST service: accounts, matches, commitments, the store.

Knows the engine, knows nothing of the workers' insides.
"""
