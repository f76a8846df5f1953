"""Notifications: their kinds, their recipients, whether they are still current, what goes out and the record of it.

``kinds`` is the registry, one row per kind; apart from templates, no other code names a kind. ``collection`` and
``notices`` make notices when something happens; ``relevance`` checks them when they are about to go; ``planning``
decides what goes together, ``delivery`` is the record of it. ``channels`` lists the channels to people; ``channel``
defines what a channel must be able to do. Pure except for the queue in the store. See
``docs/adding-a-notification.md``.
"""
