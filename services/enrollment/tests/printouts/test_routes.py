import io
from uuid import uuid4

import httpx
import pypdfium2
from kit.testing import Actor, ServiceUnderTest

from services.enrollment.tests.factories import organization_of
from services.enrollment.tests.papers.test_making import issued


def split_words(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    pages = pypdfium2.PdfDocument(io.BytesIO(answer.content))
    return " ".join(page.get_textpage().get_text_bounded() for page in pages)


async def test_hold_the_people_and_certificates_of_a_batch(
    service: ServiceUnderTest, client: httpx.AsyncClient
) -> None:
    batch, _, certificates = await issued(service, client, people=3)
    other, _, _ = await issued(service, client)

    async def printed(kind: str, who: Actor, **params: str) -> httpx.Response:
        path = f"papers/batches/{batch.batch_id}/{kind}"
        return await client.get(path, params=params, headers=who.headers)

    who = organization_of(batch)
    attendance = await printed("attendance", who)
    words = split_words(attendance)
    assert f"attendance-{batch.code}.pdf" in attendance.headers["content-disposition"]
    assert batch.title_ar.split()[0] in words
    # The first person was absent and has no certificate.
    assert "Huda Al-Qahtani" in words
    assert words.count("Absent") == len(batch.sessions)
    one = await printed("attendance", who, session_id=str(batch.sessions[0].id))
    assert split_words(one).count("Absent") == 1
    unknown = await printed("attendance", who, session_id=str(uuid4()))
    assert (unknown.status_code, unknown.json()["code"]) == (404, "batch_session.not_found")

    words = split_words(await printed("certificates", who))
    assert all(certificate["number"] in words for certificate in certificates)
    assert "Huda" not in words
    for kind in ("attendance", "certificates"):
        assert (await printed(kind, organization_of(other))).status_code == 404
