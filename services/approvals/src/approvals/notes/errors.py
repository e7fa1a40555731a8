from kit.core.errors import Forbidden


class NotesOfOthers(Forbidden):
    """The caller may not read notes about their own request."""

    code = "approval_note.forbidden"
    default_detail = "Those whose request it is do not read what approvers note about it."
