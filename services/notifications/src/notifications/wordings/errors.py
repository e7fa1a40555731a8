from kit.core.errors import Conflict


class WordingStale(Conflict):
    """Another admin has changed the wording since the caller read it."""

    code = "notice_text.edit_conflict"
    default_detail = "Somebody else has changed this text meanwhile. Look at it again."
