"""A browser's push token is stored for the signed-in user."""

import httpx
import pytest
from contracts.identity import SessionEnded
from kit.database.db import AsyncSession
from kit.testing import actor
from notifications.config import FirebaseWeb
from notifications.devices.models import Device
from notifications.devices.service import MAX_DEVICES
from sqlalchemy import select
from sqlmodel import col

from services.notifications.tests.factories import Service

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

    async def test_of_many_browsers_the_newest_stay(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        user = actor("candidate")
        for number in range(MAX_DEVICES + 2):
            answer = await client.post(
                "fcm", json={"token": f"token-{number:02}"}, headers=user.headers
            )
            assert answer.status_code == 200
        kept = set(await session.scalars(select(col(Device.token))))
        assert kept == {f"token-{number:02}" for number in range(2, MAX_DEVICES + 2)}


class TestDeleteDevice:
    async def test_only_its_own_person_deletes_it(
        self, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        user = actor("candidate")
        device = (await client.post("fcm", json={"token": TOKEN}, headers=user.headers)).json()
        path = f"fcm/{device['id']}"
        assert (await client.delete(path)).status_code == 401
        stranger = await client.delete(path, headers=actor("staff").headers)
        assert (stranger.status_code, stranger.json()["code"]) == (
            404,
            "device.not_found",
        )
        assert (await client.delete(path, headers=user.headers)).status_code == 204
        assert (await client.delete(path, headers=user.headers)).status_code == 404
        assert (await session.execute(select(Device))).first() is None

    async def test_signing_out_deletes_it_unless_another_has_signed_in_there(
        self, service: Service, client: httpx.AsyncClient, session: AsyncSession
    ) -> None:
        first, second = actor("candidate"), actor("staff")
        for user, token in ((first, "own-browser"), (first, TOKEN), (second, TOKEN)):
            await client.post("fcm", json={"token": token}, headers=user.headers)
        ended = SessionEnded(session_id=first.session_id, user_id=first.user_id)
        for _ in range(2):
            await service.deliver(ended)
        assert set(await session.scalars(select(col(Device.token)))) == {TOKEN}


class TestGetPush:
    async def test_says_with_what_a_browser_registers(
        self, service: Service, client: httpx.AsyncClient
    ) -> None:
        user = actor("candidate", paid=False, image=False)
        assert (await client.get("fcm")).status_code == 401
        assert (await client.get("fcm", headers=user.headers)).json() == {
            "firebase": None,
            "web_push": None,
        }
        values = {
            "api_key": "key",
            "project_id": "itqan",
            "app_id": "1:2:web:3",
            "messaging_sender_id": "123",
            "vapid_key": "BPub",
        }
        service.settings.firebase_web = FirebaseWeb(**values)
        answer = await client.get("fcm", headers=user.headers)
        service.settings.firebase_web = None
        assert answer.json() == {"firebase": values, "web_push": None}
