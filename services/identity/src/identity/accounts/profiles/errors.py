"""What is refused about profiles."""

from kit.core.errors import NotFound


class ProfileNotFound(NotFound):
    """There is no such profile, or it is somebody else's."""

    code = "profile.not_found"
