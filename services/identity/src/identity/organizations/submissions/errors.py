from kit.core.errors import Conflict


class NotSubmittable(Conflict):
    """Only drafts and returned profiles can be submitted."""

    code = "approval_request.not_submittable"
    default_detail = "You can only submit a draft or a request returned for changes."
