"""Why an announcement cannot be read or changed."""

from kit.core.errors import Conflict, Forbidden


class AnnouncementsRefused(Forbidden):
    """Announcements are for everybody but candidates."""

    code = "catalog.announcements_refused"
    default_detail = "You are not authorized to access Announcements."


class AnnouncementKept(Conflict):
    """What is submitted or was published stays."""

    code = "catalog.announcement_kept"
    default_detail = "This announcement is submitted or published, so it cannot be deleted."


class AnnouncementLocked(Conflict):
    """Only a draft, or what was returned, can be changed and submitted."""

    code = "catalog.announcement_locked"
    default_detail = "This announcement is submitted or decided, so it cannot be changed."


class AnnouncementNotPublished(Conflict):
    """Only a published announcement whose window is not over can be closed."""

    code = "catalog.announcement_not_published"
    default_detail = "This announcement is not published, or is closed already."


class AnnouncementFull(Conflict):
    """It has as many documents as it may have."""

    code = "catalog.announcement_full"
    default_detail = "An announcement has ten documents at most."
