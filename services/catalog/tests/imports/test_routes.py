"""Imports of trainings and batches: template, problems per row, and atomicity."""

import asyncio
import csv
from io import BytesIO, StringIO
from typing import Any
from uuid import UUID

import httpx
from catalog.batches.models import Batch, BatchSession
from catalog.trainings.models import Training
from kit.database.db import AsyncSession
from kit.domain.timezone import RIYADH
from kit.testing import Actor
from openpyxl import load_workbook
from sqlalchemy import func, select
from sqlmodel import col

from services.catalog.tests.factories import (
    make_batch,
    make_category,
    make_city,
    make_country,
    make_organization,
    make_training,
)

TRAINING = {
    "Code": "FLT-1",
    "Title in English": "Forklift operation",
    "العنوان بالعربية": "تشغيل الرافعة الشوكية",
    "Category": "",
    "Level": "تأسيسي",
    "Hours": "٢٤",
    "Usual price of a seat (SAR)": "1,250.50",
    "Outcomes in English, one a line": "Inspect\nStack",
    "Outcomes in Arabic, one a line": "فحص\nرص",
}
BATCH = {
    "Training": "WHS-101",
    "Batch code": "WHS-101-1",
    "Mode": "حضوري",
    "Language": "Arabic",
    "City": "Jeddah",
    "Days of the week": "Sunday، Tue",
    "First day": "6/1/2030",
    "Number of sessions": "3",
    "From": "9:00",
    "To": "13",
    "Session in English": "Day",
    "Session in Arabic": "اليوم",
    "Enrollment opens": "2029-12-01 08:00",
    "Enrollment closes": "2030-01-05",
    "Price (SAR)": "0",
    "Seats": "12",
    "Waiting list": "لا",
}


