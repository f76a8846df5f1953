"""The buttons of letters: links that answer one question each, and what they do. Their page is :mod:`service.api.choice_page`."""
