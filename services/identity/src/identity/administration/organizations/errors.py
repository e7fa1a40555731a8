from kit.core.errors import Conflict


class NotSuspendable(Conflict):
    """The organization is not approved, or is already suspended."""

    code = "organization.not_suspendable"
    default_detail = "This organization isn't approved or is already suspended."


class NotSuspended(Conflict):
    code = "organization.not_suspended"
    default_detail = "This organization isn't suspended."
