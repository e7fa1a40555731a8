from kit.core.errors import Conflict, NotFound


class LevelNotFound(NotFound):
    code = "approval_level.not_found"
    default_detail = "This approval level does not exist."


class LevelInUse(Conflict):
    """A pending request still has to pass this level."""

    code = "approval_level.in_use"
    default_detail = "Requests that are under way must still pass this level."
