"""Pages that work without scripts: signing in, links of letters, an account's settings, rules, documentation."""
