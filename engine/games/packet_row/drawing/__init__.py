"""The parts of the picture: ``signs`` colours and small drawings, ``faces`` cards.

Plain SVG that mail clients and renderers agree on: presentation attributes, no style sheets, no scripts, nothing from outside.
"""
