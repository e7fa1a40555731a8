import asyncio
import random
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from contracts.enrollment import BulkEnrollmentChanged
from contracts.people import Match, PeopleMatchRequested
from enrollment.bulk_enrollments.columns import NAMES
from enrollment.bulk_enrollments.importing import service as importing
from enrollment.bulk_enrollments.importing.service import build_upload
from enrollment.bulk_enrollments.schemas import BulkEnrollmentCreate, BulkPerson
from enrollment.bulk_enrollments.service import compute_fingerprint
from enrollment.bulk_enrollments.states import CHECK_SWEEP
from enrollment.bulk_enrollments.validation import service as validation
from enrollment.bulk_enrollments.validation.errors import ERRORS
from enrollment.bulk_enrollments.validation.rows.service import CheckedRow, _check_row, check_rows
from kit.messaging.periodic import Periodic
from kit.testing import Client, QueryCounter, ServiceUnderTest, eventually

from services.enrollment.tests.bulk_enrollments.factories import (
    Json,
    answer_matches,
    check,
    checked,
    civil_number,
    codes_of,
    known_person,
    matched_answers,
    organization,
    people,
    person,
    read,
    rows_of,
    send,
)
from services.enrollment.tests.factories import PRICE, enrolled, execute, make_batch, now
from services.enrollment.tests.factories import candidate as a_candidate

PORTION = 20
"""Chunk size of matching, instead of thousands."""


