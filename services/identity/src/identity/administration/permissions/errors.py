from kit.core.errors import Conflict, FieldProblem, Forbidden, NotFound


class RoleNotFound(NotFound):
    code = "role.not_found"
    default_detail = "We couldn't find this role."


class RoleFixed(Conflict):
    """System roles cannot be renamed or deleted, and the super-admin role always has all
    permissions.
    """

    code = "role.built_in"
    default_detail = "This is a built-in role, so you can't change it this way."


class RoleHeld(Conflict):
    """A role that profiles have cannot be deleted."""

    code = "role.in_use"
    default_detail = "Some users have this role. Unassign this role first."


class OwnRole(Forbidden):
    """Users must not change their own permissions."""

    code = "role.own_role"
    default_detail = "This is your own role, so another admin must change it."


class PermissionNotHeld(Forbidden):
    """Users can only grant and revoke permissions that they have themselves."""

    code = "permission.not_held"
    default_detail = "You can only give or remove permissions that you have."


class RolesChanged(Conflict):
    """Another user changed one of the roles since the caller read it."""

    code = "role.edit_conflict"
    default_detail = "Someone else changed these roles. Check the changes, then try again."


NAME_TAKEN = FieldProblem(
    field="name_en",
    code="role.name_taken",
    message="Another role has this name. Enter another one.",
)
