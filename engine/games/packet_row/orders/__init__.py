"""Standing orders: their form, what is refused, what they answer, and how a bot writes them."""
