from kit.core.errors import Conflict, NotFound


class PaperNotMade(NotFound):
    """The PDF is not made yet, or making it failed."""

    code = "certificate.not_ready"
    default_detail = "The PDF of this certificate is still being made. Try again in a moment."


class DesignChanged(Conflict):
    """Another user has published a version concurrently."""

    code = "certificate_design.edit_conflict"
    default_detail = "Somebody else has published another version meanwhile. Look at it first."
