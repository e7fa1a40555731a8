"""Why notes are not shown."""

from kit.core.errors import Forbidden


class NotesOfOthers(Forbidden):
    """The request is the caller's own, so that its notes are not for them."""

    code = "approval_note.forbidden"
    default_detail = "Those whose request it is do not read what approvers note about it."
