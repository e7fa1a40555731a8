"""The demo's batches: where, when and for how much, relative to the day of loading.

Each training has a past batch (`-1`), one that runs or starts soon (`-2`) and an open one (`-3`).
Every other training also has a later one (`-4`). Every service knows a batch's ID as
`demo_id("batch", "<training code>-<number>")`; three further ones have names of their own. Two are
over without attendance or results: browser tests complete one in each language.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from contracts.catalog import BatchStatus
from kit.domain.demo import demo_id

from catalog.batches.models import BatchMode
from catalog.demo import trainings_gla, trainings_nti, trainings_rsp
from catalog.demo.organizations import PROVIDERS, TRAINER, Provider
from catalog.demo.training import ADVANCED, DemoTraining
from catalog.reference.adapters.places import place_id
from catalog.trainings.models import BatchLanguage

TRAININGS: tuple[tuple[Provider, DemoTraining], ...] = tuple(
    (provider, training)
    for provider, file in zip(PROVIDERS, (trainings_gla, trainings_rsp, trainings_nti), strict=True)
    for training in file.TRAININGS
)

WEEKEND = frozenset({4, 5})
"""Friday and Saturday, in the numbers of `date.weekday()`."""
MORNING, EVENING = time(6, tzinfo=UTC), time(14, tzinfo=UTC)
"""9:00 and 17:00 in Riyadh."""
MAX_SESSIONS = 12
CAPACITIES = (16, 20, 12, 8, 24, 4, 18, 6)
LANGUAGES = (BatchLanguage.ARABIC, BatchLanguage.BILINGUAL, BatchLanguage.ENGLISH)


class Plan(NamedTuple):
    """Batch before its dates are calculated."""

    key: str
    number: int
    starts_in: int
    """Days from today; negative is past."""
    opens_in: int
    price: int
    """Whole riyals."""
    capacity: int
    mode: BatchMode = BatchMode.IN_PERSON
    requires_acceptance: bool = False
    status: BatchStatus = BatchStatus.PUBLISHED


def plan_batches(today: datetime) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Yield every batch with its sessions, as the columns of their tables."""
    for index, (provider, training) in enumerate(TRAININGS):
        for plan in _plans(index, training):
            yield _batch(today, index, provider, training, plan)


def _plans(index: int, training: DemoTraining) -> Iterator[Plan]:
    soon = (-2, 6, 13)[index % 3]
    for number, (starts_in, opens_in) in enumerate(
        ((-75 + index * 2, -120), (soon, -40), (22 + index, -10), (80 + index, 30)), start=1
    ):
        if number == 4 and index % 2:
            continue
        yield Plan(
            key=f"{training.code}-{number}",
            number=number,
            starts_in=starts_in,
            opens_in=opens_in,
            price=_price(training.price, number),
            capacity=CAPACITIES[(index * 3 + number) % len(CAPACITIES)],
            mode=_mode(training, index, number),
            requires_acceptance=training.level is ADVANCED or (index + number) % 4 == 0,
            status=_status(index, number),
        )
    match training.code:
        case "WHS-101":
            yield Plan("journey", 5, 21, -7, 1250, 12, requires_acceptance=True)
        case "SAF-101":
            yield Plan("lastseat", 5, 16, -7, 450, 1)
        case "DEF-105":
            yield Plan("free", 5, 10, -7, 0, 30)
        case "LMD-120":
            yield Plan("LMD-120-6", 6, -6, -40, 0, 20)
            yield Plan("LMD-120-7", 7, -6, -40, 0, 20)


def _price(usual: int, number: int) -> int:
    """Reduce the price of distant batches by a tenth, in steps of ten riyals."""
    return usual if number < 4 else usual * 9 // 100 * 10


def _mode(training: DemoTraining, index: int, number: int) -> BatchMode:
    if number == 3 and index % 4 == 1 and not training.is_practical:
        return BatchMode.ONLINE
    return BatchMode.HYBRID if (index + number) % 7 == 3 else BatchMode.IN_PERSON


def _status(index: int, number: int) -> BatchStatus:
    if number == 4 and index % 6 == 0:
        return BatchStatus.DRAFT
    return BatchStatus.CANCELLED if number == 3 and index in {4, 15} else BatchStatus.PUBLISHED


def _batch(
    today: datetime, index: int, provider: Provider, training: DemoTraining, plan: Plan
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    batch_id = demo_id("batch", plan.key)
    online = plan.mode is BatchMode.ONLINE
    # Batches with names of their own take place at the organization's main venue.
    venue = provider.venues[0 if plan.number == 5 else (index + plan.number) % len(provider.venues)]
    trainer_en, trainer_ar = provider.trainers[(index + plan.number) % len(provider.trainers)]
    sessions = list(_sessions(batch_id, today, training.hours, plan, evening=online))
    starts_at, ends_at = sessions[0]["starts_at"], sessions[-1]["ends_at"]
    columns = {
        "id": batch_id,
        "training_id": demo_id("training", training.code),
        "organization_id": demo_id("organization", provider.key),
        "code": f"{training.code}-{plan.number}",
        "mode": plan.mode,
        "language": LANGUAGES[(index + plan.number + 2) % len(LANGUAGES)],
        "city_id": None if online else place_id("city", venue.city),
        "venue_en": "Live online classroom" if online else venue.venue_en,
        "venue_ar": "قاعة افتراضية مباشرة" if online else venue.venue_ar,
        "trainer_id": _get_account(trainer_en),
        "trainer_en": trainer_en,
        "trainer_ar": trainer_ar,
        "starts_at": starts_at,
        "ends_at": ends_at,
        "enrollment_opens_at": today + timedelta(days=plan.opens_in),
        "enrollment_closes_at": starts_at - timedelta(days=1),
        "price_minor": plan.price * 100,
        "currency": "SAR",
        "capacity": plan.capacity,
        "requires_acceptance": plan.requires_acceptance,
        "payment_window_minutes": 48 * 60,
        "status": plan.status,
    }
    return columns, sessions


def _get_account(trainer_en: str) -> UUID | None:
    """Return the ID of the trainer's account; only one demo trainer has one."""
    return demo_id("profile", TRAINER.username) if trainer_en == TRAINER.name_en else None


def _sessions(
    batch_id: UUID, today: datetime, hours: int, plan: Plan, *, evening: bool
) -> Iterator[dict[str, Any]]:
    """Yield one session per working day, of equal length."""
    count = min(-(-hours // (4 if evening else 8)), MAX_SESSIONS)
    # Rounded to half hours.
    length = timedelta(minutes=min(-(-hours * 2 // count) * 30, 8 * 60))
    day = (today + timedelta(days=plan.starts_in)).date()
    # Running batches start before a weekend: the next working day may be in the future.
    while plan.starts_in < 0 and day.weekday() in WEEKEND:
        day -= timedelta(days=1)
    for number in range(1, count + 1):
        while day.weekday() in WEEKEND:
            day += timedelta(days=1)
        starts_at = datetime.combine(day, EVENING if evening else MORNING)
        yield {
            "id": demo_id("session", f"{plan.key}-{number}"),
            "batch_id": batch_id,
            "title_en": f"Day {number}",
            "title_ar": f"اليوم {number}",
            "starts_at": starts_at,
            "ends_at": starts_at + length,
        }
        day += timedelta(days=1)
