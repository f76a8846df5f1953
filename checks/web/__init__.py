"""Checks of the web table for ``make check``: its modules fit the types of the document, and its library is unchanged."""
