"""What is refused about stored pictures."""

from kit.core.errors import NotFound


class PictureNotFound(NotFound):
    """There is no such picture."""

    code = "picture.not_found"
