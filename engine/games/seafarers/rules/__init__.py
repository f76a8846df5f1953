"""What happens: setting up, founding, the turn and its phases, scenarios' special rules, scoring, the end."""
