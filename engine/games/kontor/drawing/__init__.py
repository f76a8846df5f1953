"""The parts of Kontor's picture: ink and paper, the symbols, the cards, the chart of the harbour, the panels of the seats.

Everything is plain SVG with presentation attributes only: no styles, scripts, filters or references to the outside, which
mail programs and renderers drop. All numbers are whole or have at most two decimals, so the bytes are the same everywhere.
"""
