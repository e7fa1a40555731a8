from kit.core.errors import Conflict, NotFound

from enrollment.archives.rules import MAX_PDFS


class ArchiveNotFound(NotFound):
    """The archive has expired or belongs to another user."""

    code = "certificate_archive.not_found"
    default_detail = "This ZIP file is no longer available. Request it again."


class ArchiveEmpty(Conflict):
    """None of the selected certificates is issued."""

    code = "certificate_archive.empty"
    default_detail = "None of these certificates has been issued, so there's nothing to download."


class ArchiveTooLarge(Conflict):
    """More certificates than one archive may contain."""

    code = "certificate_archive.too_large"
    default_detail = f"A ZIP file can hold up to {MAX_PDFS:,} certificates. Narrow the list."


class ArchiveNotReady(Conflict):
    """Some of its PDFs are still being made."""

    code = "certificate_archive.not_ready"
    default_detail = "We're still preparing some certificates. Try again in a moment."
