from kit.core.errors import Conflict


class EmailTaken(Conflict):
    """Another account has verified the address. Shown only to a reader of its mailbox."""

    code = "email.taken"
    default_detail = "Another account already uses this email."
