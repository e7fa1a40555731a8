import io
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from enrollment.papers import rules
from kit.security.rate_limiter import RateLimiter
from kit.testing import Actor, ServiceUnderTest, actor
from PIL import Image, ImageDraw

from services.enrollment.tests.certificates.factories import issue
from services.enrollment.tests.factories import execute, organization_of
from services.enrollment.tests.papers.test_making import issued, make, paper

SCRIPT = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
SIGNATORY = {"name_en": "Dr. Khalid Al-Harbi", "title_en": "Director", "title_ar": "المدير"}


def designer(organization_id: Any = None) -> Actor:
    return actor(
        "organization",
        organization_id=organization_id or uuid4(),
        permissions={"update-certificate-design", "view-certificates"},
    )


def photo(written: bool = True) -> bytes:
    """Build a photo of a signature with uneven light, as from a phone."""
    picture = Image.linear_gradient("L").resize((640, 480)).point(lambda light: 150 + light // 3)
    if written:
        ImageDraw.Draw(picture).line((200, 300, 260, 180, 320, 300, 440, 200), fill=20, width=9)
    target = io.BytesIO()
    picture.save(target, "JPEG")
    return target.getvalue()


async def upload(
    client: httpx.AsyncClient, who: Actor, content: bytes, kind: str = "logo"
) -> httpx.Response:
    return await client.post(
        f"papers/pictures?kind={kind}", files={"file": ("file", content)}, headers=who.headers
    )


async def publish(
    client: httpx.AsyncClient, who: Actor, version: int, **design: Any
) -> httpx.Response:
    body = {"version": version, **design}
    return await client.post("papers/design", json=body, headers=who.headers)


def fields(answer: httpx.Response) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(each["field"], each["code"]) for each in answer.json()["fields"]]


