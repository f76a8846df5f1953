"""Seafarers for five and six: hexes, ships, ten scenarios. Rule numbers such as D6 and E19 are those of ``RULES.md``."""
