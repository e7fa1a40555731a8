from kit.core.errors import Conflict, NotFound


class AppealNotFound(NotFound):
    """The appeal does not exist or belongs to another person or organization."""

    code = "appeal.not_found"
    default_detail = "We couldn't find this appeal."


class AppealTooLate(Conflict):
    """The time to appeal is over."""

    code = "appeal.too_late"
    default_detail = "The deadline to appeal this result has passed."


class AlreadyAppealed(Conflict):
    """The result was appealed before, with any outcome."""

    code = "appeal.already_exists"
    default_detail = "You've already appealed this result."


class AppealEnded(Conflict):
    """The appeal was answered or withdrawn."""

    code = "appeal.already_decided"
    default_detail = "This appeal was already answered or withdrawn."
