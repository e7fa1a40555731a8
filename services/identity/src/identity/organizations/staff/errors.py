from kit.core.errors import Conflict, NotFound


class StaffNotFound(NotFound):
    """The organization has no such member."""

    code = "staff_member.not_found"
    default_detail = "Your organization has no such member."


class PersonNotFound(NotFound):
    """No account has exactly this address or civil number."""

    code = "person.not_found"
    default_detail = "No account has this email address or civil number."


class StaffExists(Conflict):
    code = "staff_member.already_exists"
    default_detail = "This person is in your list already."


class StaffStateRefused(Conflict):
    """The member's current state does not allow the action."""

    code = "staff_member.invalid_state"
    default_detail = "This cannot be done in the member's present state. Look again."
