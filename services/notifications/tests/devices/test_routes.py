"""A browser's push token is stored for whoever is signed in there."""

import httpx
import pytest
from kit.db import AsyncSession
from kit.testing import actor
from notifications.devices.models import Device
from sqlalchemy import select

TOKEN = "cK8x:APA91bE-test_token"


class TestStoreDevice:
    async def test_stores_it_for_the_caller(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        user = actor("candidate", paid=False, image=False)
        answer = await client.post("fcm", json={"token": TOKEN}, headers=user.headers)
        assert (answer.status_code, answer.json()["kind"]) == (200, "fcm")
        assert TOKEN not in answer.text
        row = (await session.execute(select(Device))).scalar_one()
        assert (row.token, row.user_id) == (TOKEN, user.user_id)

    async def test_one_browser_belongs_to_who_signed_in_last(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        first, second = actor("candidate"), actor("staff")
        before = await client.post("fcm", json={"token": TOKEN}, headers=first.headers)
        after = await client.post(
            "fcm", json={"token": TOKEN, "kind": "fid"}, headers=second.headers
        )
        assert before.json()["id"] == after.json()["id"]
        assert after.json()["last_seen_at"] > before.json()["last_seen_at"]
        row = (await session.execute(select(Device))).scalar_one()
        assert (row.user_id, row.kind) == (second.user_id, "fid")

    @pytest.mark.parametrize("token", ["", "short", "with space in it", "x" * 1025, None])
    async def test_422_for_what_is_no_token(
        self, client: httpx.AsyncClient, token: str | None
    ) -> None:
        answer = await client.post("fcm", json={"token": token}, headers=actor("candidate").headers)
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == "token"

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.post("fcm", json={"token": TOKEN})).status_code == 401
