"""Playing by answering a letter: the entrance for mail, what it reads in a mail, what it does, and what it answers.

Where to look, from a mail's arrival to its answer (``tests/workers/replies/test_map.py`` holds this list to the folder):

Arriving
    ``__main__`` is the process, ``entrance`` its SMTP server, ``desk`` what reading mails takes, ``taking`` the course of a
    mail. ``address`` and ``local_part`` are the signed addresses that letters ask their answers to, ``senders`` is who may
    answer (``authentication_results`` reads what the mail server says about it). ``charging`` counts a mail before it is
    read, ``reader`` has it read by a process of its own, ``reading``, where ``parts`` takes it apart within bounds, and
    ``incoming`` finds what stands in it: ``automatic`` are the marks of programs' mails, ``list_numbers`` the numbers that
    lists in HTML show, ``quoting`` finds where quoted text begins, ``unread`` what is left below the lines that were read.
    ``repeating`` and ``said_before`` recognize what came before. ``return_address``, ``returned`` and ``reports`` are for
    letters that come back.

Reading lines
    ``grammar`` is the strict part: numbers, choices in words, ``commands``. ``speech``, ``naming``, ``plain_speech``,
    ``courtesy``, ``rephrased`` and ``sentences`` read what people write instead; ``suggesting`` finds what may have been meant.
    ``places``, ``days``, ``spans`` and ``wishes`` read fields, dates, lengths of time, and what is said ahead; ``small_talk`` and
    ``invitation_words`` thanks, and answers to invitations. ``word_tables`` and ``ordinary_words`` are the vocabulary.

Acting
    ``acting`` does what a mail says about the questions of its letter: ``offered`` are their choices, ``answers`` gives answers,
    ``ahead`` what is said with them. ``line_by_line`` and ``several_lines`` are for mails that do several things of one turn.
    ``matters_said`` is for votes and requests, ``more_time`` for more time, ``out_of_place`` and ``still_asked`` for letters that
    are no longer open, ``refusing`` for what is not clear. ``besides`` leads to all else: ``languages``, ``rematch``,
    ``giving_up``, ``coming_back``, ``time_off`` (vacations), ``explaining`` (cards and rules), ``sealed_before``. ``invited`` is
    for answers to invitations. ``confirming``, ``ahead_in_bytes`` and ``plan_in_bytes`` are what an address can ask to confirm.

Standing orders
    ``plans`` is the course, ``plan_lines`` and ``plan_reading`` read, ``plan_mail`` knows what is in force, which
    ``recalled_orders`` asks a worker for, ``plan_changes`` what lines make of it; ``planned`` is the outcome, ``plans_told`` puts
    it into words.

Answering
    ``outcome`` is what a mail came to, ``answering`` the letter, ``subject`` its subject line. ``said``, ``asking``,
    ``on_demand``, ``enclosing``, ``rematch_told``, ``time_off_told`` and ``invited_told`` write its parts. ``aftermath`` waits
    for what follows at once, as ``patience`` does for anything, and ``news`` takes it along.
"""
