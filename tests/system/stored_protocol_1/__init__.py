"""A store of the last release whose new matches followed siegelpost/1, and the program that made it."""
