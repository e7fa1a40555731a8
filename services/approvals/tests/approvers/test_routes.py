"""Assignable admins are found by name or email address."""

import httpx
import pytest
from contracts import Permission
from kit.testing import ServiceUnderTest

from services.approvals.tests import factories
from services.approvals.tests.factories import create_admin


class TestListApprovers:
    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ("", ["Huda Salem", "Omar Zaki"]),
            ("?search=HUDA", ["Huda Salem"]),
            ("?search=salem+hu", ["Huda Salem"]),
            ("?search=هدي", ["Huda Salem"]),
            ("?search=هُدَى+salém", ["Huda Salem"]),
            ("?search=huda+zaki", []),
            ("?search=عمر", ["Omar Zaki"]),
            ("?search=omar@", ["Omar Zaki"]),
            ("?search=%25", []),
            ("?page=2&page_size=1", ["Omar Zaki"]),
        ],
    )
    async def test_lists_active_admins_by_name(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, query: str, names: list[str]
    ) -> None:
        await create_admin(service, name_en="Omar Zaki", name_ar="عمر زكي", email="omar@x.org")
        await create_admin(service, name_en="Huda Salem", name_ar="هدى سالم")
        await create_admin(service, name_en="Gone", active=False)
        answer = await client.get(f"approvers{query}", headers=factories.admin().headers)
        assert [one["name_en"] for one in answer.json()["data"]] == names

    async def test_403_without_the_permission(self, client: httpx.AsyncClient) -> None:
        headers = factories.admin(Permission.VIEW_USERS).headers
        assert (await client.get("approvers", headers=headers)).status_code == 403

    async def test_401_when_signed_out(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("approvers")).status_code == 401
