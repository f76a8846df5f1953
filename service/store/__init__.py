"""The store: the only code that talks to Redis. Every transition of a match is one atomic script guarded by the log head.

Redis is the system of record (append-only file, fsync on every write), so a 2xx response means that the change is on disk.
"""
