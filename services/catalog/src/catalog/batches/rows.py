"""What the columns of the public catalogue are made of, the statements that read it, and which
figures of `kit.cache` change with it."""

from collections.abc import Hashable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from contracts.catalog import BatchStatus
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Double,
    Integer,
    SQLColumnExpression,
    Text,
    Uuid,
    bindparam,
    cast,
    func,
    or_,
    select,
    text,
)
from sqlmodel import col

from catalog.batches.availability import CLOSES_AT, SEATS_LEFT
from catalog.batches.models import Batch
from catalog.replicas.models import Organization
from catalog.trainings.models import Training
from catalog.trainings.queries import BY_TITLE_AR, BY_TITLE_EN, IS_PUBLIC

ALL = object()
"""In place of figures that have changed: something else has."""
BY_SEATS = "seats_left"
"""The one order that seats are a part of, and the figure of whatever is in this order."""
WITH_SEATS = "with_seats"
"""The figure of whatever asks which batches have seats."""
SEATS = {"seats_left": "q", "seats_taken": "i", "waiting": "i"}
"""How full batches are, and how it is kept."""


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


def figures_changed(before: BatchRow, after: BatchRow) -> set[Hashable]:
    """The figures that are others besides the batch's own, or `ALL`."""
    if before._replace(**{name: getattr(after, name) for name in (*SEATS, "changed_in")}) != after:
        return {ALL}
    if before.seats_left == after.seats_left:
        return set()
    found: set[Hashable] = {after.training_id, BY_SEATS}
    if (before.seats_left > 0) != (after.seats_left > 0):
        found.add(WITH_SEATS)
    return found


CHANGES = text("""
WITH seen AS (
  SELECT CAST(CAST(pg_snapshot_xmin(snapshot) AS text) AS bigint) AS since,
    CAST(CAST(pg_snapshot_xmax(snapshot) AS text) AS bigint) AS until
  FROM pg_current_snapshot() AS snapshot
),
written AS (
  SELECT id, changed_in FROM batches, seen
  WHERE changed_in >= :since AND changed_in < until LIMIT :most
)
SELECT since, CAST(extract(epoch FROM now()) AS float) AS now,
  EXISTS (
    SELECT FROM trainings WHERE changed_in >= :since AND changed_in < until
    UNION ALL SELECT FROM organizations WHERE changed_in >= :since AND changed_in < until
  ) AS trainings,
  ARRAY(SELECT id FROM written) AS ids, ARRAY(SELECT changed_in FROM written) AS changed_in
FROM seen
""")
"""What was written since, and by whom the next to ask has to look. What a server has written that
this one was restored from bears any number, and is left out unless this one has come to it."""


def _seconds(moment: SQLColumnExpression[datetime]) -> ColumnElement[float]:
    # `extract` counts in decimal numbers, which takes several times as long.
    return func.date_part("epoch", moment, type_=Double)


TRAININGS = (
    select(
        col(Training.id),
        col(Training.category_id),
        col(Training.organization_id),
        cast(col(Training.level), Text),
        col(Training.standard_code),
        _seconds(col(Training.updated_at)),
        col(Training.title_en),
        col(Training.title_ar),
        func.greatest(col(Training.changed_in), col(Organization.changed_in)),
        func.rank().over(order_by=BY_TITLE_EN),
        func.rank().over(order_by=BY_TITLE_AR),
    )
    .join(Organization, col(Organization.id) == col(Training.organization_id))
    .where(IS_PUBLIC)
)
_BATCHES = select(
    col(Batch.id),
    col(Batch.training_id),
    col(Batch.city_id),
    cast(col(Batch.mode), Text),
    cast(col(Batch.language), Text),
    func.to_char(func.timezone("Asia/Riyadh", col(Batch.starts_at)), "YYYY-MM"),
    col(Batch.currency),
    _seconds(col(Batch.starts_at)),
    _seconds(col(Batch.ends_at)),
    _seconds(col(Batch.enrollment_opens_at)),
    _seconds(CLOSES_AT),
    _seconds(col(Batch.updated_at)),
    col(Batch.price_minor),
    SEATS_LEFT,
    col(Batch.seats_taken),
    col(Batch.waiting),
    col(Batch.version),
    col(Batch.changed_in),
).where(col(Batch.status) == BatchStatus.PUBLISHED)
SOME = (
    _BATCHES.where(col(Batch.id) > bindparam("after"))
    .order_by(col(Batch.id))
    .limit(bindparam("most", type_=Integer))
)
CHANGED = _BATCHES.where(
    or_(
        col(Batch.id) == func.any(bindparam("ids", type_=ARRAY(Uuid))),
        col(Batch.training_id) == func.any(bindparam("training_ids", type_=ARRAY(Uuid))),
    )
)
"""The published ones of these batches, and of these trainings."""
VALUES = 7
"""How many of these columns are no numbers."""
