from kit.core.errors import Conflict, NotFound


class KindNotFound(NotFound):
    """The kind does not exist or is no longer requested."""

    code = "document_kind.not_found"
    default_detail = "This kind of document does not exist."


class ProfileDocumentNotFound(NotFound):
    """The document does not exist or belongs to another owner."""

    code = "document.not_found"
    default_detail = "This document does not exist."


class DocumentsNotEditable(Conflict):
    """Submitted documents cannot be changed until the decision."""

    code = "document.not_editable"
    default_detail = "Documents cannot be changed while they are under review."
