from kit.core.errors import Conflict, NotFound


class StaffNotFound(NotFound):
    """The organization has no such member."""

    code = "staff_member.not_found"
    default_detail = "We couldn't find this member in your organization."


class PersonNotFound(NotFound):
    """No account has exactly this address or civil number."""

    code = "person.not_found"
    default_detail = "No account uses this email or ID number."


class StaffExists(Conflict):
    code = "staff_member.already_exists"
    default_detail = "This person is already in your list."


class StaffStateRefused(Conflict):
    """The member's current state does not allow the action."""

    code = "staff_member.invalid_state"
    default_detail = (
        "This isn't possible with the member's current status. Reload the page to see it."
    )
