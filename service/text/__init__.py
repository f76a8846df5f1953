"""Texts that people read or wrote: names, dates, sentences about agreements."""
