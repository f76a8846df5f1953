"""Time as people live it: moments and spans in their time zone, quiet hours, vacations."""
