"""Packet Row in words: sentences from a file for each language, and the table as plain text."""
