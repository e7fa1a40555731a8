"""Anybody may write to us, in words that we can store."""

import asyncio
from typing import Any

import httpx
import pytest
from kit.db import AsyncSession
from notifications.inquiries.models import Inquiry
from sqlalchemy import select, text

FORM: dict[str, Any] = {
    "name": "  هدى سالم ",
    "email": "huda@example.org",
    "phone": "+966 50 000 0001",
    "subject": "Group booking",
    "message": "We would like to book\nten seats.",
}


class TestCreateInquiry:
    async def test_stores_what_a_visitor_wrote(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        answer = await client.post("queries", json=FORM)
        assert answer.status_code == 201
        row = (await session.execute(select(Inquiry))).scalar_one()
        assert answer.json()["id"] == str(row.id)
        assert (row.name, row.phone) == ("هدى سالم", "+966 50 000 0001")
        assert row.message == FORM["message"]

    async def test_the_same_words_once_more_are_the_same_inquiry(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        """A visitor presses twice, or a robot goes on and on."""
        answers = await asyncio.gather(*(client.post("queries", json=FORM) for _ in range(6)))
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.text for answer in answers}) == 1
        for change in ({"message": "And another question."}, {"email": "sami@example.org"}):
            assert (await client.post("queries", json=FORM | change)).status_code == 201
        assert len((await session.execute(select(Inquiry))).all()) == 3
        await session.execute(text("UPDATE inquiries SET created_at = now() - interval '25 hours'"))
        await session.commit()
        again = await client.post("queries", json=FORM)
        assert again.json()["id"] != answers[0].json()["id"]

    async def test_the_phone_may_be_left_out(self, client: httpx.AsyncClient) -> None:
        form = {name: value for name, value in FORM.items() if name != "phone"}
        assert (await client.post("queries", json=form)).status_code == 201

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("name", " "),
            ("name", "two\nlines"),
            ("email", "nobody"),
            ("phone", "call me"),
            ("subject", "x" * 201),
            ("message", "too short"),
            ("message", "x" * 5001),
            ("message", "a zero byte \x00 in it"),
        ],
    )
    async def test_422_names_the_field_and_stores_nothing(
        self, client: httpx.AsyncClient, session: AsyncSession, field: str, value: str
    ) -> None:
        answer = await client.post("queries", json=FORM | {field: value})
        assert answer.status_code == 422
        assert [problem["field"] for problem in answer.json()["fields"]] == [field]
        assert (await session.execute(select(Inquiry))).all() == []
