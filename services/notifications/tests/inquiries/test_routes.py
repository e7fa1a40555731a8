"""Anyone can send an inquiry, with text and files of accepted types."""

import asyncio
from datetime import timedelta
from io import BytesIO
from typing import Any

import httpx
import pytest
from contracts.identity import UserErased
from contracts.testing import event
from kit.database.db import AsyncSession
from kit.security.rate_limiter import RateLimiter
from notifications.inquiries import service as inquiries
from notifications.inquiries.models import Inquiry, InquiryFile, InquiryTopic
from PIL import Image
from sqlalchemy import select, text

from services.notifications.tests.factories import Service

FORM: dict[str, Any] = {
    "name": "  هدى سالم ",
    "email": "huda@example.org",
    "phone": "+966 50 000 0001",
    "topic": "organization",
    "message": "We would like to book\nten seats.",
    "locale": "ar",
    "consent": "true",
}


@pytest.fixture(autouse=True)
def new_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inquiries, "INQUIRIES", RateLimiter(20, timedelta(hours=1)))


async def send(client: httpx.AsyncClient, *files: bytes, **changes: Any) -> httpx.Response:
    form = {name: value for name, value in (FORM | changes).items() if value is not None}
    parts: list[tuple[str, Any]] = [(name, (None, str(value))) for name, value in form.items()]
    parts += [("files", (f"{place}.png", file)) for place, file in enumerate(files)]
    return await client.post("queries", files=parts)


def picture() -> bytes:
    file = BytesIO()
    Image.new("RGB", (40, 30), "teal").save(file, "PNG")
    return file.getvalue()


class TestCreateInquiry:
    async def test_stores_what_a_visitor_wrote(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        answer = await send(client)
        assert answer.status_code == 201
        row = (await session.execute(select(Inquiry))).scalar_one()
        assert answer.json()["reference"] == row.reference
        assert (row.name, row.phone) == ("هدى سالم", "+966 50 000 0001")
        assert (row.topic, row.locale) == (InquiryTopic.ORGANIZATION, "ar")
        assert row.consented_at is not None
        assert (
            row.message == FORM["message"].replace("\n", "\r\n") or row.message == FORM["message"]
        )

    async def test_the_same_words_once_more_are_the_same_inquiry(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        """A visitor submits twice, or a robot repeats itself."""
        answers = await asyncio.gather(*(send(client) for _ in range(6)))
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.text for answer in answers}) == 1
        for change in ({"message": "And another question."}, {"email": "sami@example.org"}):
            assert (await send(client, **change)).status_code == 201
        assert len((await session.execute(select(Inquiry))).all()) == 3
        await session.execute(text("UPDATE inquiries SET created_at = now() - interval '25 hours'"))
        await session.commit()
        again = await send(client)
        assert again.json()["reference"] != answers[0].json()["reference"]

    async def test_the_phone_may_be_left_out(self, client: httpx.AsyncClient) -> None:
        assert (await send(client, phone=None)).status_code == 201

    async def test_a_network_that_floods_is_asked_to_wait(self, client: httpx.AsyncClient) -> None:
        answers = [await send(client, message=f"Question number {n}.") for n in range(21)]
        assert [answer.status_code for answer in answers] == [201] * 20 + [429]
        assert int(answers[-1].headers["retry-after"]) > 0

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("name", " "),
            ("name", "two <b>lines"),
            ("email", "nobody"),
            ("phone", "call me"),
            ("topic", "weather"),
            ("message", "too short"),
            ("message", "x" * 5001),
            ("message", "a zero byte \x00 in it"),
            ("consent", "false"),
        ],
    )
    async def test_422_names_the_field_and_stores_nothing(
        self, client: httpx.AsyncClient, session: AsyncSession, field: str, value: str
    ) -> None:
        answer = await send(client, **{field: value})
        assert answer.status_code == 422
        assert [problem["field"] for problem in answer.json()["fields"]] == [field]
        assert (await session.execute(select(Inquiry))).all() == []


class TestFiles:
    async def test_are_kept_privately_and_go_with_the_person(
        self, client: httpx.AsyncClient, session: AsyncSession, service: Service
    ) -> None:
        assert (await send(client, picture(), picture())).status_code == 201
        files = (await session.scalars(select(InquiryFile))).all()
        assert [file.media_type for file in files] == ["image/webp"] * 2
        assert len({file.key for file in files}) == 2
        discarded = select(text("count(*)")).select_from(text("discarded_files"))
        assert await session.scalar(discarded) == 0
        await service.deliver(event(UserErased, email="huda@example.org", profile_ids=[]))
        await session.commit()
        assert (await session.scalars(select(InquiryFile))).all() == []
        assert await session.scalar(discarded) == 2

    async def test_what_is_wrong_with_one_is_said_of_it(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        for files, field in (
            ((picture(), b"MZ a program"), "files.1"),
            ((b"x" * (5 * 1024 * 1024 + 1),), "files.0"),
            ((picture(), picture(), b"x" * (10 * 1024 * 1024)), "files.2"),
            ((picture(),) * 6, "files"),
        ):
            answer = await send(client, *files)
            assert answer.status_code == 422
            assert [problem["field"] for problem in answer.json()["fields"]] == [field]
        assert (await session.execute(select(Inquiry))).all() == []
