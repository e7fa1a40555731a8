from kit.core.errors import Conflict


class NotSubmittable(Conflict):
    """Only drafts and returned profiles can be submitted."""

    code = "approval_request.not_submittable"
    default_detail = "Only a draft, or what was sent back, can be submitted."
