"""Profiles that prevent an erasure, and the times of its repeated publication."""

from datetime import timedelta

from contracts import ProfileType
from contracts.personal_data import ErasureObstacle

OWN_OBSTACLES = {
    ProfileType.ORGANIZATION: ErasureObstacle.ORGANIZATION_PROFILE,
    ProfileType.ADMIN: ErasureObstacle.ADMIN_PROFILE,
}
REPEAT_INTERVALS = (
    timedelta(hours=1),
    timedelta(days=1),
    timedelta(days=7),
    timedelta(days=30),
)
"""Intervals after which an erasure is published again, since data may arrive late."""
