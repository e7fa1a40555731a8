from typing import Any

import httpx
from contracts.catalog import BatchUpdated
from kit.testing import Actor, ServiceUnderTest

from services.enrollment.tests.factories import (
    execute,
    organization_of,
    organization_updated,
    profile_updated,
)
from services.enrollment.tests.results.test_routes import attend, batch_of, finish

NAMES = ("Huda Al-Qahtani", "Omar Al-Harbi", "Sara Al-Dosari", "Yusuf Al-Amri")


async def finished(
    service: ServiceUnderTest, client: httpx.AsyncClient, *, people: int = 2, **rules: Any
) -> tuple[BatchUpdated, list[Actor], list[dict[str, Any]]]:
    """Return a finished batch: the first person was absent, the others passed."""
    rules = {"min_attendance_percent": 75, **rules}
    batch, persons, enrollments = await batch_of(service, client, people=people, **rules)
    await service.deliver(organization_updated(batch))
    for number, person in enumerate(persons):
        name = NAMES[number % len(NAMES)]
        await service.deliver(
            profile_updated(person, name_en=name, username=f"person{number}"), sequence=1
        )
    marks = ["absent"] + ["present"] * (people - 1)
    await attend(client, batch, *zip(enrollments, marks, strict=True))
    assert (await finish(client, batch)).status_code == 200
    return batch, persons, enrollments


async def issue(
    client: httpx.AsyncClient, batch: BatchUpdated, *enrollments: Any, who: Actor | None = None
) -> dict[str, Any]:
    """Issue certificates and return the report."""
    body: dict[str, Any] = {"batch_id": str(batch.batch_id)}
    if enrollments:
        body["enrollment_ids"] = [each["id"] for each in enrollments]
    headers = (who or organization_of(batch)).headers
    answer = await client.post("certificates", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    report: dict[str, Any] = answer.json()
    return report


async def expire(service: ServiceUnderTest, certificate: dict[str, Any], *, days: int) -> None:
    """Set a certificate's expiry to `days` from now; negative is in the past."""
    await execute(
        service,
        "UPDATE certificates SET expires_on = "
        "CAST(now() AT TIME ZONE 'Asia/Riyadh' AS date) + CAST(:days AS int) WHERE id = :id",
        days=days,
        id=certificate["id"],
    )
