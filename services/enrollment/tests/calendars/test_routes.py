import httpx
from contracts.catalog import BatchMeeting, BatchStatus, BatchUpdated
from icalendar import Calendar
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.enrollment.tests.factories import candidate, enrolled, make_batch, paid


def a_meeting(batch: BatchUpdated) -> BatchMeeting:
    return BatchMeeting(
        id=new_id(),
        title_en="Day 1",
        title_ar="اليوم 1",
        starts_at=batch.starts_at,
        ends_at=batch.ends_at,
        venue_en="Hall 1",
        venue_ar="القاعة 1",
        online_url="https://meet.example/abc",
    )


async def test_has_the_sessions_in_which_the_candidate_has_a_seat(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, other = await make_batch(service), await make_batch(service)
    meeting = a_meeting(batch)
    timed = batch.model_copy(update={"sessions": (meeting,)})
    await service.deliver(timed, sequence=2)
    await service.deliver(other.model_copy(update={"sessions": (meeting,)}), sequence=2)
    person = candidate()
    await paid(service, client, person, batch)
    await enrolled(client, person, other)
    answer = await client.post("enrollments/calendars/mine", headers=person.headers)
    path = str(answer.json()["path"]).removeprefix("/api/v1/")
    # Only confirmed seats are in it.
    (event,) = Calendar.from_ical((await client.get(f"{path}?language=en")).content).events
    assert str(event["summary"]) == f"{batch.title_en}: Day 1"
    assert str(event["url"]) == "https://meet.example/abc"
    cancelled = timed.model_copy(update={"status": BatchStatus.CANCELLED})
    await service.deliver(cancelled, sequence=3)
    assert Calendar.from_ical((await client.get(path)).content).events == []
    await client.delete("enrollments/calendars/mine", headers=person.headers)
    assert (await client.get(path)).status_code == 404


async def test_the_online_link_is_shown_to_whom_has_a_seat_alone(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch = await make_batch(service)
    online = a_meeting(batch)
    hall = online.model_copy(update={"id": new_id(), "online_url": None})
    timed = batch.model_copy(update={"sessions": (online, hall)})
    await service.deliver(timed, sequence=2)
    person, waiting = candidate(), candidate()
    confirmed, _ = await paid(service, client, person, batch)
    unpaid = await enrolled(client, waiting, batch)
    link = {"session_id": str(online.id), "online_url": "https://meet.example/abc"}
    for enrollment, who, status, links in (
        (confirmed, person, 200, [link]),
        (unpaid, waiting, 200, []),
        (confirmed, waiting, 404, None),
    ):
        path = f"enrollments/mine/{enrollment['id']}/links"
        answer = await client.get(path, headers=who.headers)
        assert answer.status_code == status
        assert links is None or answer.json() == links
    cancelled = timed.model_copy(update={"status": BatchStatus.CANCELLED})
    await service.deliver(cancelled, sequence=3)
    path = f"enrollments/mine/{confirmed['id']}/links"
    assert (await client.get(path, headers=person.headers)).json() == []
