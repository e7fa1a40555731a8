from kit.core.errors import Conflict


class DraftExists(Conflict):
    """The page has a draft already."""

    code = "page_draft.already_exists"
    default_detail = "This page already has a draft. Publish or discard it first."


class NotScheduled(Conflict):
    """Only a version scheduled for the future can be withdrawn."""

    code = "page_version.not_scheduled"
    default_detail = "This version is already published, or it isn't scheduled."
