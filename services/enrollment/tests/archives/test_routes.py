import io
import zipfile
from typing import Any

import httpx
import pytest
from enrollment.archives import service as archives
from enrollment.archives.service import delete_expired
from enrollment.certificates.models import Certificate
from enrollment.papers import service as making
from enrollment.papers.adapters.certificate import build_certificate_paper
from kit.documents import papers
from kit.testing import Actor, ServiceUnderTest, actor

from services.enrollment.tests.factories import execute, organization_of
from services.enrollment.tests.papers.test_making import issued, let_time_pass, make, paper


async def ask(client: httpx.AsyncClient, who: Actor, **filters: Any) -> httpx.Response:
    return await client.post("papers/archives", json={"filters": filters}, headers=who.headers)


async def file_of(client: httpx.AsyncClient, who: Actor, archive: Any) -> httpx.Response:
    return await client.get(f"papers/archives/{archive['id']}/file", headers=who.headers)


async def shown(client: httpx.AsyncClient, who: Actor) -> list[dict[str, Any]]:
    answer = await client.get("papers/archives", headers=who.headers)
    assert answer.status_code == 200
    rows: list[dict[str, Any]] = answer.json()
    return rows


class TestArchives:
    async def test_are_ready_once_all_papers_are_made_and_end_after_a_day(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        batch, _, certificates = await issued(service, client, people=4)
        who = organization_of(batch)
        monkeypatch.setattr(papers, "PORTION", 2)
        archive = (await ask(client, who, batch_id=str(batch.batch_id))).json()
        assert (archive["ready"], archive["total"], archive["made"]) == (False, 3, 0)
        assert archive["batch_code"] == batch.code
        await make(service)
        assert [(row["ready"], row["made"]) for row in await shown(client, who)] == [(False, 2)]
        early = await file_of(client, who, archive)
        assert (early.status_code, early.json()["code"]) == (409, "certificate_archive.not_ready")
        await make(service)
        assert [(row["ready"], row["made"]) for row in await shown(client, who)] == [(True, 3)]
        answer = await file_of(client, who, archive)
        with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
            assert file.testzip() is None
            names = file.namelist()
            assert names[0].startswith("Omar Al-Harbi ")
            for certificate in certificates:
                (name,) = (name for name in names if certificate["number"] in name)
                assert file.read(name) == (await paper(client, certificate, who)).content

        await execute(service, "UPDATE paper_archives SET ends_at = now()")
        assert await shown(client, who) == []
        late = await file_of(client, who, archive)
        assert (late.status_code, late.json()["code"]) == (404, "certificate_archive.not_found")
        async with service.database.transaction() as session:
            assert await delete_expired(session) == 1

    async def test_have_what_the_filters_choose_and_what_still_holds(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, _, certificates = await issued(service, client, people=4)
        who = organization_of(batch)
        await make(service)
        one = (await ask(client, who, search=certificates[0]["number"])).json()
        assert (one["ready"], one["total"]) == (True, 1)
        everything = (await ask(client, who)).json()
        assert everything["total"] == 3
        revoked = await client.post(
            f"certificates/{certificates[1]['id']}/revoke",
            json={"kind": "issued_in_error", "reason": "By mistake."},
            headers=who.headers,
        )
        assert revoked.status_code == 200
        latest, first = await shown(client, who)
        assert (latest["id"], latest["total"], first["id"]) == (everything["id"], 2, one["id"])
        content = (await file_of(client, who, everything)).content
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            assert not any(certificates[1]["number"] in name for name in file.namelist())
        none = await ask(client, who, state=["revoked"])
        assert (none.status_code, none.json()["code"]) == (409, "certificate_archive.empty")

    async def test_do_not_wait_for_what_cannot_be_made(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        batch, _, (broken, *_) = await issued(service, client, people=3)
        who = organization_of(batch)

        number = broken["number"].replace("-", "")

        def paper_of(certificate: Certificate, *args: Any) -> papers.Paper:
            made = build_certificate_paper(certificate, *args)
            return papers.Paper({}, made.made_at) if certificate.number == number else made

        monkeypatch.setattr(making, "build_certificate_paper", paper_of)
        archive = (await ask(client, who)).json()
        for ready in (False, False, True):
            await make(service)
            (row,) = await shown(client, who)
            assert (row["ready"], row["made"]) == (ready, 1)
            await let_time_pass(service)
        assert row["failed"] == 1
        with zipfile.ZipFile(io.BytesIO((await file_of(client, who, archive)).content)) as file:
            assert len(file.namelist()) == 1

    async def test_are_of_whoever_asked_and_of_what_they_see(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        batch, _, _ = await issued(service, client)
        other, _, _ = await issued(service, client)
        await make(service)
        who = organization_of(batch)
        archive = (await ask(client, who)).json()
        assert archive["total"] == 1
        for stranger in (organization_of(other), organization_of(batch)):
            assert await shown(client, stranger) == []
            assert (await file_of(client, stranger, archive)).status_code == 404
        strange = await ask(client, organization_of(other), batch_id=str(batch.batch_id))
        assert strange.json()["code"] == "certificate_archive.empty"
        admin = actor("admin", roles={"super-admin"})
        assert (await ask(client, admin)).json()["total"] == 2
        monkeypatch.setattr(archives, "MAX_PDFS", 1)
        many = await ask(client, admin)
        assert (many.status_code, many.json()["code"]) == (409, "certificate_archive.too_large")
