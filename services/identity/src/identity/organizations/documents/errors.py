from kit.core.errors import Conflict, NotFound


class KindNotFound(NotFound):
    """The kind does not exist or is no longer requested."""

    code = "document_kind.not_found"
    default_detail = "We couldn't find this kind of document."


class ProfileDocumentNotFound(NotFound):
    """The document does not exist or belongs to another owner."""

    code = "document.not_found"
    default_detail = "We couldn't find this document."


class DocumentsNotEditable(Conflict):
    """Submitted documents cannot be changed until the decision."""

    code = "document.not_editable"
    default_detail = "You can't change the documents while they're under review."
