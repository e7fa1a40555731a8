from kit.core.errors import Conflict, NotFound


class PassEnded(NotFound):
    """The learner pass is invalid or expired."""

    code = "learner_pass.expired"
    default_detail = "Your access expired. Enter the number again."


class LinkEnded(NotFound):
    """The link never existed, expired or was withdrawn."""

    code = "certificate_link.ended"
    default_detail = "This link has expired or was withdrawn."


class TooManyLinks(Conflict):
    """The holder has the maximum number of links."""

    code = "certificate_link.limit_reached"
    default_detail = "You already have 50 links. Withdraw one first."
