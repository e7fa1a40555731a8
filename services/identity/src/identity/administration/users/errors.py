"""What is refused to admins who manage users."""

from kit.core.errors import Conflict, Forbidden


class OwnAccount(Forbidden):
    """Nobody manages their own account: neither their roles nor whether they may sign in."""

    code = "user.own_account"
    default_detail = "You cannot change your own account here."


class RoleNotHeld(Forbidden):
    """A role allows something that the caller may not do."""

    code = "role.not_held"
    default_detail = "You can only give roles that allow nothing beyond what you may do."


class UserChanged(Conflict):
    """Somebody else has changed the user since the caller looked."""

    code = "user.edit_conflict"
    default_detail = "This user was changed meanwhile; look again."


class UserDisabled(Conflict):
    """Nothing is sent to somebody who may not sign in."""

    code = "user.disabled"
    default_detail = "This account is disabled."
