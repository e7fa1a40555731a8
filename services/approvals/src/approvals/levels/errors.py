"""Why a level cannot be read or deleted."""

from kit.core.errors import Conflict, NotFound


class LevelNotFound(NotFound):
    """There is no such level."""

    code = "approval_level.not_found"
    default_detail = "This approval level does not exist."


class LevelInUse(Conflict):
    """A request that is under way must still pass the level."""

    code = "approval_level.in_use"
    default_detail = "Requests that are under way must still pass this level."
