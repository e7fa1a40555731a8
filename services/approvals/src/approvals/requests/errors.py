from kit.core.errors import Conflict, Forbidden, NotFound


class RequestNotFound(NotFound):
    code = "approval_request.not_found"
    default_detail = "We couldn't find this request."


class AlreadyDecided(Conflict):
    """The request is no longer pending."""

    code = "approval_request.already_decided"
    default_detail = "This request has already been decided."


class LevelDecided(Conflict):
    """The caller's level has been passed; the request is at a later one."""

    code = "approval_level.already_decided"
    default_detail = "This level has already been decided."


class NoLevel(Conflict):
    """The request is at no level; super-admins decide it."""

    code = "approval_request.without_level"
    default_detail = "This request isn't at any level, so a super-admin decides on it."


class DecidedByYou(Conflict):
    """The caller already decided at this level."""

    code = "approval_request.decided_by_you"
    default_detail = "You've already decided on this request."


class DecidedForYou(Conflict):
    """A delegate already decided for the caller."""

    code = "approval_request.decided_for_you"
    default_detail = "Your delegate has already decided on this request."


class NotApprover(Forbidden):
    """The caller is no approver of the current step."""

    code = "approval_request.not_approver"
    default_detail = "You aren't an approver at this level."


class OwnRequest(Forbidden):
    """The caller submitted the request or belongs to its organization."""

    code = "approval_request.own_request"
    default_detail = "You can't decide on your own request or one from your own organization."


class OrganizationSuspended(Conflict):
    """Suspended organizations cannot be approved, only rejected or returned."""

    code = "approval_request.organization_suspended"
    default_detail = (
        "This organization is suspended, so you can't approve the request. You can reject or "
        "return it."
    )


class LinkUnknown(NotFound):
    """The link never existed or was deleted long after it expired."""

    code = "approval_link.not_found"
    default_detail = "This link isn't valid. Check that you copied the whole link."


class LinkOfAnother(Forbidden):
    """The link belongs to another user."""

    code = "approval_link.other_account"
    default_detail = "This link was sent to someone else."


class LinkUsed(Conflict):
    """The step of the link was decided, or the request is at another step."""

    code = "approval_link.already_used"
    default_detail = "This link was already used."


class LinkExpired(Conflict):
    code = "approval_link.expired"
    default_detail = "This link has expired."
