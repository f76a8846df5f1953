"""Notifications: what kinds there are, who is told, what is still news, what goes out and what became of it.

``kinds`` is the registry, one row per kind; nothing else in the program names a kind but its templates. ``collection`` and
``notices`` make notices when something happens; ``relevance`` judges them when they are about to go; ``planning`` decides
what goes together, ``delivery`` is the record of it. ``channels`` says on which ways notifications reach people; what a way
has to be able to do is ``channel``. Pure but for the queue in the store. See ``docs/adding-a-notification.md``.
"""
