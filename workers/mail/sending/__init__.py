"""Handing over finished letters: by SMTP, or as files in a folder."""
