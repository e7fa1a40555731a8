from kit.core.errors import Conflict, Forbidden


class OwnAccount(Forbidden):
    """Admins must not change their own roles or status."""

    code = "user.own_account"
    default_detail = "You can't change your own account here. Ask another admin."


class RoleNotHeld(Forbidden):
    """A role has permissions that the caller lacks."""

    code = "role.not_held"
    default_detail = "You can't give a role with more permissions than you have."


class UserChanged(Conflict):
    """Another admin changed the user since the caller read it."""

    code = "user.edit_conflict"
    default_detail = "Someone else changed this user. Check the changes, then try again."


class UserDisabled(Conflict):
    """The account is disabled, so no code or invitation is sent."""

    code = "user.disabled"
    default_detail = "This account is disabled."
