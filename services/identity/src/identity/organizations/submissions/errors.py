"""What is refused about submissions."""

from kit.core.errors import Conflict


class NotSubmittable(Conflict):
    """Only a draft, and what was sent back, can be submitted."""

    code = "approval_request.not_submittable"
    default_detail = "Only a draft, or what was sent back, can be submitted."
