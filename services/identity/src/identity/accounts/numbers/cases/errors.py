"""What is refused about cases."""

from kit.core.errors import Conflict, Forbidden, NotFound


class CaseNotFound(NotFound):
    """There is no such case, or it does not concern the caller."""

    code = "number_case.not_found"
    default_detail = "This request does not exist."


class DocumentNotFound(NotFound):
    """There is no such document, or it is somebody else's."""

    code = "document.not_found"
    default_detail = "This document does not exist."


class CaseDecided(Conflict):
    """The case is decided or withdrawn."""

    code = "number_case.already_decided"
    default_detail = "This request has been decided or withdrawn."


class CaseOpen(Conflict):
    """One request at a time."""

    code = "number_case.already_open"
    default_detail = "You have a request that is not decided yet."


class NotNeeded(Conflict):
    """The number can be given without asking."""

    code = "number_case.not_needed"
    default_detail = "You can save this number in your profile without asking."


class TooManyDocuments(Conflict):
    """There is enough to look at."""

    code = "number_case.document_limit_reached"
    default_detail = "No more documents can be added to this request."


class CaseChanged(Conflict):
    """Something was added or somebody else has the number meanwhile."""

    code = "number_case.edit_conflict"
    default_detail = "This request has changed meanwhile. Look at it again before you decide."


class OwnNumber(Forbidden):
    """Nobody decides about their own number."""

    code = "number_case.own_number"
    default_detail = "This request concerns your own number. Somebody else must decide it."
