"""Parts of a letter, each written from facts and the phrases of a language."""
