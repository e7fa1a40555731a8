"""Attendance: the sheet, marks of offline devices, and self check-in."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.audit import EnrollmentAuditRecorded
from contracts.catalog import BatchMeeting, BatchUpdated
from enrollment.attendance import service as attendance
from kit.database.db import new_id
from kit.security.rate_limiter import RateLimiter
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.factories import (
    batch_updated,
    candidate,
    enrolled,
    execute,
    make_batch,
    move_start,
    now,
    organization_of,
    profile_updated,
)

TRAINER = actor("trainer", organization_id=new_id())
HOUR = timedelta(hours=1)


def meeting(starts_at: datetime, trainer: Actor = TRAINER) -> BatchMeeting:
    return BatchMeeting(
        id=new_id(),
        title_en="Day",
        title_ar="يوم",
        starts_at=starts_at,
        ends_at=starts_at + 4 * HOUR,
        venue_en="",
        venue_ar="",
        online_url=None,
        trainer_id=trainer.profile_id,
    )


async def running_batch(
    service: ServiceUnderTest, client: httpx.AsyncClient, people: int = 2, *, late: bool = False
) -> tuple[BatchUpdated, list[Actor], list[dict[str, Any]]]:
    """Return a batch with a running session, another one tomorrow, and people."""
    starts = now() - (HOUR if late else timedelta(minutes=5))
    sessions = (meeting(starts), meeting(starts + timedelta(days=1)))
    batch = await make_batch(service, price_minor=0, sessions=sessions)
    persons = [candidate() for _ in range(people)]
    enrollments = [await enrolled(client, person, batch) for person in persons]
    for number, person in enumerate(persons):
        name = f"Huda {number}"
        await service.deliver(profile_updated(person, name_en=name, username=f"huda{number}"))
    await move_start(service, batch, starts)
    return batch, persons, enrollments


def path(batch: BatchUpdated, *rest: object) -> str:
    return "/".join(["attendance/batches", str(batch.batch_id), *map(str, rest)])


async def sheet_of(
    client: httpx.AsyncClient, batch: BatchUpdated, who: Actor | None = None
) -> dict[str, Any]:
    headers = (who or organization_of(batch)).headers
    answer = await client.get(path(batch), headers=headers)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def mark(
    batch: BatchUpdated, enrollment: dict[str, Any], attendance: str | None, **values: Any
) -> dict[str, Any]:
    """Build a mark in the running session."""
    return {
        "session_id": str(batch.sessions[0].id),
        "enrollment_id": enrollment["id"],
        "attendance": attendance,
        **values,
    }


async def send(
    client: httpx.AsyncClient, batch: BatchUpdated, *marks: dict[str, Any], who: Actor | None = None
) -> httpx.Response:
    headers = (who or organization_of(batch)).headers
    return await client.put(path(batch, "marks"), json={"marks": marks}, headers=headers)


class TestSheet:
    async def test_has_all_that_a_device_needs_in_the_hall(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
    ) -> None:
        batch, _, (first, second) = await running_batch(service, client)
        # People without a seat are not on the sheet.
        waiting = await make_batch(service, requires_acceptance=True, sessions=batch.sessions)
        await enrolled(client, candidate(), waiting)
        assert (await sheet_of(client, waiting))["people"] == []
        answer = await send(
            client, batch, mark(batch, first, "late"), mark(batch, second, "excused")
        )
        assert answer.status_code == 200, answer.text

        with queries() as counted:
            sheet = await sheet_of(client, batch, TRAINER)
        assert len(counted) == 4
        assert sheet["editable"]
        runs, tomorrow = sheet["sessions"]
        assert (runs["open"], tomorrow["open"]) == (True, False)
        assert runs["counts"] == {
            "present": 0, "absent": 0, "late": 1, "excused": 1, "unmarked": 0,
        }  # fmt: skip
        assert tomorrow["counts"]["unmarked"] == 2
        late, excused = sheet["people"]
        assert (late["name_en"], late["enrollment_id"]) == ("Huda 0", first["id"])
        assert (late["attended"], late["counted"]) == (1, 1)
        assert (excused["attended"], excused["counted"]) == (0, 0)

    async def test_is_of_those_who_hold_the_batch(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, (person, _), _ = await running_batch(service, client)
        strangers = (
            organization_of(batch_updated()),
            actor("trainer", organization_id=batch.organization_id),
            actor("staff", organization_id=new_id()),
        )
        for stranger in strangers:
            assert (await client.get(path(batch), headers=stranger.headers)).status_code == 404
            assert (await send(client, batch, who=stranger)).status_code == 422
        staff = actor("staff", organization_id=batch.organization_id)
        admin = actor("admin", roles={"super-admin"})
        assert (await sheet_of(client, batch, staff))["editable"]
        assert not (await sheet_of(client, batch, admin))["editable"]
        assert (await client.get(path(batch), headers=person.headers)).status_code == 403
        assert (await client.get(path(batch))).status_code == 401


class TestMarks:
    async def test_the_one_pressed_last_holds_in_whatever_order_they_come(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, (first, second) = await running_batch(service, client)
        # A phone was offline for an hour while another device corrected one of its marks.
        away = [
            mark(batch, first, "absent", seconds_ago=3600),
            mark(batch, second, "present", seconds_ago=3500, source="scan"),
            mark(batch, second, "late", seconds_ago=3400),
        ]
        await send(client, batch, mark(batch, first, "present", seconds_ago=600))
        for _ in range(2):
            answer = (await send(client, batch, *away)).json()
            assert {each["enrollment_id"]: each["attendance"] for each in answer["marks"]} == {
                first["id"]: "present",
                second["id"]: "late",
            }
        # The mark is removed, then the old one is sent again.
        await send(client, batch, mark(batch, second, None, seconds_ago=60))
        await send(client, batch, *away)
        people = (await sheet_of(client, batch))["people"]
        assert [[each["attendance"] for each in person["marks"]] for person in people] == [
            ["present"],
            [],
        ]

    async def test_what_cannot_be_taken_over_stops_no_other(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, (first, second) = await running_batch(service, client)
        await execute(
            service, "UPDATE enrollments SET status = 'cancelled' WHERE id = :id", id=second["id"]
        )
        tomorrow = mark(batch, first, "present") | {"session_id": str(batch.sessions[1].id)}
        gone = mark(batch, first, "present") | {"session_id": str(new_id())}
        answer = await send(
            client,
            batch,
            tomorrow,
            gone,
            mark(batch, second, "present"),
            mark(batch, first, "late"),
        )
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert [each["attendance"] for each in body["marks"]] == ["late"]
        assert sorted(each["reason"] for each in body["refused"]) == [
            "not_in_batch",
            "session_not_open",
            "session_unknown",
        ]

    async def test_of_a_batch_that_was_cancelled_none_is_taken(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, (first, _) = await running_batch(service, client)
        await service.deliver(
            batch_updated(**batch.model_dump() | {"status": "cancelled"}), sequence=2
        )
        body = (await send(client, batch, mark(batch, first, "present"))).json()
        assert [each["reason"] for each in body["refused"]] == ["session_not_open"]
        assert not any(session["open"] for session in (await sheet_of(client, batch))["sessions"])

    async def test_a_correction_is_recorded_and_a_first_mark_is_not(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, (first, second) = await running_batch(service, client)
        await send(client, batch, mark(batch, first, "absent"), mark(batch, second, "present"))
        assert await service.published(EnrollmentAuditRecorded) == []
        await send(client, batch, mark(batch, first, "excused"), mark(batch, second, "present"))
        (recorded,) = await service.published(EnrollmentAuditRecorded)
        assert (recorded.before, recorded.after) == (
            {"attendance": "absent"},
            {"attendance": "excused"},
        )
        assert recorded.organization_id == batch.organization_id

    @pytest.mark.parametrize(
        "change",
        [
            {"attendance": "asleep"},
            {"seconds_ago": -1},
            {"seconds_ago": 40 * 86400},
            {"source": "self"},
            {"session_id": "1"},
        ],
    )
    async def test_bad_input_changes_nothing(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, change: dict[str, Any]
    ) -> None:
        batch, _, (first, second) = await running_batch(service, client)
        good, bad = mark(batch, first, "late"), mark(batch, second, "late") | change
        answer = await send(client, batch, good, bad)
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"].startswith("marks.1.")
        assert await execute(service, "SELECT * FROM attendance_marks") == []


class TestCheckIn:
    @pytest.fixture(autouse=True)
    def fresh_quota(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(attendance, "CHECK_IN_LIMIT", RateLimiter(10, timedelta(minutes=10)))

    async def show(
        self, client: httpx.AsyncClient, batch: BatchUpdated, session_id: UUID | None = None
    ) -> httpx.Response:
        """Open self check-in, as the trainer's screen does."""
        where = path(batch, "sessions", session_id or batch.sessions[0].id, "check-in")
        return await client.post(where, headers=TRAINER.headers)

    async def press(
        self, client: httpx.AsyncClient, person: Actor, enrollment: dict[str, Any], code: str
    ) -> httpx.Response:
        body = {"enrollment_id": enrollment["id"], "code": code}
        return await client.post("attendance/check-ins", json=body, headers=person.headers)

    @pytest.mark.parametrize(("late", "mark_of_it"), [(False, "present"), (True, "late")])
    async def test_marks_whoever_types_what_is_shown(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, *, late: bool, mark_of_it: str
    ) -> None:
        batch, (person, other), (own, others) = await running_batch(service, client, late=late)
        shown = (await self.show(client, batch)).json()
        assert 1 <= shown["seconds_left"] <= 30
        answer = await self.press(client, person, own, shown["code"])
        assert answer.status_code == 200, answer.text
        assert [each["attendance"] for each in answer.json()["marks"]] == [mark_of_it]
        # Repeating it changes nothing; a reopened check-in keeps its code.
        await self.press(client, person, own, shown["code"])
        assert (await self.show(client, batch)).json()["checked_in"] == 1
        # A candidate cannot mark another.
        assert (await self.press(client, other, own, shown["code"])).status_code == 404
        assert (await self.press(client, person, others, shown["code"])).status_code == 404

    async def test_what_the_trainer_marked_stays(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, (person, _), (own, _) = await running_batch(service, client)
        shown = (await self.show(client, batch)).json()
        await send(client, batch, mark(batch, own, "absent"), who=TRAINER)
        answer = await self.press(client, person, own, shown["code"])
        assert [each["attendance"] for each in answer.json()["marks"]] == ["absent"]
        # After the trainer removes the mark, they may check in.
        await send(client, batch, mark(batch, own, None), who=TRAINER)
        answer = await self.press(client, person, own, shown["code"])
        assert [each["attendance"] for each in answer.json()["marks"]] == ["present"]

    async def test_a_wrong_code_is_refused_and_ten_attempts_are_enough(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, (person, other), (own, others) = await running_batch(service, client)
        code = (await self.show(client, batch)).json()["code"]
        wrong = f"{(int(code) + 5) % 1_000_000:06}"
        for _ in range(10):
            answer = await self.press(client, person, own, wrong)
            assert answer.status_code == 422
            assert answer.json()["fields"][0]["code"] == "check_in_code.invalid"
        answer = await self.press(client, person, own, code)
        assert (answer.status_code, "Retry-After" in answer.headers) == (429, True)
        assert (await self.press(client, other, others, "12345")).status_code == 422
        assert (await self.press(client, other, others, code)).status_code == 200

    async def test_closed_it_marks_nobody(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, (person, _), (own, _) = await running_batch(service, client)
        where = path(batch, "sessions", batch.sessions[0].id, "check-in")
        assert (await client.get(where, headers=TRAINER.headers)).status_code == 409
        code = (await self.show(client, batch)).json()["code"]
        mine = f"attendance/mine/{own['id']}"
        assert (await client.get(mine, headers=person.headers)).json()["check_in_open"]
        assert (await client.delete(where, headers=TRAINER.headers)).status_code == 204
        answer = await self.press(client, person, own, code)
        assert (answer.status_code, answer.json()["code"]) == (409, "check_in.closed")
        assert not (await client.get(mine, headers=person.headers)).json()["check_in_open"]
        # Reopening gives other codes.
        assert (await self.show(client, batch)).json()["code"] != code
        # Check-in closes by itself when the session ends.
        over = batch.model_dump()
        over["sessions"] = [
            meeting(now() - 5 * HOUR).model_copy(update={"id": batch.sessions[0].id})
        ]
        await service.deliver(batch_updated(**over), sequence=2)
        assert (await client.get(where, headers=TRAINER.headers)).status_code == 409
        assert (await self.show(client, batch)).status_code == 409

    async def test_of_a_session_that_is_not_there_or_not_yet(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, *_ = await running_batch(service, client)
        assert (await self.show(client, batch, new_id())).status_code == 404
        assert (await self.show(client, batch, batch.sessions[1].id)).status_code == 409


async def test_ones_own_attendance_is_ones_own(
    service: ServiceUnderTest, client: httpx.AsyncClient, queries: Any
) -> None:
    batch, (person, other), (own, _) = await running_batch(service, client)
    await send(client, batch, mark(batch, own, "absent"))
    with queries() as counted:
        answer = await client.get(f"attendance/mine/{own['id']}", headers=person.headers)
    assert len(counted) == 3
    body = answer.json()
    assert (body["attended"], body["counted"]) == (0, 1)
    stolen = await client.get(f"attendance/mine/{own['id']}", headers=other.headers)
    assert stolen.status_code == 404
