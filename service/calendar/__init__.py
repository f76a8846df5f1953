"""Days and hours of people: moments in their zone, quiet hours, vacations."""
