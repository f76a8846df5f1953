"""The rules: setup, founding, the turn and its phases, scenarios' special rules, scoring, the end."""
