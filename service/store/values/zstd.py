"""Zstandard: the standard library's module, or its backport before Python 3.14. Import it only from here."""

import sys

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["zstd"]