class TestUpload:
    async def test_a_file_with_known_headings_is_checked(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch = await make_batch(service)
        us = organization()
        row = f"{civil_number(1)};هدى القحطاني;h@example.com;flt-101-1"
        text = f"رقم الهوية;الاسم;Email;الدورة\n{row}\n"
        files = {"file": ("people.csv", text.encode("cp1256"))}
        answer = await client.post("bulk-enrollments/files", files=files, headers=us.headers)
        assert answer.status_code == 201, answer.text
        bulk = answer.json()
        assert (bulk["status"], bulk["row_count"], bulk["file_name"]) == (
            "checking",
            1,
            "people.csv",
        )
        await check(service, {civil_number(1): known_person()})
        bulk = await read(client, us, bulk)
        assert (bulk["status"], bulk["valid"], bulk["invalid"]) == ("checked", 1, 0)
        assert [(each["code"], each["rows"], each["seats_left"]) for each in bulk["batches"]] == [
            (batch.code, 1, 10)
        ]
        states = [each.status for each in await service.published(BulkEnrollmentChanged)]
        assert states == ["checking", "checked"]

    async def test_unknown_headings_are_mapped_and_remembered(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        us, text = organization(), f"who;no;where\nHuda Ali;{civil_number(1)};X-1\n"

        async def upload() -> Json:
            files = {"file": ("people.csv", text.encode())}
            answer = await client.post("bulk-enrollments/files", files=files, headers=us.headers)
            body: Json = answer.json()
            return body

        bulk = await upload()
        assert (bulk["status"], bulk["mapping"]) == ("mapping", {})
        assert bulk["samples"] == [["Huda Ali", civil_number(1), "X-1"]]
        path = f"bulk-enrollments/{bulk['id']}/mapping"
        wrong = {"mapping": {"name_en": 0}}
        answer = await client.put(path, json=wrong, headers=us.headers)
        assert answer.json()["fields"][0]["code"] == "bulk_enrollment.columns_missing"
        right = {"mapping": {"name_en": 0, "civil_number": 1, "batch": 2}}
        answer = await client.put(path, json=right, headers=us.headers)
        assert answer.json()["status"] == "checking"
        assert (await upload())["status"] == "checking"

    @pytest.mark.parametrize(
        ("headings", "status"),
        [
            # An unknown column may hold the civil numbers; without them all rows would be invalid.
            ("staff no;passport;country;name;batch", "mapping"),
            ("passport;country;name;batch", "checking"),
            ("civil number;staff no;country;name;batch", "checking"),
        ],
    )
    async def test_an_unknown_heading_is_asked_about_where_the_civil_numbers_are_missing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, headings: str, status: str
    ) -> None:
        files = {"file": ("people.csv", f"{headings}\nA;B;C;D;E\n".encode())}
        answer = await client.post(
            "bulk-enrollments/files", files=files, headers=organization().headers
        )
        assert answer.json()["status"] == status

    async def test_a_key_makes_one(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        us, key = organization(), "a-key-of-ours"
        first = await send(client, us, people(1), key=key)
        again = await send(client, us, people(1), key=key)
        assert again.json()["id"] == first.json()["id"]
        other = await send(client, us, people(2), key=key)
        assert (other.status_code, other.json()["code"]) == (422, "idempotency_key.reused")
        assert (await send(client, organization(), people(2), key=key)).status_code == 201
        await execute(
            service, "UPDATE bulk_enrollments SET created_at = now() - interval '49 hours'"
        )
        assert await service.sweep("forget_idempotency_keys") == 2
        assert (await send(client, us, people(2), key=key)).json()["id"] != first.json()["id"]

    async def test_the_rows_of_a_call_are_read_while_others_have_turns(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        turns = 0

        async def take_turns() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        form = BulkEnrollmentCreate.model_validate({"rows": people(2000)})
        others = asyncio.create_task(take_turns())
        upload = await build_upload(form, None)
        others.cancel()
        assert turns >= 2000 // 200
        numbers = [number async for rows in upload.sheet.rows for number in rows.numbers]
        assert numbers == [*range(1, 2001)]
        # Fingerprint from before rows were read in chunks: keys outlive a release.
        whole = form.model_copy(update={"rows": [BulkPerson(**row) for row in people(2000)]})
        assert upload.fingerprint == compute_fingerprint(whole.model_dump_json())

        rows: list[Json] = [*people(70), {"civil_number": 7}, {"name": "Huda"}]
        answer = await send(client, organization(), rows)
        assert answer.status_code == 422
        assert [(each["field"], each["code"]) for each in answer.json()["fields"]] == [
            ("rows.70.civil_number", "field.string_type"),
            ("rows.71.name", "field.extra_forbidden"),
        ]

    async def test_a_client_sees_its_organizations_alone(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        program = Client(permissions=frozenset({"create-bulk-enrollments"}))
        us = organization(program.organization_id)
        bulk = (await send(client, program, people(1))).json()
        assert (await read(client, us, bulk))["id"] == bulk["id"]
        other = organization()
        for path in ("", "/rows", "/progress", "/export"):
            answer = await client.get(f"bulk-enrollments/{bulk['id']}{path}", headers=other.headers)
            assert answer.status_code == 404, path
        listed = await client.get("bulk-enrollments", headers=other.headers)
        assert listed.json()["data"] == []

    async def test_the_template_comes_back(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await make_batch(service)
        us = organization()
        answer = await client.get("bulk-enrollments/template", headers=us.headers)
        assert answer.status_code == 200
        files = {"file": ("t.xlsx", answer.content)}
        answer = await client.post("bulk-enrollments/files", files=files, headers=us.headers)
        assert answer.json()["fields"][0]["code"] == "sheet.empty"


class TestCheck:
    async def test_of_a_cell_that_is_wrong_one_thing_is_said(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        await make_batch(service, code="OK-1")
        us, ours = organization(), {"batch": "OK-1"}
        rows = [
            person(1, **ours, name_en="", name_ar=""),
            person(2, **ours, name_en="سارة"),
            person(3, **ours, email="nobody", phone=""),
            person(4, **ours, email="", phone=""),
            person(5, **ours, name_ar=""),
            person(6, **ours, name_en=""),
        ]
        bulk = (await send(client, us, rows)).json()
        await check(service, {})
        found = [
            [(error["field"], error["code"]) for error in row["errors"]]
            for row in await rows_of(client, us, bulk)
        ]
        assert found == [
            [("name_en", "name.required")],
            [("name_en", "name.not_latin")],
            [("email", "email.invalid")],
            [("email", "contact.required")],
            [],
            [],
        ]

    async def test_every_row_has_all_its_errors(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: QueryCounter
    ) -> None:
        us = organization()
        await make_batch(service, code="OK-1")
        await make_batch(service, code="NO-1", requires_acceptance=True)
        await make_batch(service, code="GONE-1", status="cancelled")
        await make_batch(service, code="LATE-1", enrollment_closes_at=now())
        ours = {"batch": "ok-1"}
        rows = [
            person(1, **ours),
            person(1, **ours),
            person(2, **ours, civil_number="101234567"),
            person(3, **ours, civil_number="1.01235E+09", email="nobody"),
            person(4, **ours, civil_number="", name_ar="Latin", phone="12"),
            person(5, **ours, civil_number="", passport_number="A1234567"),
            person(6, batch="X-9"),
            person(7, batch="no-1"),
            person(8, batch="GONE-1", email=""),
            person(9, batch="LATE-1"),
            person(10, **ours),
            person(11, **ours),
            person(12, **ours, email="person13@example.com"),
            person(13, **ours, civil_number="١" + civil_number(13)[1:]),
        ]
        numbers = {
            civil_number(10): known_person(Match.OTHER_NAME),
            civil_number(11): known_person(Match.REFUSED),
        }
        bulk = (await send(client, us, rows)).json()
        await check(service, numbers)
        found = {row["number"]: codes_of(row) for row in await rows_of(client, us, bulk)}
        number, batch, phone = "civil_number", "batch", ("phone", "phone.invalid")
        assert found == {
            1: set(),
            2: {(number, "person.duplicate")},
            3: {(number, "civil_number.truncated")},
            4: {(number, "civil_number.rounded"), ("email", "email.invalid")},
            5: {(number, "identification.required"), ("name_ar", "name.not_arabic"), phone},
            6: {("passport_country", "country.required")},
            7: {(batch, "batch.not_found")},
            8: {(batch, "batch.requires_acceptance")},
            9: {(batch, "batch.cancelled"), ("email", "contact.required")},
            10: {(batch, "enrollment.closed")},
            11: {("name_en", "person.other_name")},
            12: {(number, "person.refused")},
            13: {("email", "email.duplicate")},
            14: {("email", "email.duplicate")},
        }
        assert {code for row in found.values() for _, code in row} <= ERRORS.keys()
        bulk = await read(client, us, bulk)
        assert (bulk["valid"], bulk["invalid"]) == (1, 13)
        with queries() as statements:
            rows = await rows_of(client, us, bulk, only_errors=True)
        assert (len(rows), len(statements)) == (13, 3)
        decide = next(row for row in rows if row["state"] == "decide")
        assert decide["shown_name_en"] == "Sara A."
        assert decide["errors"][0]["message_ar"]
        assert len(await rows_of(client, us, bulk, search="person13@")) == 2
        # Corrected rows are requested by number.
        chosen = await rows_of(client, us, bulk, number=[2, 1])
        assert [row["number"] for row in chosen] == [1, 2]

        mended = {
            "cells": [
                {"number": 7, "column": "batch", "value": "OK-1"},
                {"number": 6, "column": "passport_country", "value": "jo"},
            ],
            "rows": [{"number": 11, "use_person": True}, {"number": 2, "skip": True}],
        }
        path = f"bulk-enrollments/{bulk['id']}/rows"
        answer = await client.patch(path, json=mended, headers=us.headers)
        assert answer.json()["status"] == "checking", answer.text
        await check(service, numbers)
        bulk = await read(client, us, bulk)
        assert (bulk["valid"], bulk["states"]["skipped"]) == (4, 1)
        missing = {"rows": [{"number": 99, "skip": True}]}
        assert (await client.patch(path, json=missing, headers=us.headers)).status_code == 422

    async def test_many_rows_take_no_more_statements_than_few(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: QueryCounter
    ) -> None:
        batch, counts = await make_batch(service), []
        # The second is known: matching writes such rows.
        known = {civil_number(2): known_person()}
        for number in (3, 120):
            with queries() as statements:
                bulk = (await send(client, organization(), people(number), batch)).json()
                await service.sweep("check_bulk_enrollments")
                *_, answer = await matched_answers(service, known)
                await service.deliver(answer)
            counts.append(len(statements))
            assert (bulk["status"], bulk["row_count"]) == ("checking", number)
        assert counts[0] == counts[1]

    def test_many_rows_at_once_are_checked_as_each_by_itself(self) -> None:
        """The fast checks agree with the full validation."""
        chance = random.Random(3)
        mapping = {name: place for place, name in enumerate(reversed(NAMES))}
        # Each value in its usual form, in other valid forms, invalid, and empty.
        cells = {
            "civil_number": (civil_number(1), " ١٠١٢٣٤٥٦٧٢", "10123", ""),
            "passport_number": ("A1234567", "a123 4567", "A1", ""),
            "passport_country": ("EG", "eg", "Egypt", ""),
            "name_en": ("Huda Al-Qahtani", "José  Ali", "هدى", ""),
            "name_ar": ("هدى القحطاني", "هُدى", "Huda", ""),
            "email": ("huda@example.com", "Huda@Exämple.com", "huda at home", ""),
            "phone": ("+966501234567", "050 123 4567", "12345", ""),
            "language": ("ar", "English", "French", ""),
            "batch": ("B-1", "b-1", "B-2", ""),
        }
        for odds in ((9, 0, 0, 1), (20, 1, 1, 1), (1, 1, 1, 1)):
            rows = [[chance.choices(cells[name], odds)[0] for name in mapping] for _ in range(120)]
            # Corrected after it arrived with fewer columns.
            rows[7] = rows[7][:5]
            columns = check_rows(rows, mapping)
            together = [
                CheckedRow(**dict(zip(columns, each, strict=True)))
                for each in zip(*columns.values(), strict=True)
            ]
            assert together == [_check_row(row, mapping) for row in rows]
            assert any(row.errors for row in together) and any(not row.errors for row in together)

    async def test_rows_are_left_out_and_taken_up_again(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service), organization()
        # The third repeats the first; the fourth has no number.
        rows = [person(1), person(2), person(1), person(4, civil_number="")]
        bulk = await checked(service, client, us, rows, batch)
        assert (bulk["valid"], bulk["invalid"]) == (2, 2)
        path = f"bulk-enrollments/{bulk['id']}/rows"

        async def states_after(**change: Any) -> list[str]:
            answer = await client.patch(path, json=change, headers=us.headers)
            assert answer.status_code == 200, answer.text
            await check(service)
            return [row["state"] for row in await rows_of(client, us, bulk)]

        skipped = "skipped"
        # Without the first its duplicate is valid.
        assert await states_after(rows=[{"number": 1, "skip": True}]) == [
            skipped, "valid", "valid", "invalid",
        ]  # fmt: skip
        assert await states_after(skip_faulty=True) == [skipped, "valid", "valid", skipped]
        found = await read(client, us, bulk)
        assert (found["valid"], found["invalid"], found["states"][skipped]) == (2, 0, 2)
        assert found["quote"]["total_minor"] == 2 * PRICE
        assert await rows_of(client, us, bulk, only_errors=True) == []
        export = await client.get(
            f"bulk-enrollments/{bulk['id']}/export?format=csv", headers=us.headers
        )
        assert export.text.count("Skipped") == 2
        other = organization()
        answer = await client.patch(path, json={"skip_faulty": False}, headers=other.headers)
        assert answer.status_code == 404
        assert await states_after(skip_faulty=False) == ["valid", "valid", "invalid", "invalid"]

    async def test_somebody_who_is_enrolled_is_not_enrolled_twice(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us, somebody = await make_batch(service), organization(), a_candidate()
        await enrolled(client, somebody, batch)
        known = known_person().model_copy(update={"profile_id": somebody.profile_id})
        bulk = (await send(client, us, people(1), batch)).json()
        await check(service, {civil_number(1): known})
        (row,) = await rows_of(client, us, bulk)
        assert codes_of(row) == {("civil_number", "enrollment.already_exists")}

    async def test_answers_may_come_late_twice_and_to_what_was_mended_since(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, us = await make_batch(service), organization()
        bulk = (await send(client, us, people(2), batch)).json()
        assert await service.sweep("check_bulk_enrollments") == 2
        assert await service.sweep("check_bulk_enrollments") == 0, "identity has not answered"
        (row, _) = await rows_of(client, us, bulk, state="matching")
        assert row["state"] == "matching"
        assert (await read(client, us, bulk))["states"] == {"matching": 2}
        assert await answer_matches(service) == 1
        await check(service)
        assert (await read(client, us, bulk))["valid"] == 2
        patch = {"cells": [{"number": 1, "column": "civil_number", "value": civil_number(3)}]}
        await client.patch(f"bulk-enrollments/{bulk['id']}/rows", json=patch, headers=us.headers)
        await service.sweep("check_bulk_enrollments")
        await answer_matches(service)
        await check(service)
        assert (await read(client, us, bulk))["valid"] == 2

    async def test_one_large_file_holds_up_no_other_and_four_of_one_wait(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        in_portions(monkeypatch)
        batch, us, others = await make_batch(service), organization(), organization()
        ours = [(await send(client, us, people(PORTION + 12), batch)).json()]
        ours += [(await send(client, us, people(2), batch)).json() for _ in range(3)]
        assert (await read(client, us, ours[3]))["waits"] == 1
        theirs = (await send(client, others, people(1), batch)).json()
        assert await asked(service) == [PORTION, 2, 2, 1], "all but the one that waits"
        while await service.sweep("check_bulk_enrollments"):
            pass
        assert await asked(service) == [PORTION, 2, 2, 1, 12]
        await answer_matches(service)
        await service.sweep("check_bulk_enrollments")
        await check(service)
        assert (await read(client, us, ours[3]))["status"] == "checked"
        assert (await read(client, others, theirs))["valid"] == 1


async def test_progress_is_sent_until_nothing_moves(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, us = await make_batch(service), organization()
    bulk = await checked(service, client, us, people(2), batch)
    answer = await client.get(f"bulk-enrollments/{bulk['id']}/progress", headers=us.headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert '"status":"checked"' in answer.text and '"done":2' in answer.text


async def test_a_large_file_holds_up_no_other(
    service: ServiceUnderTest, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file with the least recent chunk is next, new files first."""
    in_portions(monkeypatch)
    batch = await make_batch(service)
    await send(client, organization(), people(2 * PORTION + 1), batch)
    us = organization()
    small = await send(client, us, people(2), batch)
    assert await service.sweep("check_bulk_enrollments")
    assert await asked(service) == [PORTION, 2, PORTION]
    await answer_matches(service)
    bulk = await read(client, us, small.json())
    assert bulk["status"] == "checked", "before the rest of the large one"
    await send(client, organization(), people(2 * PORTION + 2), batch)
    # Alternately: the new file, then the one that has waited longer.
    while await service.sweep("check_bulk_enrollments"):
        pass
    assert await asked(service) == [PORTION, 2, PORTION, PORTION, 1, PORTION, 2]


def in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Match `PORTION` people at a time."""
    monkeypatch.setattr(importing, "PORTION_TO_MATCH", PORTION)
    monkeypatch.setattr(validation, "PORTION_TO_MATCH", PORTION)
    monkeypatch.setattr(importing, "_CHUNK_ROWS", PORTION // 2)


async def asked(service: ServiceUnderTest) -> list[int]:
    """List the number of people in each match request."""
    return [len(event.keys) for event in await service.published(PeopleMatchRequested)]


async def test_rows_are_judged_while_identity_looks_for_their_people(
    service: ServiceUnderTest, client: httpx.AsyncClient, queries: QueryCounter
) -> None:
    batch, us = await make_batch(service), organization()
    rows = [person(1), person(1), *people(5)[1:]]
    first = (await send(client, us, rows, batch)).json()
    assert await service.sweep("check_bulk_enrollments")
    assert not await service.sweep("check_bulk_enrollments"), "there is nothing more to do"
    assert (await read(client, us, first))["states"] == {"matching": 5, "invalid": 1}
    with queries() as statements:
        await answer_matches(service)
    assert not [each for each in statements if "MATERIALIZED" in each], "nobody is known"
    bulk = await read(client, us, first)
    assert (bulk["status"], bulk["valid"], bulk["invalid"]) == ("checked", 5, 1)
    # Validation before identity's response is repeated if a person is known.
    second = (await send(client, us, people(2), batch)).json()
    assert await service.sweep("check_bulk_enrollments")
    await answer_matches(service, {civil_number(2): known_person(Match.OTHER_NAME)})
    assert (await read(client, us, second))["states"] == {"valid": 1, "decide": 1}


async def test_a_file_does_not_wait_for_the_sweeps_time(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, us = await make_batch(service), organization()
    sweep = next(each for each in service.declaration.tasks if each.name == CHECK_SWEEP)
    periodic = Periodic(service.database, [replace(sweep, every=timedelta(hours=1))])
    periodic.start()
    # The first may be found by the first sweep of all; the second and corrections cannot.
    for count in (1, 2):
        bulk = (await send(client, us, people(1), batch)).json()
        await eventually(partial(_asked, service, count))
    await answer_matches(service)
    patch = {"cells": [{"number": 1, "column": "civil_number", "value": civil_number(3)}]}
    await client.patch(f"bulk-enrollments/{bulk['id']}/rows", json=patch, headers=us.headers)
    await eventually(partial(_asked, service, 3))
    await periodic.stop()


async def _asked(service: ServiceUnderTest, count: int) -> bool:
    return len(await service.published(PeopleMatchRequested)) == count
