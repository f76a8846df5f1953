"""Local time: moments and spans in a person's time zone, quiet hours, vacations."""
