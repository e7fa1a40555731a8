"""What the service has of a person. Enrollments are kept for accounting: without the profile that
they name, which identity erases, they are nobody's."""

from kit.personal_data import DELETED, Personal
from sqlmodel import col

from enrollment.calendars.models import CalendarFeed
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Profile

PERSONAL = (
    Personal(
        Enrollment,
        "enrollments",
        lambda person: col(Enrollment.candidate_user_id) == person.user_id,
        erased={"reason": None},
    ),
    Personal(
        CalendarFeed,
        "calendar_feeds",
        lambda person: col(CalendarFeed.owner_id).in_(person.profile_ids),
        without=frozenset({"token_hash"}),
        erased=DELETED,
    ),
    Personal(Profile, "profiles", lambda person: col(Profile.user_id) == person.user_id),
)
