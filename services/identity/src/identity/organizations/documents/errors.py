"""Refusals of documents."""

from kit.core.errors import Conflict, NotFound


class KindNotFound(NotFound):
    """There is no such kind, or it is no longer asked for."""

    code = "document_kind.not_found"
    default_detail = "This kind of document does not exist."


class ProfileDocumentNotFound(NotFound):
    """There is no such document, or it is another organization's."""

    code = "document.not_found"
    default_detail = "This document does not exist."


class DocumentsNotEditable(Conflict):
    """What was submitted stays as it is until it is decided."""

    code = "document.not_editable"
    default_detail = "Documents cannot be changed while they are under review."
