from kit.core.errors import Conflict, NotFound


class ApplicationNotFound(NotFound):
    """The application does not exist or belongs to another organization."""

    code = "application.not_found"
    default_detail = "We couldn't find this application."


class AnnouncementUnknown(NotFound):
    """The announcement is unknown here or not published."""

    code = "announcement.not_found"
    default_detail = "This announcement doesn't accept applications."


class AnnouncementNotOpen(Conflict):
    """The announcement opens later."""

    code = "announcement.not_open"
    default_detail = "Applications for this announcement haven't opened yet."


class AnnouncementClosed(Conflict):
    """The announcement has closed, by the server's clock."""

    code = "announcement.closed"
    default_detail = "This announcement is closed and no longer accepts applications."


class ApplicationLocked(Conflict):
    """The application was submitted, decided or withdrawn."""

    code = "application.not_editable"
    default_detail = "You can no longer change this application."


class ApplicationStale(Conflict):
    """Another user has changed the application since it was read."""

    code = "application.edit_conflict"
    default_detail = "Someone else changed this application. Check the changes, then try again."
