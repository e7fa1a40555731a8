"""What is refused while a staff member hands documents in."""

from kit.core.errors import Conflict


class DocumentsNotEditable(Conflict):
    """What was submitted stays as it is until it is decided."""

    code = "profile.documents_not_editable"
    default_detail = "Documents cannot be changed while they are under review."
