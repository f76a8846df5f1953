"""Parts of a letter, each written from facts and the words of a language."""
