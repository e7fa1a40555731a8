"""Conditions of the catalogue's SQL: constant fragments, with every value bound by its name."""

from dataclasses import dataclass, field
from typing import Any

from kit.days import RIYADH

from catalog.answers.queries import SEATS_LEFT
from catalog.batches.lists import (
    BatchQuery,
    CatalogueQuery,
    ManagedBatchQuery,
    ManagedTrainingQuery,
)
from catalog.search import words_of

PUBLIC_TRAINING = "t.status = 'published' AND o.status = 'approved'"
PUBLIC_BATCH = f"b.status = 'published' AND {PUBLIC_TRAINING}"
ENROLLABLE = "b.status = 'published' AND least(b.enrollment_closes_at, b.starts_at) > now()"
"""A batch that one can enroll in now or later, or could if it were not full. Nobody enrolls once
it has started, however late enrollment closes."""

_PHASES = {
    "upcoming": "b.starts_at > now()",
    "running": "b.starts_at <= now() AND b.ends_at > now()",
    "ended": "b.ends_at <= now()",
}


@dataclass(slots=True)
class Conditions:
    """SQL conditions that must all hold, and the values that they name."""

    sql: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)

    def add(self, condition: str, **values: Any) -> None:
        """One more condition; its values are named in it as `:name`."""
        self.sql.append(condition)
        self.values.update(values)

    def __str__(self) -> str:
        return " AND ".join(self.sql) or "true"


def training_conditions(query: CatalogueQuery, *, cities: bool) -> Conditions:
    """What the query asks of a training. `cities`: a word may also be a batch's city."""
    found = Conditions()
    for number, word in enumerate(words_of(query.search)):
        found.add(_word(f"word{number}", cities=cities), **{f"word{number}": word})
    if query.category_id:
        found.add(
            "t.category_id IN (SELECT id FROM categories"
            " WHERE id = :category_id OR parent_id = :category_id)",
            category_id=query.category_id,
        )
    if query.organization_id:
        found.add("t.organization_id = :organization_id", organization_id=query.organization_id)
    if query.level:
        found.add("t.level = ANY(CAST(:level AS text[]))", level=_texts(query.level))
    if isinstance(query, ManagedTrainingQuery) and query.status:
        found.add("t.status = :status", status=query.status.value)
    return found


def batch_conditions(query: CatalogueQuery) -> Conditions:
    """What the query asks of a batch beyond its training."""
    found = Conditions()
    if query.city_id:
        found.add("b.city_id = :city_id", city_id=query.city_id)
    if query.state_id:
        found.add(
            "b.city_id IN (SELECT id FROM cities WHERE state_id = :state_id)",
            state_id=query.state_id,
        )
    if query.starts_from:
        found.add(
            "b.starts_at >= CAST(:starts_from AS date)::timestamp AT TIME ZONE :zone",
            starts_from=query.starts_from,
            zone=RIYADH.key,
        )
    if query.starts_to:
        found.add(
            "b.starts_at < (CAST(:starts_to AS date) + 1)::timestamp AT TIME ZONE :zone",
            starts_to=query.starts_to,
            zone=RIYADH.key,
        )
    _add_price(found, query)
    if query.mode:
        found.add("b.mode = ANY(CAST(:mode AS text[]))", mode=_texts(query.mode))
    if query.language:
        found.add("b.language = ANY(CAST(:language AS text[]))", language=_texts(query.language))
    if query.seats_left:
        found.add(f"{ENROLLABLE} AND b.enrollment_opens_at <= now() AND {SEATS_LEFT} > 0")
    if isinstance(query, BatchQuery):
        _add_batch(found, query)
    return found


def _add_price(found: Conditions, query: CatalogueQuery) -> None:
    if query.price_min is not None:
        found.add("b.price_minor >= :price_min", price_min=query.price_min)
    if query.price_max is not None:
        found.add("b.price_minor <= :price_max", price_max=query.price_max)
    if query.free is not None:
        found.add("b.price_minor = 0" if query.free else "b.price_minor > 0")


def _add_batch(found: Conditions, query: BatchQuery) -> None:
    if query.training_id:
        found.add("b.training_id = :training_id", training_id=query.training_id)
    if query.phase:
        found.add(_PHASES[query.phase])
    if isinstance(query, ManagedBatchQuery) and query.status:
        found.add("b.status = :status", status=query.status.value)


def _word(name: str, *, cities: bool) -> str:
    """A word found in the training, its organization, its category or the batch's city.

    Each side is a subquery of its own, so that its trigram index serves it.
    """
    like = f"search LIKE search_pattern(:{name})"
    sides = [
        f"t.id IN (SELECT id FROM trainings WHERE {like})",  # noqa: S608 - constants
        f"t.organization_id IN (SELECT id FROM organizations WHERE {like})",  # noqa: S608
        f"t.category_id IN (SELECT id FROM categories WHERE {like})",  # noqa: S608
        "t.category_id IN (SELECT sub.id FROM categories sub JOIN categories main"  # noqa: S608
        f" ON main.id = sub.parent_id WHERE main.{like})",
    ]
    if cities:
        sides.append(f"b.city_id IN (SELECT id FROM cities WHERE {like})")  # noqa: S608
    return f"({' OR '.join(sides)})"


def _texts(values: list[Any]) -> list[str]:
    return [str(value) for value in values]
