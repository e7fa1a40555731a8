"""PDFs are made despite crashes and failures."""

import asyncio
import io
from typing import Any

import httpx
import pikepdf
import pytest
from contracts.catalog import BatchUpdated
from contracts.identity import UserErased
from contracts.testing import event
from enrollment.certificates.models import Certificate
from enrollment.certificates.service import sign_again
from enrollment.config import Settings
from enrollment.credentials.adapters.did_web import build_issuer
from enrollment.papers import service as making
from enrollment.papers.adapters.certificate import build_certificate_paper
from enrollment.papers.service import delete_erased, make_next_pdfs
from kit.core.files import Files
from kit.database.db import AsyncSession, Database
from kit.documents import papers
from kit.documents.media import MediaStore
from kit.testing import Actor, ServiceUnderTest
from kit.testing.crashes import crash_at_failpoint

from services.enrollment.tests.certificates.factories import finished, issue
from services.enrollment.tests.factories import execute, organization_of

PUBLIC_URL = "https://itqan.example"


def media_of(service: ServiceUnderTest) -> MediaStore:
    return MediaStore(service.database, Files(service.settings.files_url))


async def make(service: ServiceUnderTest) -> int:
    return await make_next_pdfs(service.database, media_of(service), PUBLIC_URL)


async def make_step(_: AsyncSession, database_url: str, files_url: str) -> None:
    """Run a replica of the service that makes PDFs, for `crash_at_failpoint`."""
    database = Database(database_url)
    await make_next_pdfs(database, MediaStore(database, Files(files_url)), PUBLIC_URL)


async def issued(
    service: ServiceUnderTest, client: httpx.AsyncClient, people: int = 2
) -> tuple[BatchUpdated, list[Actor], list[dict[str, Any]]]:
    """Return a batch with issued certificates."""
    batch, persons, _ = await finished(service, client, people=people)
    report = await issue(client, batch)
    assert len(report["issued"]) == people - 1
    return batch, persons[1:], report["issued"]


async def paper(
    client: httpx.AsyncClient, certificate: dict[str, Any], who: Actor, mine: str = ""
) -> httpx.Response:
    return await client.get(f"certificates/{mine}{certificate['id']}/paper", headers=who.headers)


async def keys_of(service: ServiceUnderTest) -> list[str | None]:
    rows = await execute(service, "SELECT paper_key FROM certificates ORDER BY created_at, id")
    return [row[0] for row in rows]


async def held_by_papers(
    service: ServiceUnderTest, client: httpx.AsyncClient, certificate: dict[str, Any], holder: Actor
) -> bool:
    """Tell if the PDF has the certificate's credential."""
    ((credential,),) = await execute(service, "SELECT credential FROM certificates")
    shown = await paper(client, certificate, holder, "mine/")
    with pikepdf.open(io.BytesIO(shown.content)) as pdf:
        attached = pdf.attachments["credential.jwt"].get_file().read_bytes().decode()
    return attached == str(credential)


async def sign_all_again(service: ServiceUnderTest) -> None:
    (key_id,) = await execute(service, "SELECT id FROM credential_keys")
    # Signing again with the same key gives the same credential.
    await execute(service, "UPDATE certificates SET number = reverse(number)")
    assert isinstance(service.settings, Settings)
    async with service.database.transaction() as session:
        assert await sign_again(session, build_issuer(service.settings), key_id[0], None)


async def let_time_pass(service: ServiceUnderTest) -> None:
    await execute(service, "UPDATE paper_attempts SET next_at = now()")


