"""Why an appeal is refused."""

from kit.core.errors import Conflict, NotFound


class AppealNotFound(NotFound):
    """It is not there, or it is somebody else's."""

    code = "appeal.not_found"
    default_detail = "This appeal does not exist."


class AppealTooLate(Conflict):
    """The time for it is over."""

    code = "appeal.too_late"
    default_detail = "The time to appeal against this result is over."


class AlreadyAppealed(Conflict):
    """There was one, whatever became of it."""

    code = "appeal.already_exists"
    default_detail = "You have appealed against this result before."


class AppealEnded(Conflict):
    """It was answered or withdrawn."""

    code = "appeal.already_decided"
    default_detail = "This appeal was answered or withdrawn already."
