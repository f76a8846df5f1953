"""Handing finished letters over: SMTP, or a folder of files."""
