"""Why requirements cannot be changed."""

from kit.core.errors import NotFound


class RoleNotFound(NotFound):
    """It is not there, or it is another organization's."""

    code = "job_role.not_found"
    default_detail = "This job role does not exist."
