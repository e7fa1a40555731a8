"""Why a version of a page cannot be changed."""

from kit.core.errors import Conflict


class DraftExists(Conflict):
    """A page has one draft at most."""

    code = "page_draft.already_exists"
    default_detail = "This page has a draft already. Publish or discard it first."


class NotScheduled(Conflict):
    """Only a version whose time has not come yet can be taken back."""

    code = "page_version.not_scheduled"
    default_detail = "This version is public already, or was never scheduled."