def sheet(*rows: dict[str, str]) -> dict[str, Any]:
    """Build an uploaded CSV file of these rows."""
    target = StringIO()
    writer = csv.DictWriter(target, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return {"file": ("list.csv", target.getvalue().encode(), "text/csv")}


def problems_of(row: dict[str, Any]) -> set[tuple[str, str]]:
    return {(problem["field"], problem["code"]) for problem in row["problems"]}


async def count(session: AsyncSession, kind: Any) -> int:
    return await session.scalar(select(func.count()).select_from(kind)) or 0


class TestTrainings:
    async def test_all_problems_of_all_rows_at_once_then_all_or_the_good_ones_once(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        staff: Actor,
        organization_id: UUID,
    ) -> None:
        await make_organization(session, organization_id)
        category = await make_category(session)
        good = TRAINING | {"Category": category.name_ar}
        again = good | {"Code": "flt-1", "Hours": "many", "Level": "Expert"}
        twice = good | {"Title in English": "The same code"}
        files = sheet(good, again, twice)
        path = "trainings/imports"
        answer = await client.post(f"{path}/check", files=files, headers=owner.headers)
        assert answer.status_code == 200, answer.text
        first, second, third = answer.json()["rows"]
        assert (first["number"], first["code"], first["problems"]) == (2, "FLT-1", [])
        assert problems_of(second) == {
            ("duration_hours", "field.int_parsing"),
            ("level", "import.unknown_value"),
        }
        assert problems_of(third) == {("code", "field.taken")}
        labels = {column["name"]: column["ar"] for column in answer.json()["columns"]}
        assert labels["duration_hours"] == "عدد الساعات"
        assert await count(session, Training) == 0

        answer = await client.post(path, files=files, headers=owner.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "import.rows_invalid")
        # Of two concurrent requests, one creates it.
        body: dict[str, Any] = {
            "files": files,
            "data": {"leave_out": "true"},
            "headers": owner.headers,
        }
        answers = await asyncio.gather(*(client.post(path, **body) for _ in range(2)))
        made = [each.json().get("created", 0) for each in answers]
        assert sorted(made) == [0, 1], [each.text for each in answers]
        answer = await client.post(path, **body)
        assert answer.json() == {"created": 0, "left_out": 3}
        (training,) = await session.scalars(select(Training))
        assert (training.status, training.duration_hours) == ("draft", 24)
        assert (training.default_price_minor, training.objectives_ar) == (125_050, ["فحص", "رص"])

        answer = await client.post(path, files=sheet({"Code": "A"}), headers=owner.headers)
        assert answer.json()["fields"][0]["code"] == "import.columns_missing"
        assert (await client.post(path, files=files, headers=staff.headers)).status_code == 403
        assert (await client.post(path, files=files)).status_code == 401


class TestBatches:
    async def test_rows_are_batches_by_a_rule_and_pass_the_forms_rules(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        stranger: Actor,
        organization_id: UUID,
    ) -> None:
        await make_training(session, organization_id, code="WHS-101")
        await make_city(session, await make_country(session))
        late = BATCH | {"Batch code": "WHS-101-2", "Enrollment closes": "2030-02-01"}
        wrong = {"Seats": "0", "Days of the week": "Someday", "Online link": "http://meet.example"}
        link = {"Online link": "https://meet.example/abc"}
        files = sheet(BATCH | link, late | link, late | wrong)
        answer = await client.post("batches/imports/check", files=files, headers=owner.headers)
        assert answer.status_code == 200, answer.text
        first, second, third = answer.json()["rows"]
        assert (first["problems"], first["sessions"]) == ([], 3)
        assert first["starts_at"] == "2030-01-06T06:00:00Z"
        assert problems_of(second) == {("closes", "batch.enrollment_closes_after_start")}
        expected = {
            ("weekdays", "import.unknown_value"),
            ("capacity", "field.greater_than_equal"),
            ("online_url", "field.string_pattern_mismatch"),
        }
        assert problems_of(third) == expected
        many = {"Price from 10 people (SAR)": "900", "السعر من 50 شخصًا (ر.س)": "800.50"}
        priced = BATCH | {"Price (SAR)": "1000"} | many
        higher = priced | {"Price (SAR)": "850"}
        answer = await client.post(
            "batches/imports/check", files=sheet(higher), headers=owner.headers
        )
        (row,) = answer.json()["rows"]
        assert problems_of(row) == {("price_10", "volume_price.higher")}
        files = sheet(priced | link)
        answer = await client.post("batches/imports", files=files, headers=owner.headers)
        assert (answer.status_code, answer.json()) == (201, {"created": 1, "left_out": 0})
        (batch,) = await session.scalars(select(Batch))
        assert (batch.price_10_minor, batch.price_50_minor) == (90_000, 80_050)
        assert (batch.status, batch.waiting_list, batch.city_id is None) == ("draft", False, False)
        links = list(await session.scalars(select(col(BatchSession.online_url))))
        assert links == ["https://meet.example/abc"] * 3
        # Another organization's training is unknown.
        assert stranger.profile and stranger.profile.organization_id
        await make_organization(session, stranger.profile.organization_id)
        answer = await client.post("batches/imports/check", files=files, headers=stranger.headers)
        assert ("training", "import.unknown_value") in problems_of(answer.json()["rows"][0])

    async def test_rows_are_read_as_clerks_type_them(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        await make_training(session, organization_id, code="WHS-101")
        await make_city(session, await make_country(session))
        rows = [
            BATCH | {"Batch code": f"CLERK-{number}", "Online link": "https://a.example/b"} | typed
            for number, typed in enumerate(
                [
                    {"From": "9:00 ص", "To": "١:٠٠ م", "Language": "عربي"},
                    {"From": "9:00 AM", "To": "1 pm", "Price (SAR)": "1250 SAR"},
                    {"From": "22:00", "To": "02:00", "Price (SAR)": "1,250 ر.س", "Seats": "20.0"},
                    {"From": "20:00", "To": "24:00", "Price (SAR)": "1250 ريال"},
                    {"From": "12:30 AM", "To": "12:30 PM"},
                    {"From": "13:00", "To": "9:00"},
                    {"From": "25:00", "To": "13 PM", "Seats": "20.5"},
                ],
                start=10,
            )
        ]
        answer = await client.post(
            "batches/imports/check", files=sheet(*rows), headers=owner.headers
        )
        problems = [problems_of(row) for row in answer.json()["rows"]]
        assert problems == [
            *[set()] * 5,
            {("to", "batch_session.ends_before_start")},
            {
                ("from", "field.time_parsing"),
                ("to", "field.time_parsing"),
                ("capacity", "field.int_parsing"),
            },
        ]
        answer = await client.post("batches/imports", files=sheet(*rows[:5]), headers=owner.headers)
        assert answer.status_code == 201, answer.text
        found = await session.execute(
            select(col(Batch.code), col(BatchSession.starts_at), col(BatchSession.ends_at))
            .join(BatchSession, col(BatchSession.batch_id) == Batch.id)
            .order_by(col(BatchSession.starts_at).desc())
        )
        spans = {
            code: (f"{start.astimezone(RIYADH):%H:%M}", (end - start).total_seconds() / 3600)
            for code, start, end in found
        }
        assert spans == {
            "CLERK-10": ("09:00", 4),
            "CLERK-11": ("09:00", 4),
            "CLERK-12": ("22:00", 4),
            "CLERK-13": ("20:00", 4),
            "CLERK-14": ("00:30", 12),
        }
        prices = dict(
            (await session.execute(select(col(Batch.code), col(Batch.price_minor)))).all()
        )
        assert {prices[f"CLERK-{number}"] for number in (11, 12, 13)} == {125_000}

    async def test_hijri_dates_are_imported_once_they_are_confirmed(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        await make_training(session, organization_id, code="WHS-101")
        await make_city(session, await make_country(session))
        dates = {
            "First day": "١٤٥١-٠٩-٠٢ هـ",
            "Enrollment opens": "1451/07/25 08:00",
            "Enrollment closes": "1 رمضان 1451",
        }
        files = sheet(BATCH | dates, BATCH | {"Batch code": "B-2", "First day": "1451/13/01"})
        path = "batches/imports"
        answer = await client.post(f"{path}/check", files=files, headers=owner.headers)
        good, wrong = answer.json()["rows"]
        assert problems_of(good) == set()
        read = {each["column"]: (each["typed"], each["day"]) for each in good["hijri_days"]}
        assert read == {
            "opens": ("1451/07/25 08:00", "2029-12-01"),
            "closes": ("1 رمضان 1451", "2030-01-05"),
            "first_day": ("1451-09-02 هـ", "2030-01-06"),
        }
        assert ("first_day", "field.date_parsing") in problems_of(wrong)
        data = {"leave_out": "true"}
        answer = await client.post(path, files=files, data=data, headers=owner.headers)
        assert answer.status_code == 422, answer.text
        problem = answer.json()["fields"][0]
        assert (problem["code"], "2029-12-01" in problem["message"]) == (
            "date.hijri_unconfirmed",
            True,
        )
        assert await count(session, Batch) == 0
        data["hijri_confirmed"] = "true"
        answer = await client.post(path, files=files, data=data, headers=owner.headers)
        assert answer.status_code == 201, answer.text
        (batch,) = await session.scalars(select(Batch))
        assert batch.starts_at.astimezone(RIYADH).date().isoformat() == "2030-01-06"

    async def test_the_template_begins_with_the_cities_of_the_country_that_have_batches(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id, code="WHS-101")
        home, abroad = (
            await make_country(session),
            await make_country(session, code="CN", alpha3="CHN"),
        )
        await make_city(
            session, abroad, name_en="Shanghai", name_ar="شنغهاي", population=24_000_000
        )
        await make_city(session, home, name_en="Riyadh", name_ar="الرياض", population=7_000_000)
        abha = await make_city(session, home, name_en="Abha", name_ar="أبها", population=300_000)
        await make_batch(session, training, city_id=abha.id)
        answer = await client.get("batches/imports/template?language=en", headers=owner.headers)
        lists = load_workbook(BytesIO(answer.content)).worksheets[1]
        offered = [cell.value for cell in lists["E"] if cell.value]
        assert offered == ["Abha", "Riyadh", "Shanghai"]

    async def test_the_template_offers_what_there_is_and_its_example_makes_nothing(
        self,
        client: httpx.AsyncClient,
        session: AsyncSession,
        owner: Actor,
        organization_id: UUID,
    ) -> None:
        training = await make_training(session, organization_id, code="WHS-101")
        await make_city(session, await make_country(session))
        path = "batches/imports/template?language=ar"
        answer = await client.get(path, headers=owner.headers)
        assert answer.status_code == 200, answer.text
        workbook = load_workbook(BytesIO(answer.content))
        headings = [cell.value for cell in workbook.worksheets[0][1]]
        assert headings[0] == "Training\nالبرنامج التدريبي"
        offered = [cell.value for cell in workbook.worksheets[1]["A"] if cell.value]
        assert offered == [f"WHS-101 – {training.title_ar}"]
        files = {"file": ("batches.xlsx", answer.content)}
        answer = await client.post("batches/imports/check", files=files, headers=owner.headers)
        assert answer.json()["fields"][0]["code"] == "sheet.empty"
        # The template's example is an ordinary, valid row once a cell differs.
        workbook.worksheets[0]["B2"] = "WHS-101-7"
        target = BytesIO()
        workbook.save(target)
        files = {"file": ("batches.xlsx", target.getvalue())}
        answer = await client.post("batches/imports/check", files=files, headers=owner.headers)
        assert [row["problems"] for row in answer.json()["rows"]] == [[]]
        assert await count(session, Batch) == 0
