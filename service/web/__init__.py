"""The web table: pages for players, made by the modules in ``static/`` from the public API.

Start with ``pages`` (which addresses there are), ``assets`` (how the files are served) and ``static/app.js``.
"""
