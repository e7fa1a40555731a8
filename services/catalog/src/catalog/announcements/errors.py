from kit.core.errors import Conflict, Forbidden


class AnnouncementsRefused(Forbidden):
    """Candidates cannot read announcements."""

    code = "announcement.forbidden"
    default_detail = "You are not authorized to access Announcements."


class AnnouncementKept(Conflict):
    """Submitted and published announcements cannot be deleted."""

    code = "announcement.not_deletable"
    default_detail = "You can't delete an announcement that was submitted or published."


class AnnouncementLocked(Conflict):
    """Only drafts and returned announcements can be changed and submitted."""

    code = "announcement.not_editable"
    default_detail = "You can't edit an announcement that was submitted or decided."


class AnnouncementNotPublished(Conflict):
    """Only a published announcement whose window is not over can be closed."""

    code = "announcement.not_published"
    default_detail = "This announcement isn't published, or it has already closed."


class AnnouncementFull(Conflict):
    """The announcement has the maximum number of documents."""

    code = "announcement_attachment.limit_reached"
    default_detail = "An announcement can have up to 10 documents. Remove one first."
