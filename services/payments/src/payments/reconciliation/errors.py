"""Why a difference cannot be changed."""

from kit.core.errors import Conflict


class TaskChanged(Conflict):
    """Somebody else took, noted or closed the same difference meanwhile."""

    code = "settlement_line.edit_conflict"
    default_detail = "Somebody else has changed this meanwhile. Look at it again."
