"""Why an application is refused."""

from kit.core.errors import Conflict, NotFound


class ApplicationNotFound(NotFound):
    """It is not there, or it is another organization's."""

    code = "application.not_found"
    default_detail = "This application does not exist."


class AnnouncementUnknown(NotFound):
    """Enrollment has not heard of the announcement, or it is not published."""

    code = "announcement.not_found"
    default_detail = "This announcement does not take applications."


class AnnouncementNotOpen(Conflict):
    """It opens later."""

    code = "announcement.not_open"
    default_detail = "This announcement does not take applications yet."


class AnnouncementOver(Conflict):
    """Its closing time has passed, by the server's clock."""

    code = "announcement.closed"
    default_detail = "This announcement is closed."


class ApplicationLocked(Conflict):
    """It was submitted, decided or withdrawn."""

    code = "application.not_editable"
    default_detail = "This application cannot be changed any more."


class ApplicationStale(Conflict):
    """Somebody else has changed it since it was read."""

    code = "application.edit_conflict"
    default_detail = "Somebody else has changed this application. Look at it again."
