from io import BytesIO
from typing import Any

import httpx
import pytest
from contracts.catalog import BatchUpdated
from enrollment.results import service as storing
from kit.testing import ServiceUnderTest
from openpyxl import load_workbook

from services.enrollment.tests.attendance.test_routes import TRAINER
from services.enrollment.tests.factories import (
    batch_updated,
    execute,
    organization_of,
    profile_updated,
)
from services.enrollment.tests.results.test_routes import add, batch_of, finish, score


async def named(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> tuple[BatchUpdated, dict[str, Any], list[dict[str, Any]]]:
    """Return a batch with an exam of 50 points, and Huda and Sara in it."""
    batch, persons, enrollments = await batch_of(service, client)
    for person, name in zip(persons, ("Huda", "Sara"), strict=True):
        given = {"name_en": name, "username": name.lower(), "email": f"{name}@example.com"}
        await service.deliver(profile_updated(person, **given))
    return batch, (await add(client, batch)).json(), enrollments


async def upload(
    client: httpx.AsyncClient,
    batch: BatchUpdated,
    *lines: str,
    verb: str = "import",
    headings: str = "Username,Name,1. Exam (50)",
) -> httpx.Response:
    content = "\n".join([headings, *lines]).encode()
    return await client.post(
        f"results/batches/{batch.batch_id}/scores/{verb}",
        files={"file": ("scores.csv", content, "text/csv")},
        headers=TRAINER.headers,
    )


async def stored(service: ServiceUnderTest) -> list[float]:
    rows = await execute(service, "SELECT points FROM scores ORDER BY points")
    return [float(row.points) for row in rows]


async def test_the_template_has_the_people_and_comes_back_as_it_is(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, exam, (huda, _) = await named(service, client)
    await score(client, batch, (exam, huda, 40.5))
    path = f"results/batches/{batch.batch_id}/scores"
    answer = await client.get(f"{path}/template?language=ar", headers=TRAINER.headers)
    page = load_workbook(BytesIO(answer.content)).worksheets[0]
    rows = [[cell.value for cell in row] for row in page.iter_rows(min_row=2, max_col=3)]
    assert [(row[0], row[2] or "") for row in rows[:2]] == [("huda", "40.5"), ("sara", "")]
    again = await client.post(
        f"{path}/check", files={"file": ("scores.xlsx", answer.content)}, headers=TRAINER.headers
    )
    assert (again.json()["changed"], again.json()["invalid"]) == (0, 0)
    stranger = organization_of(batch_updated())
    refused = await client.get(f"{path}/template", headers=stranger.headers)
    assert refused.status_code == 404


async def test_every_row_is_checked_and_nothing_stored_while_one_is_wrong(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, *_ = await named(service, client)
    lines = ("huda,,٤٠٫٥", "Sara,,50.01", "omar,,1", "huda,,2", "sara,,nan", 'sara,,"1,000"')
    found = (await upload(client, batch, *lines, verb="check")).json()
    assert [(row["line"], [each["code"] for each in row["problems"]]) for row in found["rows"]] == [
        (2, []),
        (3, ["score.above_maximum"]),
        (4, ["person.not_in_batch"]),
        (5, ["person.duplicate"]),
        (6, ["person.duplicate", "score.invalid"]),
        (7, ["person.duplicate", "score.invalid"]),
    ]
    assert found["rows"][0]["scores"][0]["points"] == 40.5
    refused = await upload(client, batch, *lines)
    assert (refused.status_code, refused.json()["code"]) == (409, "import.rows_invalid")
    assert await stored(service) == []


async def test_a_file_that_is_right_is_stored_and_empty_cells_change_nothing(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, exam, (_, sara) = await named(service, client)
    await score(client, batch, (exam, sara, 7))
    answer = await upload(client, batch, "HU\u2060DA\u200f,,\u06f30", "sara,,")
    assert answer.status_code == 200, answer.text
    assert await stored(service) == [7, 30]
    await finish(client, batch, accept_missing=True)
    late = await upload(client, batch, "huda,,31")
    assert (late.status_code, late.json()["code"]) == (409, "batch.finished")
    assert await stored(service) == [7, 30]


@pytest.mark.parametrize("headings", ["Username,Name,2. Exam (50)", "Name,1. Exam (50)"])
async def test_a_file_of_another_batch_is_refused_as_a_whole(
    service: ServiceUnderTest, client: httpx.AsyncClient, headings: str
) -> None:
    batch, *_ = await named(service, client)
    refused = await upload(client, batch, "huda,1,1", headings=headings)
    assert (refused.status_code, refused.json()["fields"][0]["code"]) == (
        422,
        "import.columns_unknown",
    )


async def test_a_large_file_is_stored_in_portions(
    service: ServiceUnderTest, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "SCORES_PER_STATEMENT", 1)
    batch, *_ = await named(service, client)
    answer = await upload(client, batch, "huda,,30", "sara,,20")
    assert answer.status_code == 200, answer.text
    assert await stored(service) == [20, 30]