class TestPapers:
    async def test_a_certificate_gets_its_paper_which_its_holder_and_organization_see(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, (holder,), (certificate,) = await issued(service, client)
        waiting = await paper(client, certificate, holder, "mine/")
        assert (waiting.status_code, waiting.json()["code"]) == (404, "certificate.not_ready")
        await execute(service, "UPDATE certificates SET credential = 'a.b.c'")
        assert await make(service) == 1
        assert await make(service) == 0
        own = await paper(client, certificate, holder, "mine/")
        of_organization = await paper(client, certificate, organization_of(batch))
        assert own.content == of_organization.content
        assert certificate["number"] in own.headers["content-disposition"]
        with pikepdf.open(io.BytesIO(own.content)) as pdf:
            assert "Omar Al-Harbi" in str(pdf.docinfo["/Title"])
            assert pdf.attachments["credential.jwt"].get_file().read_bytes() == b"a.b.c"
        assert await execute(service, "SELECT * FROM paper_attempts") == []
        assert await execute(service, "SELECT * FROM discarded_files") == []

    async def test_copies_share_them(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(papers, "PORTION", 2)
        await issued(service, client, people=5)
        made = await asyncio.gather(*(make(service) for _ in range(4)))
        assert sum(made) == 4
        assert None not in await keys_of(service)
        assert await execute(service, "SELECT * FROM discarded_files") == []

    @pytest.mark.parametrize(
        "failpoint", ["papers.claimed", "media.written", "papers.stored", "media.adopted"]
    )
    async def test_a_copy_that_dies_leaves_them_to_the_next(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, failpoint: str
    ) -> None:
        await issued(service, client, people=3)
        urls = (service.database.url, service.settings.files_url)
        await crash_at_failpoint(failpoint, service, make_step, *urls)
        assert await keys_of(service) == [None, None]
        # Claimed certificates are not tried again.
        assert await make(service) == 0
        await let_time_pass(service)
        assert await make(service) == 2
        assert None not in await keys_of(service)

    async def test_one_that_cannot_be_made_keeps_no_other_waiting(
        self, service: ServiceUnderTest, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        _, _, (broken, *_) = await issued(service, client, people=4)

        def paper_of(certificate: Certificate, *args: Any) -> papers.Paper:
            made = build_certificate_paper(certificate, *args)
            if str(certificate.id) == broken["id"]:
                return papers.Paper({}, made.made_at)
            return made

        monkeypatch.setattr(making, "build_certificate_paper", paper_of)
        assert await make(service) == 3
        assert await make(service) == 0
        assert (await keys_of(service)).count(None) == 1
        for attempts in (2, 3):
            await let_time_pass(service)
            assert await make(service) == 1
            (row,) = await execute(service, "SELECT attempts, next_at > now() FROM paper_attempts")
            assert row == (attempts, True)
        monkeypatch.undo()
        await let_time_pass(service)
        assert await make(service) == 1
        assert None not in await keys_of(service)

    async def test_strangers_do_not_see_them(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        _, _, (certificate,) = await issued(service, client)
        other, (stranger,), _ = await issued(service, client)
        await make(service)
        assert (await paper(client, certificate, stranger, "mine/")).status_code == 404
        assert (await paper(client, certificate, organization_of(other))).status_code == 404

    async def test_what_was_signed_again_gets_another_that_holds_its_credential(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        _, (holder,), (certificate,) = await issued(service, client)
        await make(service)
        (before,) = await keys_of(service)
        await sign_all_again(service)
        assert await keys_of(service) == [None]
        assert await make(service) == 1
        assert await held_by_papers(service, client, certificate, holder)
        await execute(service, "UPDATE discarded_files SET due_at = now()")
        assert await media_of(service).delete_discarded() == 1
        assert before and await media_of(service).read(before) is None

    async def test_one_that_was_begun_before_it_was_signed_again_is_not_taken(
        self,
        service: ServiceUnderTest,
        client: httpx.AsyncClient,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        _, (holder,), (certificate,) = await issued(service, client)
        render = papers.render

        async def slowly(*args: Any) -> Any:
            made = await render(*args)
            await sign_all_again(service)
            return made

        monkeypatch.setattr(papers, "render", slowly)
        assert await make(service) == 1
        assert await keys_of(service) == [None]
        monkeypatch.undo()
        assert await make(service) == 1
        assert await held_by_papers(service, client, certificate, holder)

    async def test_of_an_erased_person_none_is_left(
        self, service: ServiceUnderTest, client: httpx.AsyncClient
    ) -> None:
        batch, (holder,), (certificate,) = await issued(service, client)
        await make(service)
        (key,) = await keys_of(service)
        await service.deliver(
            event(UserErased, user_id=holder.user_id, profile_ids=[holder.profile_id])
        )
        async with service.database.transaction() as session:
            assert await delete_erased(session) == 1
        assert (await paper(client, certificate, organization_of(batch))).status_code == 404
        assert await make(service) == 0
        await execute(service, "UPDATE discarded_files SET due_at = now()")
        media = media_of(service)
        assert await media.delete_discarded() == 1
        assert key and await media.read(key) is None
