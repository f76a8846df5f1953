"""A witness for logs of other people's installations (c2sp.org/tlog-witness): a small process with a key and a memory.

It knows nothing of games. For each log it remembers the last tree it has cosigned, and cosigns another one only with a
proof that it continues that tree. So all who trust the witness know that they see the same history.
"""
