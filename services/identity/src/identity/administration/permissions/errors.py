from kit.core.errors import Conflict, FieldProblem, Forbidden, NotFound


class RoleNotFound(NotFound):
    code = "role.not_found"
    default_detail = "This role does not exist."


class RoleFixed(Conflict):
    """System roles cannot be renamed or deleted, and the super-admin role always has all
    permissions.
    """

    code = "role.built_in"
    default_detail = "This role belongs to the platform and cannot be changed so."


class RoleHeld(Conflict):
    """A role that profiles have cannot be deleted."""

    code = "role.in_use"
    default_detail = "There are users with this role. Take it from them first."


class OwnRole(Forbidden):
    """Users must not change their own permissions."""

    code = "role.own_role"
    default_detail = "You have this role yourself, so somebody else must change it."


class PermissionNotHeld(Forbidden):
    """Users can only grant and revoke permissions that they have themselves."""

    code = "permission.not_held"
    default_detail = "You can only give and take permissions that you have yourself."


class RolesChanged(Conflict):
    """Another user changed one of the roles since the caller read it."""

    code = "role.edit_conflict"
    default_detail = "Somebody else has changed these roles meanwhile."


NAME_TAKEN = FieldProblem(
    field="name_en", code="role.name_taken", message="Another role has this name."
)
