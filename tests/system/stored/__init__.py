"""Stores as releases left them, restored in tests and played on: one file per release, ``1.0.0.json`` and so on.

A file is made once, with the code of its release, by ``python -m tests.system.stored.release FILE``, and never changed, because
stores like it exist. Nothing was released yet, so there is no file; the tests see a store that the present code has just made,
written down and restored in the same way.
"""
