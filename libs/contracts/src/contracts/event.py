"""The base of every event and the registry of all of them."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict

EVENTS: dict[str, type["Event"]] = {}
"""Every event class by its type, which is also its routing key unless it is urgent."""
Caster = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the JSON data of one version of an event into that of a neighboring version."""
RENAMED: dict[str, type["Event"]] = {}
"""Event classes by a type that they had before: messages under way may still have it."""


class Event(BaseModel):
    """What has happened in a service, named `<service>.<noun>.<past verb or state>`.

    Fields carry the state after it, so that a consumer needs no other source.
    A change that an older consumer could not read raises `version`, with an upcaster for messages
    that wait and a downcaster for consumers that are still older.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    type: ClassVar[str]
    former_type: ClassVar[str]
    """What a renamed event was called; by this name it is read and no longer published."""
    version: ClassVar[int] = 1
    """The newest version that this release reads."""
    published_version: ClassVar[int]
    """The version that this release publishes, `version` by default. It stays the old one until
    the release that reads the new one runs everywhere (`contracts.baseline`)."""
    upcasters: ClassVar[Mapping[int, Caster]] = {}
    """By version: makes its data into that of the next version."""
    downcasters: ClassVar[Mapping[int, Caster]] = {}
    """By version: makes its data into that of the version before."""
    broadcast: ClassVar[bool] = False
    """True: every process of every service hears it, and nobody after a restart."""
    urgent: ClassVar[bool] = False
    """True: somebody waits for it. It is published and handled before what is not, of which a file
    of people makes ten thousands, and so may come before earlier events of its aggregate."""
    subject_field: ClassVar[str]
    """The field that names the aggregate; order holds within one aggregate only."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Register a class that has a type; a base without one stays out."""
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
        """Whether this one is urgent."""
        return self.urgent

    @classmethod
    def may_be_urgent(cls) -> bool:
        """Whether any of them is."""
        return cls.urgent or cls.is_urgent is not Event.is_urgent

    @property
    def subject(self) -> str:
        """The id of the aggregate that it is about."""
        value: UUID | str = getattr(self, self.subject_field)
        return str(value)

    @classmethod
    def oldest_version(cls) -> int:
        """Return the oldest version that its upcasters lead up from."""
        oldest = cls.version
        while oldest - 1 in cls.upcasters:
            oldest -= 1
        return oldest

    @classmethod
    def upcast(cls, data: dict[str, Any], version: int) -> dict[str, Any]:
        """Make data of a version that this release reads into that of the newest."""
        for each in range(version, cls.version):
            data = cls.upcasters[each](data)
        return data

    def downcast(self) -> dict[str, Any]:
        """Make its data into that of the published version."""
        data = self.model_dump(mode="json")
        for each in range(self.version, self.published_version, -1):
            data = self.downcasters[each](data)
        return data
