"""JSON Schemas of moves, options and data files, and the checker that holds values against them."""
