"""Values that cells of an import may name."""

from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from kit.database.db import AsyncSession
from kit.domain.people import HOME_REGION
from kit.spreadsheets.exports import Words
from kit.spreadsheets.sheets import fold
from sqlalchemy import select
from sqlmodel import col

from catalog.batches.models import Batch
from catalog.categories.models import Category
from catalog.categories.queries import ORDER
from catalog.imports.columns import Choice
from catalog.places.models import City, Country
from catalog.replicas.models import Trainer
from catalog.trainings.models import Training, TrainingStatus

_CITIES = 1000
"""Cities of the home country, those with batches first; elsewhere batches need the form."""


class NamedTraining(NamedTuple):
    """Training of the organization."""

    id: UUID
    title_en: str
    title_ar: str


@dataclass(frozen=True, slots=True)
class Names:
    """Categories, cities, and the organization's trainings and active trainers, by name."""

    categories: list[Choice]
    cities: list[Choice]
    trainings: list[Choice]
    """Each a `NamedTraining`, by its code, alone or before its title."""
    trainers: list[Choice]


async def get_names(session: AsyncSession, organization_id: UUID) -> Names:
    """Load the names for an organization's rows."""
    largest = (col(City.population).desc(), col(City.id))
    cities = select(City).where(col(City.active))
    has_batches = select(col(Batch.id)).where(col(Batch.city_id) == City.id).exists()
    at_home = (
        cities.join(Country, col(Country.id) == col(City.country_id))
        .where(col(Country.code) == HOME_REGION)
        .order_by(has_batches.desc(), *largest)
    )
    statements = (at_home.limit(_CITIES), cities.order_by(*largest).limit(_CITIES))
    trainers = select(Trainer).where(
        col(Trainer.organization_id) == organization_id, col(Trainer.active)
    )
    return Names(
        categories=await _categories(session),
        cities=_drop_homonyms(
            [_build_choice(row) for each in statements for row in await session.scalars(each)]
        )[:_CITIES],
        trainings=await _trainings(session, organization_id),
        trainers=[_build_choice(row) for row in await session.scalars(trainers)],
    )


async def _categories(session: AsyncSession) -> list[Choice]:
    """List main categories, each followed by its subcategories, as the form does."""
    statement = select(Category).where(col(Category.active)).order_by(*ORDER)
    rows = (await session.scalars(statement)).all()
    below = {row.id: [each for each in rows if each.parent_id == row.id] for row in rows}
    return [
        choice
        for main in rows
        if main.parent_id is None
        for choice in (_build_choice(main), *(_below(main, each) for each in below[main.id]))
    ]


def _below(main: Category, category: Category) -> Choice:
    names = Words(f"{main.name_en} › {category.name_en}", f"{main.name_ar} › {category.name_ar}")
    return Choice(category.id, names, (category.name_en, category.name_ar))


async def _trainings(session: AsyncSession, organization_id: UUID) -> list[Choice]:
    statement = select(Training).where(
        col(Training.organization_id) == organization_id,
        col(Training.status) != TrainingStatus.ARCHIVED,
    )
    return [
        Choice(
            NamedTraining(row.id, row.title_en, row.title_ar),
            Words(f"{row.code} – {row.title_en}", f"{row.code} – {row.title_ar}"),
            (row.code,),
        )
        for row in await session.scalars(statement.order_by(col(Training.code)))
    ]


def _build_choice(row: Category | City | Trainer) -> Choice:
    return Choice(row.id, Words(row.name_en, row.name_ar))


def _drop_homonyms(cities: list[Choice]) -> list[Choice]:
    """Keep the first of the cities with the same name."""
    known: set[str] = set()
    kept = []
    for choice in cities:
        names = {fold(name) for name in choice.names}
        if names.isdisjoint(known):
            known |= names
            kept.append(choice)
    return kept
