"""The parts of the picture: ``ink`` elements and colours, ``signs`` small drawings, ``faces`` cards, ``boards``, ``panels``.

Plain SVG that mail clients and renderers agree on: presentation attributes, no style sheets, no scripts, nothing from outside.
"""
