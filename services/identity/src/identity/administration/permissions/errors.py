"""What is refused about roles and what they allow."""

from kit.core.errors import Conflict, FieldProblem, Forbidden, NotFound


class RoleNotFound(NotFound):
    """There is no such role, or no longer."""

    code = "role.not_found"
    default_detail = "This role does not exist."


class RoleFixed(Conflict):
    """A system role keeps its names and is not deleted; a super-admin may do everything."""

    code = "role.built_in"
    default_detail = "This role belongs to the platform and cannot be changed so."


class RoleHeld(Conflict):
    """A role that somebody has is not deleted."""

    code = "role.in_use"
    default_detail = "There are users with this role. Take it from them first."


class OwnRole(Forbidden):
    """Nobody changes what they may do themselves."""

    code = "role.own_role"
    default_detail = "You have this role yourself, so somebody else must change it."


class PermissionNotHeld(Forbidden):
    """Nobody gives or takes what they may not do themselves."""

    code = "permission.not_held"
    default_detail = "You can only give and take permissions that you have yourself."


class RolesChanged(Conflict):
    """Somebody else has changed one of the roles since the caller looked."""

    code = "role.edit_conflict"
    default_detail = "Somebody else has changed these roles meanwhile."


NAME_TAKEN = FieldProblem(
    field="name_en", code="role.name_taken", message="Another role has this name."
)
