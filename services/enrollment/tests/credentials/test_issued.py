"""Credentials in certificates are verifiable until revoked or superseded."""

from io import BytesIO
from typing import Any

import httpx
import pytest
from contracts.identity import UserErased
from enrollment.commands import COMMANDS
from enrollment.config import Settings
from enrollment.credentials.adapters.did_web import build_issuer
from kit.testing import Actor, ServiceUnderTest
from openbadgeslib.ob3 import OB3VerificationError, OB3Verifier
from PIL import Image

from services.enrollment.tests.certificates.factories import finished, issue
from services.enrollment.tests.credentials.test_credentials import Elsewhere, claims_of, header_of
from services.enrollment.tests.factories import organization_of, profile_updated


class Issued:
    """Newly issued certificates and their holders."""

    def __init__(self, office: Actor, persons: list[Actor], numbers: list[dict[str, Any]]) -> None:
        self.office, self.persons, self.issued = office, persons, numbers


@pytest.fixture
async def issued(service: ServiceUnderTest, client: httpx.AsyncClient) -> Issued:
    batch, persons, _ = await finished(service, client, people=3)
    report = await issue(client, batch)
    return Issued(organization_of(batch), persons[1:], report["issued"])


@pytest.fixture
def elsewhere(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Elsewhere:
    return Elsewhere(client, build_issuer(service.settings))


async def credential_of(client: httpx.AsyncClient, number: str) -> str:
    found: str = (await client.get(f"verifications/{number}")).json()["credential"]
    return found


async def test_whoever_verifies_a_certificate_gets_its_credential(
    client: httpx.AsyncClient, elsewhere: Elsewhere, issued: Issued
) -> None:
    token = await credential_of(client, issued.issued[0]["number"])
    await elsewhere.verify(token)
    names = claims_of(token)["credentialSubject"]["identifier"]
    assert names[0]["identityHash"] == "Omar Al-Harbi"


async def test_a_badge_carries_the_credential_and_names_its_picture_and_criteria(
    client: httpx.AsyncClient, elsewhere: Elsewhere, issued: Issued
) -> None:
    path = f"certificates/mine/{issued.issued[0]['id']}/badge"
    holder, other = issued.persons
    token = await credential_of(client, issued.issued[0]["number"])
    for kind, extract in (
        ("png", OB3Verifier.extract_token_from_png),
        ("svg", OB3Verifier.extract_token_from_svg),
    ):
        answer = await client.get(path, params={"format": kind}, headers=holder.headers)
        assert answer.headers["content-type"].startswith("image/")
        assert extract(answer.content) == token
        assert (await client.get(path, headers=other.headers)).status_code == 404
    picture = Image.open(BytesIO((await client.get(path, headers=holder.headers)).content))
    picture.load()
    assert picture.size == (512, 512)
    achievement = claims_of(token)["credentialSubject"]["achievement"]
    assert achievement["criteria"]["id"] == achievement["id"]
    shown = await client.get(achievement["image"]["id"].partition("/api/v1/")[2])
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/png")


async def test_a_revoked_one_is_refused_and_the_others_are_not(
    client: httpx.AsyncClient, elsewhere: Elsewhere, issued: Issued
) -> None:
    bad, good = [await credential_of(client, each["number"]) for each in issued.issued]
    await elsewhere.verify(bad)
    answer = await client.post(
        f"certificates/{issued.issued[0]['id']}/revoke",
        json={"kind": "other", "reason": "It was somebody else."},
        headers=issued.office.headers,
    )
    assert answer.status_code == 200, answer.text
    with pytest.raises(OB3VerificationError, match="revocation"):
        await elsewhere.verify(bad)
    await elsewhere.verify(good)


async def test_one_that_was_issued_anew_has_another_credential_and_the_old_one_is_refused(
    client: httpx.AsyncClient,
    service: ServiceUnderTest[Settings],
    elsewhere: Elsewhere,
    issued: Issued,
) -> None:
    old = await credential_of(client, issued.issued[0]["number"])
    await service.deliver(profile_updated(issued.persons[0], name_en="Omar Al-Harby"), sequence=9)
    answer = await client.post(
        f"certificates/{issued.issued[0]['id']}/reissue", headers=issued.office.headers
    )
    assert answer.status_code == 200, answer.text
    new = await credential_of(client, answer.json()["number"])
    await elsewhere.verify(new)
    assert claims_of(new)["credentialSubject"]["identifier"][0]["identityHash"] == "Omar Al-Harby"
    with pytest.raises(OB3VerificationError, match="revocation"):
        await elsewhere.verify(old)


async def test_one_of_an_erased_person_is_refused(
    client: httpx.AsyncClient,
    service: ServiceUnderTest[Settings],
    elsewhere: Elsewhere,
    issued: Issued,
) -> None:
    token = await credential_of(client, issued.issued[0]["number"])
    person = issued.persons[0]
    await service.deliver(
        UserErased(user_id=person.user_id, profile_ids=[person.profile_id], email="")
    )
    with pytest.raises(OB3VerificationError, match="revocation"):
        await elsewhere.verify(token)


async def test_after_a_key_was_revoked_certificates_are_signed_again(
    client: httpx.AsyncClient,
    service: ServiceUnderTest[Settings],
    elsewhere: Elsewhere,
    issued: Issued,
) -> None:
    number = issued.issued[0]["number"]
    before = await credential_of(client, number)
    key_id = header_of(before)["kid"].partition("#")[2]
    command = COMMANDS["credential-keys"]
    said = await command(service.database, service.settings, ["revoke", key_id])
    assert said.startswith(f"{key_id} is revoked")
    after = await credential_of(client, number)
    await elsewhere.verify(after)
    # The certificate and its status-list index stay the same.
    assert claims_of(after) == claims_of(before)
    with pytest.raises(OB3VerificationError, match="no verificationMethod"):
        await elsewhere.verify(before)
