"""What games say about themselves: phrases, sentences, guides."""
