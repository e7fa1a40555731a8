"""Why an organization is neither suspended nor resumed."""

from kit.core.errors import Conflict


class NotSuspendable(Conflict):
    """Only an approved organization works, and only one that works is suspended."""

    code = "organization.not_suspendable"
    default_detail = "This organization is not approved, or was suspended already."


class NotSuspended(Conflict):
    """It works."""

    code = "organization.not_suspended"
    default_detail = "This organization is not suspended."
