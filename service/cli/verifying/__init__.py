"""``siegelpost verify``: checks a match against its log, mails, witnesses and earlier histories."""
