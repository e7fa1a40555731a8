from kit.core.errors import Conflict, NotFound


class ApplicationNotFound(NotFound):
    """The application does not exist or belongs to another organization."""

    code = "application.not_found"
    default_detail = "This application does not exist."


class AnnouncementUnknown(NotFound):
    """The announcement is unknown here or not published."""

    code = "announcement.not_found"
    default_detail = "This announcement does not take applications."


class AnnouncementNotOpen(Conflict):
    """The announcement opens later."""

    code = "announcement.not_open"
    default_detail = "This announcement does not take applications yet."


class AnnouncementOver(Conflict):
    """The announcement has closed, by the server's clock."""

    code = "announcement.closed"
    default_detail = "This announcement is closed."


class ApplicationLocked(Conflict):
    """The application was submitted, decided or withdrawn."""

    code = "application.not_editable"
    default_detail = "This application cannot be changed any more."


class ApplicationStale(Conflict):
    """Another user has changed the application since it was read."""

    code = "application.edit_conflict"
    default_detail = "Somebody else has changed this application. Look at it again."
