"""Packet Row in words, English and German: sentences from ``en.toml`` and ``de.toml``, and the table as plain text."""
