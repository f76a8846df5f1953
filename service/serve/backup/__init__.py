"""Backups of an embedded installation: taken while people play, encrypted, and restored into a new folder."""
