"""Pages for people that work without scripts: signing in, links of letters, settings, rules."""
