from datetime import time

from kit.domain.fields import InputModel
from pydantic import BaseModel, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from notifications.deliveries.models import Channel
from notifications.texts.models import Subject


class Muted(InputModel):
    """Subject that a user does not receive by a channel."""

    subject: Subject
    channel: Channel


class PreferencesUpdate(InputModel):
    """Muted subjects and quiet hours. The app always lists everything."""

    muted: list[Muted]
    quiet_from: time | None
    """In Riyadh. From then until `quiet_until`, on the next day if that is earlier, everything but
    security messages is postponed."""
    quiet_until: time | None

    @field_validator("quiet_until")
    @classmethod
    def check_quiet_hours(cls, value: time | None, info: ValidationInfo) -> time | None:
        """Require both ends of the quiet hours, which must differ."""
        if "quiet_from" in info.data:
            begin = info.data["quiet_from"]
            if (begin is None) != (value is None) or (value is not None and begin == value):
                raise PydanticCustomError(
                    "quiet_hours.invalid",
                    "Enter different start and end times for the quiet hours.",
                )
        return value


class PreferencesRead(PreferencesUpdate):
    """The user's preferences and available choices."""

    subjects: list[Subject]
    """Subjects that the user's current profile can receive."""
    always: list[Subject]
    """Subjects among them that cannot be muted."""
    channels: list[Channel]
    """Available channels besides the app."""


class OptOut(BaseModel):
    """Subject whose mails were unsubscribed."""

    subject: Subject
