"""What the API says about preferences."""

from datetime import time

from kit.domain.fields import InputModel
from pydantic import BaseModel, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from notifications.deliveries.models import Channel
from notifications.texts.models import Subject


class Muted(InputModel):
    """A subject that a person does not hear of by a channel."""

    subject: Subject
    channel: Channel


class PreferencesUpdate(InputModel):
    """What a person hears of, and by what. In the app everything is listed."""

    muted: list[Muted]
    quiet_from: time | None
    """In Riyadh: until `quiet_until`, on the next day where that is earlier, nothing is sent but
    what concerns security. It is sent after that."""
    quiet_until: time | None

    @field_validator("quiet_until")
    @classmethod
    def need_both_ends(cls, value: time | None, info: ValidationInfo) -> time | None:
        """Quiet hours have two ends, which differ."""
        if "quiet_from" in info.data:
            begin = info.data["quiet_from"]
            if (begin is None) != (value is None) or (value is not None and begin == value):
                raise PydanticCustomError(
                    "quiet_hours.invalid", "Give both ends of the quiet hours, which differ."
                )
        return value


class PreferencesRead(PreferencesUpdate):
    """What a person has chosen, and between what."""

    subjects: list[Subject]
    """What the person can hear of, in the profile that they act through."""
    always: list[Subject]
    """Of those, what cannot be turned off."""
    channels: list[Channel]
    """By what the platform reaches people, besides the app."""


class OptOut(BaseModel):
    """Of what mails have ended."""

    subject: Subject
