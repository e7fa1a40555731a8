from kit.core.errors import NotFound


class ProfileNotFound(NotFound):
    """The profile does not exist or belongs to another user."""

    code = "profile.not_found"
