"""What the service has of a person. Enrollments are kept for accounting: without the profile that
they name, which identity erases, they are nobody's."""

from kit.personal_data import Personal
from sqlmodel import col

from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Profile

PERSONAL = (
    Personal(
        Enrollment,
        "enrollments",
        lambda person: col(Enrollment.candidate_user_id) == person.user_id,
        erased={"reason": None},
    ),
    Personal(Profile, "profiles", lambda person: col(Profile.user_id) == person.user_id),
)
