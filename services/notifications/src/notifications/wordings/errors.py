"""What is refused about wordings."""

from kit.core.errors import Conflict


class WordingStale(Conflict):
    """Somebody else has worded the kind anew since the caller looked."""

    code = "notice_text.edit_conflict"
    default_detail = "Somebody else has changed this text meanwhile. Look at it again."
