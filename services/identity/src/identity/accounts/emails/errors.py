"""What is refused about addresses."""

from kit.core.errors import Conflict


class EmailTaken(Conflict):
    """Somebody else has proven meanwhile that the address is theirs. Only whoever reads what is
    sent to it is told."""

    code = "email.taken"
    default_detail = "Another account has this address already."
