"""What games share: an owner's rule data, phrases of a language, drawing. A game may use it or not."""
