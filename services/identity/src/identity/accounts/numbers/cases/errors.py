from kit.core.errors import Conflict, Forbidden, NotFound


class CaseNotFound(NotFound):
    """The case does not exist or does not concern the caller."""

    code = "number_case.not_found"
    default_detail = "This request does not exist."


class DocumentNotFound(NotFound):
    """The document does not exist or belongs to another user."""

    code = "document.not_found"
    default_detail = "This document does not exist."


class CaseDecided(Conflict):
    """The case is decided or withdrawn."""

    code = "number_case.already_decided"
    default_detail = "This request has been decided or withdrawn."


class CaseOpen(Conflict):
    """The user already has an undecided case."""

    code = "number_case.already_open"
    default_detail = "You have a request that is not decided yet."


class NotNeeded(Conflict):
    """The user can set the number without a case."""

    code = "number_case.not_needed"
    default_detail = "You can save this number in your profile without asking."


class TooManyDocuments(Conflict):
    code = "number_case.document_limit_reached"
    default_detail = "No more documents can be added to this request."


class CaseChanged(Conflict):
    """A document was added, or the number's holder changed, since the case was read."""

    code = "number_case.edit_conflict"
    default_detail = "This request has changed meanwhile. Look at it again before you decide."


class OwnNumber(Forbidden):
    """Admins must not decide about their own number."""

    code = "number_case.own_number"
    default_detail = "This request concerns your own number. Somebody else must decide it."
