"""Refusals of confirmations."""

from kit.core.errors import Conflict, Forbidden, NotFound


class ConfirmationNotFound(NotFound):
    """There is no such request."""

    code = "confirmation.not_found"
    default_detail = "There is no such request."


class ConfirmationOpen(Conflict):
    """The same record waits for a confirmation already."""

    code = "confirmation.already_open"
    default_detail = "A change of this record already waits for another admin."


class ConfirmationClosed(Conflict):
    """It was decided before, or has expired."""

    code = "confirmation.already_decided"
    default_detail = "This request was already decided, or it has expired."


class ConfirmationStale(Conflict):
    """The record or the requester's rights have changed since the request."""

    code = "confirmation.outdated"
    default_detail = "This changed since it was requested. Decline it and request it again."


class NotEligible(Forbidden):
    """The caller requested it, is concerned by it or lacks rights that the account holds."""

    code = "confirmation.not_eligible"
    default_detail = "Another admin has to confirm this."


class NoOtherAdmin(Conflict):
    """Nobody but the requester could confirm it. The request is stored for the operator."""

    code = "confirmation.no_other_admin"
    default_detail = "No other admin can confirm this. The operator can on the command line."
