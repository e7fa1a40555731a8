from kit.core.errors import NotFound


class RoleNotFound(NotFound):
    """The role does not exist or belongs to another organization."""

    code = "job_role.not_found"
    default_detail = "We couldn't find this job role."
