from kit.core.errors import Conflict, Forbidden, NotFound


class RequestNotFound(NotFound):
    code = "approval_request.not_found"
    default_detail = "This approval request does not exist."


class AlreadyDecided(Conflict):
    """The request is no longer pending."""

    code = "approval_request.already_decided"
    default_detail = "This request has been decided or withdrawn."


class LevelDecided(Conflict):
    """The caller's level has been passed; the request is at a later one."""

    code = "approval_level.already_decided"
    default_detail = "This level has been decided; the request has moved on."


class NoLevel(Conflict):
    """The request is at no level; super-admins decide it."""

    code = "approval_request.without_level"
    default_detail = "This request waits at no level: a super-admin decides."


class DecidedByYou(Conflict):
    """The caller already decided at this level."""

    code = "approval_request.decided_by_you"
    default_detail = "You have already decided at this level."


class DecidedForYou(Conflict):
    """A delegate already decided for the caller."""

    code = "approval_request.decided_for_you"
    default_detail = "Who stands in for you has already decided at this level."


class NotApprover(Forbidden):
    """The caller is no approver of the current step."""

    code = "approval_request.not_approver"
    default_detail = "You are not an approver of the level that this request waits at."


class OwnRequest(Forbidden):
    """The caller submitted the request or belongs to its organization."""

    code = "approval_request.own_request"
    default_detail = (
        "Nobody decides on what they have submitted themselves or on their own organization."
    )


class OrganizationSuspended(Conflict):
    """Suspended organizations cannot be approved, only rejected or returned."""

    code = "approval_request.organization_suspended"
    default_detail = (
        "The organization is suspended. Reject or return this, or wait until it works again."
    )


class LinkUnknown(NotFound):
    """The link never existed or was deleted long after it expired."""

    code = "approval_link.not_found"
    default_detail = "This link is not known."


class LinkOfAnother(Forbidden):
    """The link belongs to another user."""

    code = "approval_link.other_account"
    default_detail = "This link was sent to somebody else."


class LinkUsed(Conflict):
    """The step of the link was decided, or the request is at another step."""

    code = "approval_link.already_used"
    default_detail = "This link has served: the request no longer waits there."


class LinkExpired(Conflict):
    code = "approval_link.expired"
    default_detail = "This link has expired."
