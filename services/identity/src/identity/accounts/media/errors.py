from kit.core.errors import NotFound


class PictureNotFound(NotFound):
    code = "picture.not_found"
