"""Base class and registry of events."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict

EVENTS: dict[str, type["Event"]] = {}
"""Event classes by type, which is also the routing key of events that are not urgent."""
Caster = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts an event's JSON data to the next or previous version."""
RENAMED: dict[str, type["Event"]] = {}
"""Event classes by former type, which queued messages may still have."""


class Event(BaseModel):
    """A fact about a service, named `<service>.<noun>.<past verb or state>`.

    Fields carry the state after it, so that consumers need no other source. A change that older
    consumers cannot read raises `version`, with an upcaster for queued messages and a downcaster
    for older consumers.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    type: ClassVar[str]
    former_type: ClassVar[str]
    """Former type of a renamed event, still read but no longer published."""
    version: ClassVar[int] = 1
    """Newest version that this release reads."""
    published_version: ClassVar[int]
    """Version that this release publishes, `version` by default. It stays old until all replicas
    read the new one (`contracts.baseline`).
    """
    upcasters: ClassVar[Mapping[int, Caster]] = {}
    """By version: convert its data to the next version."""
    downcasters: ClassVar[Mapping[int, Caster]] = {}
    """By version: convert its data to the previous version."""
    broadcast: ClassVar[bool] = False
    """True if every running process receives it; it is not redelivered after a restart."""
    urgent: ClassVar[bool] = False
    """True if a user waits for it. It overtakes others, even earlier events of its aggregate, since
    files of people produce thousands.
    """
    subject_field: ClassVar[str]
    """Field that identifies the aggregate; order holds within one aggregate only."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Register classes with a type; bases without one are skipped."""
        super().__pydantic_init_subclass__(**kwargs)
        if "type" not in cls.__dict__:
            return
        if cls.type in EVENTS and EVENTS[cls.type].__qualname__ != cls.__qualname__:
            raise TypeError(f"two events are called {cls.type}")
        EVENTS[cls.type] = cls
        if "published_version" not in cls.__dict__:
            cls.published_version = cls.version
        if "former_type" in cls.__dict__:
            RENAMED[cls.former_type] = cls

    @property
    def is_urgent(self) -> bool:
        """Tell if this event is urgent."""
        return self.urgent

    @classmethod
    def may_be_urgent(cls) -> bool:
        """Tell if events of this class can be urgent."""
        return cls.urgent or cls.is_urgent is not Event.is_urgent

    @property
    def subject(self) -> str:
        """Return the ID of the aggregate."""
        value: UUID | str = getattr(self, self.subject_field)
        return str(value)

    @classmethod
    def oldest_version(cls) -> int:
        """Return the oldest version that the upcasters accept."""
        oldest = cls.version
        while oldest - 1 in cls.upcasters:
            oldest -= 1
        return oldest

    @classmethod
    def upcast(cls, data: dict[str, Any], version: int) -> dict[str, Any]:
        """Convert data of a readable version to the newest version."""
        for each in range(version, cls.version):
            data = cls.upcasters[each](data)
        return data

    def downcast(self) -> dict[str, Any]:
        """Convert the event's data to the published version."""
        data = self.model_dump(mode="json")
        for each in range(self.version, self.published_version, -1):
            data = self.downcasters[each](data)
        return data
