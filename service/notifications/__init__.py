"""The one room for notifications: what kinds there are, who is told, what is still news, what became of it."""
