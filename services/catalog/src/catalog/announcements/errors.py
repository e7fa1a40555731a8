"""Why an announcement cannot be read or changed."""

from kit.core.errors import Conflict, Forbidden


class AnnouncementsRefused(Forbidden):
    """Announcements are for everybody but candidates."""

    code = "announcement.forbidden"
    default_detail = "You are not authorized to access Announcements."


class AnnouncementKept(Conflict):
    """What is submitted or was published stays."""

    code = "announcement.not_deletable"
    default_detail = "This announcement is submitted or published, so it cannot be deleted."


class AnnouncementLocked(Conflict):
    """Only a draft, or what was returned, can be changed and submitted."""

    code = "announcement.not_editable"
    default_detail = "This announcement is submitted or decided, so it cannot be changed."


class AnnouncementNotPublished(Conflict):
    """Only a published announcement whose window is not over can be closed."""

    code = "announcement.not_published"
    default_detail = "This announcement is not published, or is closed already."


class AnnouncementFull(Conflict):
    """It has as many documents as it may have."""

    code = "announcement_attachment.limit_reached"
    default_detail = "An announcement has ten documents at most."
