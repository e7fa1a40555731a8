"""Why certificates of a learner are not shown."""

from kit.core.errors import Conflict, NotFound


class PassEnded(NotFound):
    """Identity has given no such pass, or it has ended."""

    code = "learner_pass.expired"
    default_detail = "This look has ended. Enter the number again."


class LinkEnded(NotFound):
    """There was never such a link, or it has ended or was withdrawn."""

    code = "certificate_link.ended"
    default_detail = "This link has ended."


class TooManyLinks(Conflict):
    """So many links at a time are enough."""

    code = "certificate_link.limit_reached"
    default_detail = "You have 50 links. Withdraw one first."
