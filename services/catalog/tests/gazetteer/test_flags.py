"""Uploaded flags of countries."""

from io import BytesIO
from uuid import uuid4

import httpx
import pytest
from kit.database.db import AsyncSession
from kit.documents.media import MediaStore
from kit.testing import Actor, ServiceUnderTest
from PIL import Image
from sqlalchemy import text

from services.catalog.tests.factories import make_country


def picture(width: int = 640, height: int = 480, kind: str = "PNG") -> bytes:
    content = BytesIO()
    Image.new("RGB", (width, height), "green").save(content, kind)
    return content.getvalue()


class TestFlag:
    async def test_is_stored_as_webp_under_a_new_address(
        self, client: httpx.AsyncClient, settings_admin: Actor, session: AsyncSession
    ) -> None:
        country = await make_country(session)
        path = f"countries/{country.id}/flag"
        urls = []
        for kind in ("PNG", "JPEG"):
            answer = await client.post(
                path, files={"file": ("flag", picture(kind=kind))}, headers=settings_admin.headers
            )
            assert answer.status_code == 200
            urls.append(answer.json()["flag_url"])
        assert urls[0] != urls[1]
        shown = await client.get(f"http://test{urls[1]}")
        assert shown.headers["content-type"] == "image/webp"
        assert "immutable" in shown.headers["cache-control"]
        with Image.open(BytesIO(shown.content)) as image:
            assert (image.format, image.size) == ("WEBP", (320, 240))

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            (b"", "picture.unsupported_format"),
            (b"<svg/>", "picture.unsupported_format"),
            (picture()[:200], "picture.broken"),
            (b"x" * (5 * 1024 * 1024 + 1), "picture.too_large"),
            (picture(10_000, 5_000), "picture.too_many_pixels"),
        ],
    )
    async def test_422_for_what_is_no_picture(
        self,
        client: httpx.AsyncClient,
        settings_admin: Actor,
        session: AsyncSession,
        content: bytes,
        code: str,
    ) -> None:
        country = await make_country(session)
        answer = await client.post(
            f"countries/{country.id}/flag",
            files={"file": ("flag.png", content)},
            headers=settings_admin.headers,
        )
        assert answer.status_code == 422
        (problem,) = answer.json()["fields"]
        assert (problem["field"], problem["code"]) == ("file", code)

    async def test_replacing_it_and_deleting_the_country_discard_it(
        self,
        client: httpx.AsyncClient,
        settings_admin: Actor,
        session: AsyncSession,
        service: ServiceUnderTest,
    ) -> None:
        country = await make_country(session)
        media = MediaStore(service.database, service.context.files)
        urls = []
        for _ in range(2):
            answer = await client.post(
                f"countries/{country.id}/flag",
                files={"file": ("flag", picture())},
                headers=settings_admin.headers,
            )
            urls.append(f"http://test{answer.json()['flag_url']}")
        # Clients with the previous URL still get its picture.
        assert [(await client.get(url)).status_code for url in urls] == [200, 200]
        for left in (1, 0):
            await session.execute(text("UPDATE discarded_files SET due_at = now()"))
            await session.commit()
            assert await media.delete_discarded() == 1
            found = [(await client.get(url)).status_code for url in urls]
            assert found.count(200) == left
            await client.delete(f"countries/{country.id}", headers=settings_admin.headers)

    async def test_a_refused_upload_is_cleaned_up(
        self, client: httpx.AsyncClient, settings_admin: Actor, service: ServiceUnderTest
    ) -> None:
        answer = await client.post(
            f"countries/{uuid4()}/flag",
            files={"file": ("flag", picture())},
            headers=settings_admin.headers,
        )
        assert answer.status_code == 404
        async with service.database.engine.connect() as connection:
            waiting = await connection.execute(text("SELECT count(*) FROM discarded_files"))
            assert waiting.scalar_one() == 1

    async def test_404_for_another_address(self, client: httpx.AsyncClient) -> None:
        path = f"countries/{uuid4()}/flag"
        assert (await client.get(f"{path}?v={'a' * 22}")).status_code == 404
        assert (await client.get(f"{path}?v=../../../../etc/passwd")).status_code == 422
        assert (await client.get(path)).status_code == 422

    async def test_401_and_403(
        self, client: httpx.AsyncClient, plain_admin: Actor, session: AsyncSession
    ) -> None:
        country = await make_country(session)
        path, files = f"countries/{country.id}/flag", {"file": ("flag.png", picture())}
        assert (await client.post(path, files=files)).status_code == 401
        answer = await client.post(path, files=files, headers=plain_admin.headers)
        assert answer.status_code == 403
