from kit.core.errors import Conflict, NotFound

from enrollment.archives.rules import MAX_PDFS


class ArchiveNotFound(NotFound):
    """The archive has expired or belongs to another user."""

    code = "certificate_archive.not_found"
    default_detail = "This ZIP file is not kept any more. Ask for it again."


class ArchiveEmpty(Conflict):
    """None of the selected certificates is issued."""

    code = "certificate_archive.empty"
    default_detail = "None of these certificates is issued: there is no paper to archive."


class ArchiveTooLarge(Conflict):
    """More certificates than one archive may contain."""

    code = "certificate_archive.too_large"
    default_detail = f"A ZIP file has at most {MAX_PDFS:,} certificates. Choose fewer of them."


class ArchiveNotReady(Conflict):
    """Some of its PDFs are still being made."""

    code = "certificate_archive.not_ready"
    default_detail = "Some of its certificates are still being made. Try again in a moment."