class TestDesign:
    async def test_is_the_standard_one_until_a_version_is_published(
        self, client: httpx.AsyncClient
    ) -> None:
        who = designer()
        design = (await client.get("papers/design", headers=who.headers)).json()
        assert (design["version"], design["accent"]) == (0, "#047857")
        first = await publish(client, who, 0, accent="#1E3A8A", signatories=[SIGNATORY])
        assert first.status_code == 200
        assert (first.json()["version"], first.json()["accent"]) == (1, "#1e3a8a")
        assert first.json()["signatories"][0]["name_en"] == "Dr. Khalid Al-Harbi"
        other = (await client.get("papers/design", headers=designer().headers)).json()
        assert other["version"] == 0

    async def test_of_two_who_publish_one_looks_again(self, client: httpx.AsyncClient) -> None:
        who = designer()
        assert (await publish(client, who, 0)).status_code == 200
        late = await publish(client, who, 0, accent="#7f1d1d")
        assert (late.status_code, late.json()["code"]) == (409, "certificate_design.edit_conflict")
        assert (await publish(client, who, 1)).json()["version"] == 2

    async def test_papers_keep_the_version_by_which_they_were_made(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, (certificate,) = await issued(service, client)
        who = designer(batch.organization_id)
        logo = (await upload(client, who, photo())).json()["name"]
        await publish(client, who, 0, logo=logo)
        await make(service)
        before = await paper(client, certificate, organization_of(batch))
        assert before.status_code == 200
        await publish(client, who, 1, accent="#7f1d1d", logo=logo)
        assert await make(service) == 0
        assert (await paper(client, certificate, who)).content == before.content
        (row,) = await execute(
            service,
            "SELECT design_version, d.version FROM certificates c"
            " JOIN certificate_designs d ON d.id = c.design_id",
        )
        assert row == (1, 1)
        assert (await issue(client, batch))["issued"] == []
        await execute(service, "UPDATE certificates SET paper_key = NULL")
        assert await make(service) == 1
        assert (await paper(client, certificate, who)).content == before.content

    async def test_those_made_before_the_first_version_stay_by_none(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, (certificate,) = await issued(service, client)
        who = designer(batch.organization_id)
        await make(service)
        before = await paper(client, certificate, organization_of(batch))
        await publish(client, who, 0, accent="#7f1d1d")
        await execute(service, "UPDATE certificates SET paper_key = NULL")
        assert await make(service) == 1
        assert (await paper(client, certificate, who)).content == before.content

    @pytest.mark.parametrize(
        ("design", "field", "code"),
        [
            ({"accent": "#ffd700"}, "accent", "color.low_contrast"),
            ({"accent": "red"}, "accent", "color.invalid"),
            ({"accent": '#000000"))'}, "accent", "color.invalid"),
            ({"text_en": "a" * 161}, "text_en", "field.string_too_long"),
            ({"text_en": "<b>"}, "text_en", "text.markup"),
            ({"logo": "../../secret"}, "logo", "field.string_pattern_mismatch"),
            ({"logo": "a" * 32}, "logo", "picture.expired"),
            ({"signatories": [{"title_en": "x"}]}, "signatories.0", "signatory.name_required"),
            ({"signatories": [SIGNATORY] * 3}, "signatories", "field.too_long"),
        ],
    )
    async def test_bad_values_are_refused_at_their_field(
        self, client: httpx.AsyncClient, design: dict[str, Any], field: str, code: str
    ) -> None:
        who = designer()
        assert fields(await publish(client, who, 0, **design)) == [(field, code)]
        assert (await client.get("papers/design", headers=who.headers)).json()["version"] == 0


class TestPictures:
    async def test_another_organization_s_picture_is_not_taken(
        self, client: httpx.AsyncClient
    ) -> None:
        name = (await upload(client, designer(), photo())).json()["name"]
        assert fields(await publish(client, designer(), 0, logo=name)) == [
            ("logo", "picture.expired")
        ]

    async def test_a_picture_of_a_version_before_is_taken_again(
        self, client: httpx.AsyncClient
    ) -> None:
        who = designer()
        name = (await upload(client, who, photo(), "signature")).json()["name"]
        signatory = {**SIGNATORY, "signature": name}
        assert (await publish(client, who, 0, signatories=[signatory])).status_code == 200
        assert (await publish(client, who, 1)).status_code == 200
        assert (await publish(client, who, 2, signatories=[signatory] * 2)).status_code == 200

    @pytest.mark.parametrize(
        ("content", "kind", "code"),
        [
            (SCRIPT, "logo", "picture.unsupported_format"),
            (b"%PDF-1.7", "logo", "picture.unsupported_format"),
            (photo(written=False), "signature", "picture.no_ink"),
        ],
    )
    async def test_what_is_no_good_is_refused(
        self, client: httpx.AsyncClient, content: bytes, kind: str, code: str
    ) -> None:
        assert fields(await upload(client, designer(), content, kind)) == [("file", code)]


class TestPreview:
    async def preview(self, client: httpx.AsyncClient, who: Actor, **design: Any) -> httpx.Response:
        return await client.post("papers/preview", json=design, headers=who.headers)

    async def test_shows_the_design_with_the_pictures_uploaded_just_now(
        self, client: httpx.AsyncClient
    ) -> None:
        who = designer()
        plain = await self.preview(client, who)
        assert plain.headers["content-type"] == "image/png"
        name = (await upload(client, who, photo(), "signature")).json()["name"]
        signed = await self.preview(client, who, signatories=[{**SIGNATORY, "signature": name}])
        unsigned = await self.preview(client, who, signatories=[SIGNATORY])
        assert len({plain.content, signed.content, unsigned.content}) == 3
        stranger = await self.preview(
            client, designer(), signatories=[{**SIGNATORY, "signature": name}]
        )
        assert stranger.content == unsigned.content

    async def test_is_counted(
        self, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        quota = RateLimiter(1, timedelta(minutes=1))
        monkeypatch.setattr(rules, "PREVIEW_LIMIT", quota)
        who = designer()
        assert (await self.preview(client, who)).status_code == 200
        assert (await self.preview(client, who)).status_code == 429
