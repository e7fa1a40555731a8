from kit.core.errors import Conflict, Forbidden, NotFound


class ConfirmationNotFound(NotFound):
    code = "confirmation.not_found"
    default_detail = "We couldn't find this request."


class ConfirmationOpen(Conflict):
    """Another change of the same record already awaits confirmation."""

    code = "confirmation.already_open"
    default_detail = (
        "A change to this account is already waiting for another admin. Decline it first, or wait "
        "for the decision."
    )


class ConfirmationClosed(Conflict):
    """The request was decided or has expired."""

    code = "confirmation.already_decided"
    default_detail = "This request was already decided or has expired."


class ConfirmationStale(Conflict):
    """The record or the requester's rights changed since the request."""

    code = "confirmation.outdated"
    default_detail = (
        "The details changed after this request. Decline it and request the change again."
    )


class NotEligible(Forbidden):
    """The caller requested it, is affected by it, or lacks rights that the account has."""

    code = "confirmation.not_eligible"
    default_detail = "Another admin has to confirm this."


class NoOtherAdmin(Conflict):
    """Only the requester could confirm it. The request is stored for the operator."""

    code = "confirmation.no_other_admin"
    default_detail = (
        "No other admin can confirm this change. The platform operator can, on the command line."
    )
