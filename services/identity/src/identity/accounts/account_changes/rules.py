"""How long a change can be reverted, and whose another admin confirms."""

from datetime import timedelta

from contracts import ProfileType

LIFETIME = timedelta(days=7)
PROTECTED = (ProfileType.ORGANIZATION, ProfileType.ADMIN)
KEPT = timedelta(days=30)
