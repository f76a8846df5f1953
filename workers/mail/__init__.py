"""Mail: writes letters from notices (``compose``, ``parts/``) and hands them to a mail server (``sending/``)."""
