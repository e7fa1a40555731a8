"""Why a paper or a design is not to be had."""

from kit.core.errors import Conflict, NotFound


class PaperNotMade(NotFound):
    """It was issued a moment ago, or cannot be made."""

    code = "certificate.not_ready"
    default_detail = "The PDF of this certificate is still being made. Try again in a moment."


class DesignChanged(Conflict):
    """Somebody else has published a version meanwhile."""

    code = "certificate_design.edit_conflict"
    default_detail = "Somebody else has published another version meanwhile. Look at it first."
