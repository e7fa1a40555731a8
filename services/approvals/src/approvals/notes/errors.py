from kit.core.errors import Forbidden


class NotesOfOthers(Forbidden):
    """The caller may not read notes about their own request."""

    code = "approval_note.forbidden"
    default_detail = "Approvers' notes aren't visible to the person who made the request."
