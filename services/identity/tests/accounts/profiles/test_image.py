import io
import struct
import zlib
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.identity import OrganizationUpdated, PrincipalChanged, ProfileUpdated
from identity.accounts.profiles.service import make_square
from identity.config import Settings
from kit.core.errors import Invalid
from kit.documents.media import MediaStore
from kit.testing import ServiceUnderTest
from PIL import Image

from services.identity.tests.factories import (
    Person,
    codes_of,
    execute,
    organization_form,
    picture,
    scalar,
    signed_up,
    verified,
)


async def upload(
    client: httpx.AsyncClient,
    person: Person,
    content: bytes,
    name: str = "me.jpg",
    profile_id: UUID | str | None = None,
    **crop: Any,
) -> httpx.Response:
    return await client.put(
        f"profiles/{profile_id or person.profile_id}/image",
        files={"file": (name, content, "application/octet-stream")},
        data={key: str(value) for key, value in crop.items()},
        headers=person.headers,
    )


async def stored(client: httpx.AsyncClient, url: str) -> Image.Image:
    answer = await client.get(f"http://test{url}")
    assert answer.status_code == 200
    return Image.open(io.BytesIO(answer.content)).convert("RGB")


def colour_at(image: Image.Image, x: float, y: float) -> str:
    pixel = image.getpixel((int(x * image.width), int(y * image.height)))
    assert isinstance(pixel, tuple)
    red, _, blue = pixel
    return "red" if red > blue else "blue"


