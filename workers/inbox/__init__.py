"""Playing by answering a letter: a mail arrives, its text is read into commands, these are done, and a letter answers it.

The way of a mail, in order (``tests/workers/inbox/test_map.py`` holds this list to the folder):

1. **It arrives.** ``__main__`` is the process, ``entrance`` its SMTP server, ``arrive`` the course of one mail: whose address it
   came to, what is left of the budgets, whether a copy of it was read before. ``desk`` has what that needs. Delivery reports end
   here. (:mod:`workers.mail.reply_address` makes and reads the signed addresses that letters ask their answers to.)
2. **Its sender.** ``sender`` tells whether it is the account's, from what the mail server found out.
3. **Its text.** ``reading`` is the process of its own in which mails are taken apart: ``mime`` finds parts and lists within
   bounds, ``text`` the sender and which part counts, and ``written`` the lines that a person wrote there.
4. **It is read.** ``read`` has the ordered table of readers that make commands of the lines. ``grammar`` reads numbers, words of
   choices, orders and a yes; ``naming`` finds which choice somebody names in words, and ``words`` knows what people write around
   that. All lists of words and patterns are data, in words.toml.
5. **It is done.** ``offered`` is what the letter of the mail offers. ``commands`` holds the types, and a module for each family:
   ``choose`` (answers, and what is said ahead with them), ``turn`` (several lines for one turn), ``table`` (votes, being
    there, more time, resigning, a rematch), ``ask`` (rules, cards, what is sealed; talk), ``account`` (language, vacation),
    ``plan`` with ``plan_sentences`` (standing orders), ``invitation`` (yes and no to one), ``manners`` (muting, blocking,
    reporting), ``puzzle`` (the number that answers the puzzle of a day).
6. **It is answered.** ``answer`` writes the letter, and takes along the news of what followed at once.
"""
