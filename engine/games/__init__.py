"""The games, one folder each; :mod:`engine.registry` lists them."""
