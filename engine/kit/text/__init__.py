"""Texts that games share the making of: phrases, sentences, guides, details of choices."""