class TestImage:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    async def test_is_stored_as_webp_in_two_densities(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], kind: Any
    ) -> None:
        person = await verified(client, service)
        answer = await upload(client, person, picture(kind=kind))
        assert answer.status_code == 200
        user = answer.json()["user"]
        profile = user["profiles"][0]
        assert user["image"] == profile["image"]
        assert profile["image"].endswith("@1x.webp")
        assert profile["image_2x"] == profile["image"].replace("@1x", "@2x")
        assert (await stored(client, profile["image"])).size == (256, 256)
        assert (await stored(client, profile["image_2x"])).size == (512, 512)

    async def test_passes_the_gate_at_once_and_is_published(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        answer = await upload(client, person, picture())
        claims = await service.context.verifier.verify(answer.json()["access_token"])
        assert claims.profiles[0].image
        assert (await service.published(PrincipalChanged))[-1].principal_version == claims.pv
        event = (await service.published(ProfileUpdated))[-1]
        assert event.image_url == answer.json()["user"]["image"]

    async def test_an_organizations_picture_is_that_of_its_profile(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service, organization_form())
        answer = await upload(client, person, picture())
        event = (await service.published(OrganizationUpdated))[-1]
        assert event.image_url == answer.json()["user"]["image"]

    async def test_the_middle_is_taken_without_a_crop(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        answer = await upload(client, person, picture(400, 200))
        image = await stored(client, answer.json()["user"]["image"])
        assert colour_at(image, 0.1, 0.5) == "red"
        assert colour_at(image, 0.9, 0.5) == "blue"

    async def test_a_crop_is_followed(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        answer = await upload(client, person, picture(400, 200), x=200, y=50, size=150)
        image = await stored(client, answer.json()["user"]["image"])
        assert colour_at(image, 0.05, 0.5) == "blue"

    async def test_the_camera_s_turn_is_applied_and_its_data_dropped(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        exif = Image.Exif()
        exif[0x0112] = 6  # The camera was turned: left is up.
        exif[0x010E] = "where I live"
        person = await verified(client, service)
        content = picture(300, 200, exif=exif.tobytes())
        answer = await upload(client, person, content)
        url = answer.json()["user"]["image"]
        image = await stored(client, url)
        assert colour_at(image, 0.5, 0.1) == "red"
        assert colour_at(image, 0.5, 0.9) == "blue"
        raw = (await client.get(f"http://test{url}")).content
        assert b"where I live" not in raw
        assert not Image.open(io.BytesIO(raw)).getexif()

    async def test_transparency_becomes_white(self) -> None:
        target = io.BytesIO()
        Image.new("RGBA", (200, 200), (0, 0, 0, 0)).save(target, "PNG")
        made = await make_square(target.getvalue(), None)
        assert Image.open(io.BytesIO(made[1])).convert("RGB").getpixel((9, 9)) == (255, 255, 255)

    async def test_replacing_discards_the_old_files_a_day_later(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        old = (await upload(client, person, picture())).json()["user"]["image"]
        new = (await upload(client, person, picture())).json()["user"]["image"]
        assert old != new
        media = MediaStore(service.database, service.context.files)
        assert await media.delete_discarded() == 0
        await stored(client, old)
        await execute(service, "UPDATE discarded_files SET due_at = now()")
        assert await media.delete_discarded() == 2
        assert (await client.get(f"http://test{old}")).status_code == 404
        await stored(client, new)
        assert len(await service.published(PrincipalChanged)) == 2

    async def test_files_of_a_refused_upload_are_cleaned_up(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        await execute(service, "DELETE FROM profiles")
        answer = await upload(client, person, picture())
        assert answer.status_code == 404
        assert await scalar(service, "SELECT count(*) FROM discarded_files") == 2

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            (b"", "picture.unsupported_format"),
            (b"GIF89a not really", "picture.unsupported_format"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture.unsupported_format"),
            (picture(99, 300), "picture.too_small"),
            (picture()[:900], "picture.broken"),
            (b"x" * (5 * 1024 * 1024 + 1), "picture.too_large"),
        ],
    )
    async def test_what_is_no_good_picture_is_a_field_error(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        content: bytes,
        code: str,
    ) -> None:
        person = await verified(client, service)
        answer = await upload(client, person, content)
        assert answer.status_code == 422
        assert codes_of(answer) == {"file": code}
        assert await scalar(service, "SELECT count(*) FROM discarded_files") == 0

    @pytest.mark.parametrize(
        ("crop", "code"),
        [
            ({"x": 200, "y": 0, "size": 150}, "picture.crop_out_of_bounds"),
            ({"x": 0, "y": 0, "size": 50}, "picture.too_small"),
        ],
    )
    async def test_a_crop_outside_or_too_small_is_a_field_error(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        crop: dict[str, Any],
        code: str,
    ) -> None:
        person = await verified(client, service)
        answer = await upload(client, person, picture(), **crop)
        assert answer.status_code == 422
        assert codes_of(answer) == {"size": code}

    async def test_a_small_file_of_huge_dimensions_is_not_decoded(self) -> None:
        def chunk(kind: bytes, data: bytes) -> bytes:
            body = kind + data
            return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

        header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
        bomb = (
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", header)
            + chunk(b"IDAT", b"")
            + chunk(b"IEND", b"")
        )
        with pytest.raises(Invalid) as refused:
            await make_square(bomb, None)
        assert refused.value.fields
        assert refused.value.fields[0].code == "picture.too_many_pixels"

    async def test_another_users_profile_is_404(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, other = await verified(client, service), await verified(client, service)
        answer = await upload(client, person, picture(), profile_id=other.profile_id)
        assert answer.status_code == 404
        assert answer.json()["code"] == "profile.not_found"

    async def test_401_403_and_422(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        path = f"profiles/{person.profile_id}/image"
        files = {"file": ("me.jpg", picture())}
        assert (await client.put(path, files=files)).status_code == 401
        assert (await client.put(path, headers=person.headers)).status_code == 422
        unverified = await signed_up(client)
        assert (await upload(client, unverified, picture())).status_code == 403


class TestMedia:
    async def test_is_public_unchanging_and_nothing_but_a_picture(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        url = (await upload(client, person, picture())).json()["user"]["image"]
        answer = await client.get(f"http://test{url}")
        assert answer.headers["content-type"] == "image/webp"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert len(url.rsplit("/", 1)[1]) > 32

    @pytest.mark.parametrize(
        "path",
        [
            "profiles/nobody-has-this-key-here@1x.webp",
            "profiles/../../etc/passwd",
            "profiles/%2e%2e/%2e%2e/etc/passwd",
            "other/thing.webp",
            "profiles/x@3x.webp",
            "",
        ],
    )
    async def test_404_for_anything_else(self, client: httpx.AsyncClient, path: str) -> None:
        assert (await client.get(f"media/{path}")).status_code == 404
