from kit.core.errors import Conflict


class WordingStale(Conflict):
    """Another admin has changed the wording since the caller read it."""

    code = "notice_text.edit_conflict"
    default_detail = "Someone else changed this text. Check the changes, then try again."
