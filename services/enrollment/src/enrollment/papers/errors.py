from kit.core.errors import Conflict, NotFound


class PaperNotMade(NotFound):
    """The PDF is not made yet, or making it failed."""

    code = "certificate.not_ready"
    default_detail = "We're still preparing this PDF. Try again in a moment."


class DesignChanged(Conflict):
    """Another user has published a version concurrently."""

    code = "certificate_design.edit_conflict"
    default_detail = "Someone else published another version. Review it first."
