from kit.core.errors import Conflict


class TaskChanged(Conflict):
    """Another user changed this difference after it was read."""

    code = "settlement_line.edit_conflict"
    default_detail = "Someone else changed this line. Check the changes, then try again."
