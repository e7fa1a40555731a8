from kit.core.errors import Conflict, NotFound


class LevelNotFound(NotFound):
    code = "approval_level.not_found"
    default_detail = "We couldn't find this level."


class LevelInUse(Conflict):
    """A pending request still has to pass this level."""

    code = "approval_level.in_use"
    default_detail = "Some requests are still waiting at this level. Decide on them first."
