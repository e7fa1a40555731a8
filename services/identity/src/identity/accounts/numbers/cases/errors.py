from kit.core.errors import Conflict, Forbidden, NotFound


class CaseNotFound(NotFound):
    """The case does not exist or does not concern the caller."""

    code = "number_case.not_found"
    default_detail = "We couldn't find this request."


class DocumentNotFound(NotFound):
    """The document does not exist or belongs to another user."""

    code = "document.not_found"
    default_detail = "We couldn't find this document."


class CaseDecided(Conflict):
    """The case is decided or withdrawn."""

    code = "number_case.already_decided"
    default_detail = "This request was already decided or withdrawn."


class CaseOpen(Conflict):
    """The user already has an undecided case."""

    code = "number_case.already_open"
    default_detail = (
        "You already have an open request about this number. Withdraw it to enter another number."
    )


class NotNeeded(Conflict):
    """The user can set the number without a case."""

    code = "number_case.not_needed"
    default_detail = "This number is available. Save it in your profile; you don't need a request."


class TooManyDocuments(Conflict):
    code = "number_case.document_limit_reached"
    default_detail = "This request already has five documents, which is the limit."


class CaseChanged(Conflict):
    """A document was added, or the number's holder changed, since the case was read."""

    code = "number_case.edit_conflict"
    default_detail = "Someone else changed this request. Review it before you decide."


class OwnNumber(Forbidden):
    """Admins must not decide about their own number."""

    code = "number_case.own_number"
    default_detail = "This request is about your own number, so another admin must decide it."
