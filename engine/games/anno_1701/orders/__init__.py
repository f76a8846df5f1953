"""Standing orders: the document, what in it can never match, and how they answer."""
