"""What the columns of the public catalogue are made of."""

from typing import NamedTuple
from uuid import UUID


class TrainingRow(NamedTuple):
    """A public training, and the places of its titles in their orders among all: those that are
    the same have the same."""

    id: UUID
    category_id: UUID
    organization_id: UUID
    level: str
    standard_code: str
    updated_at: float
    title_en: str
    title_ar: str
    changed_in: int
    """The transaction that wrote it or its organization last."""
    by_title_en: int
    by_title_ar: int


class BatchRow(NamedTuple):
    """A published batch."""

    id: UUID
    training_id: UUID
    city_id: UUID | None
    mode: str
    language: str
    month: str
    currency: str
    starts_at: float
    ends_at: float
    opens_at: float
    closes_at: float
    """When nobody enrolls any more."""
    updated_at: float
    price: int
    seats_left: int
    seats_taken: int
    waiting: int
    version: int
    """Of what is described of it: its seats change without another one."""
    changed_in: int
    """The transaction that wrote it last."""


class Seats(NamedTuple):
    """How full a batch is, and the version of what is described of it."""

    version: int
    taken: int
    left: int
    waiting: int
