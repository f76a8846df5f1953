"""JSON Schemas of what Kontor takes and shows: closed, so that a misspelt key is refused and never ignored."""
