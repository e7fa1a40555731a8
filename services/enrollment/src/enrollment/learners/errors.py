"""Why certificates of a learner are not shown."""

from kit.core.errors import Conflict, NotFound


class PassEnded(NotFound):
    """Identity has given no such pass, or it has ended."""

    code = "learners.pass_ended"
    default_detail = "This look has ended. Enter the number again."


class LinkEnded(NotFound):
    """There was never such a link, or it has ended or was withdrawn."""

    code = "learners.link_ended"
    default_detail = "This link has ended."


class TooManyLinks(Conflict):
    """So many links at a time are enough."""

    code = "learners.too_many_links"
    default_detail = "You have 50 links. Withdraw one first."
