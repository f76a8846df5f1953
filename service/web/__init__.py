"""The web table: pages for players, made by the modules in ``static/`` from the public API.

Start with ``pages`` (which addresses there are), ``assets`` (how the files are served) and ``static/frame/app.js``.

Rooms of ``static/``: ``frame`` (the frame of every page), ``home`` (tables to join, tournaments, profiles), ``account``,
``table`` (the board and the question), ``others`` (agreements and talk with the other players), ``orders`` (orders and
plans), ``sealing`` (commitments, keys, what the browser keeps), ``verifying``, ``past`` (looking back), ``vendor`` (modules
of other projects).
"""
