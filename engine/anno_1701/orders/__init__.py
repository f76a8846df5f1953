"""Standing orders: the document, what can never match, and how they answer."""
