"""A witness for logs of other people's installations (c2sp.org/tlog-witness): a small process with a key and a memory.

It knows nothing of games. For each log it remembers the last tree it has cosigned, and it cosigns another one only with a proof
that it continues that. So whoever trusts the witness knows that all who trust it see one history.
"""
