"""What is refused while an organization gives its details."""

from kit.errors import Conflict, NotFound


class OrganizationNotFound(NotFound):
    """There is no such organization."""

    code = "organization.not_found"
    default_detail = "This organization does not exist."


class NotEditable(Conflict):
    """What was submitted stays as it is until it is decided, and what was approved with it."""

    code = "organization.not_editable"
    default_detail = "This cannot be changed while it is under review, or after it was decided."
