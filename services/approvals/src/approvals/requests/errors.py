"""Why a request cannot be decided."""

from kit.core.errors import Conflict, Forbidden, NotFound


class RequestNotFound(NotFound):
    """There is no such request."""

    code = "approval_request.not_found"
    default_detail = "This approval request does not exist."


class AlreadyDecided(Conflict):
    """The request no longer waits for anybody."""

    code = "approval_request.already_decided"
    default_detail = "This request has been decided or withdrawn."


class LevelDecided(Conflict):
    """The caller's level is over; the request waits at a later one."""

    code = "approval_level.already_decided"
    default_detail = "This level has been decided; the request has moved on."


class NoLevel(Conflict):
    """The request waits at no level, where super-admins decide."""

    code = "approval_request.without_level"
    default_detail = "This request waits at no level: a super-admin decides."


class DecidedByYou(Conflict):
    """Nobody decides twice at one level."""

    code = "approval_request.decided_by_you"
    default_detail = "You have already decided at this level."


class DecidedForYou(Conflict):
    """Who stands in for the caller has decided."""

    code = "approval_request.decided_for_you"
    default_detail = "Who stands in for you has already decided at this level."


class NotApprover(Forbidden):
    """The request waits for others."""

    code = "approval_request.not_approver"
    default_detail = "You are not an approver of the level that this request waits at."


class OwnRequest(Forbidden):
    """The caller has submitted it, or belongs to the organization whose it is."""

    code = "approval_request.own_request"
    default_detail = (
        "Nobody decides on what they have submitted themselves or on their own organization."
    )


class OrganizationSuspended(Conflict):
    """Nothing of a suspended organization is approved; it can be rejected or returned."""

    code = "approval_request.organization_suspended"
    default_detail = (
        "The organization is suspended. Reject or return this, or wait until it works again."
    )


class LinkUnknown(NotFound):
    """Nobody was sent such a link; or it was sent too long ago to be known any more."""

    code = "approval_link.not_found"
    default_detail = "This link is not known."


class LinkOfAnother(Forbidden):
    """The link was sent to somebody else."""

    code = "approval_link.other_account"
    default_detail = "This link was sent to somebody else."


class LinkUsed(Conflict):
    """What the link was for is decided, by the caller or others, or waits elsewhere."""

    code = "approval_link.already_used"
    default_detail = "This link has served: the request no longer waits there."


class LinkExpired(Conflict):
    """The link is too old."""

    code = "approval_link.expired"
    default_detail = "This link has expired."
