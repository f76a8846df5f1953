"""The guarded API of operators, at ``/v1/admin``: only from where ``SIEGELPOST_ADMIN`` says, only with an operator's token.

It has a document of its own (``openapi/admin.json``): players' programs and the clients made for them know nothing of it, its
tokens are of another kind, and most installations do not have it.
"""
