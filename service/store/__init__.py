"""The store: the one place that speaks Redis. Every transition of a match is one atomic script guarded by the log head.

Redis is the system of record (append-only file, fsync on every write), so an answer 2xx means that it is on disk.
"""
