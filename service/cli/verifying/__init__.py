"""``siegelpost verify`` and what it holds a match against."""
