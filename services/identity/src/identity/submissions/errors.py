"""What is refused about submissions."""

from kit.errors import Conflict


class NotReturned(Conflict):
    """Only an organization or staff profile that was sent back can be submitted again."""

    code = "approval.not_returned"
    default_detail = "Only what was sent back can be submitted again."
