from kit.core.errors import Conflict


class TaskChanged(Conflict):
    """Another user changed this difference after it was read."""

    code = "settlement_line.edit_conflict"
    default_detail = "Somebody else has changed this meanwhile. Look at it again."
