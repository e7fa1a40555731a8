from kit.core.errors import Conflict, NotFound


class AppealNotFound(NotFound):
    """The appeal does not exist or belongs to another person or organization."""

    code = "appeal.not_found"
    default_detail = "This appeal does not exist."


class AppealTooLate(Conflict):
    """The time to appeal is over."""

    code = "appeal.too_late"
    default_detail = "The time to appeal against this result is over."


class AlreadyAppealed(Conflict):
    """The result was appealed before, with any outcome."""

    code = "appeal.already_exists"
    default_detail = "You have appealed against this result before."


class AppealEnded(Conflict):
    """The appeal was answered or withdrawn."""

    code = "appeal.already_decided"
    default_detail = "This appeal was answered or withdrawn already."
