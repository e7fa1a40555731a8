"""Verifiers accept our credentials by the published documents, and refuse all others.

openbadgeslib, which shares no code with ours, plays the verifier.
"""

import asyncio
import json
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from enrollment import seed
from enrollment.commands import COMMANDS
from enrollment.config import Settings
from enrollment.credentials import service as credentials
from enrollment.credentials.adapters.did_web import Issuer, build_issuer
from enrollment.credentials.adapters.status_list import POSITIONS, encode_positions
from enrollment.credentials.keys import service as keys
from enrollment.credentials.models import CredentialKey
from joserfc import jwt
from joserfc.jwk import OctKey, OKPKey
from joserfc.util import urlsafe_b64decode, urlsafe_b64encode
from kit.database.db import utc_now
from kit.domain.timezone import today
from kit.testing import ServiceUnderTest
from kit.web.cache import clear_answers
from openbadgeslib.ob3 import OB3VerificationError, OB3Verifier
from openbadgeslib.ob3.status import decode_encoded_list, set_indices
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlmodel import col

ALGORITHM = "EdDSA"


@dataclass
class Paper:
    """Certificate fields that credentials need."""

    number: str = "7K3MQ9WXTB2R"
    training_id: UUID = field(default_factory=uuid4)
    organization_id: UUID = field(default_factory=uuid4)
    holder_name_en: str = "Huda Al-Otaibi"
    holder_name_ar: str = "هدى العتيبي"
    training_title_en: str = "Cold chain"
    training_title_ar: str = "سلسلة التبريد"
    organization_name_en: str = "Logistics Academy"
    organization_name_ar: str = "أكاديمية اللوجستيات"
    started_on: date = date(2026, 9, 1)
    ended_on: date = date(2026, 9, 5)
    score_percent: int | None = 88
    issued_on: date = date(2026, 9, 7)
    expires_on: date | None = None
    credential: str | None = None
    status_index: int | None = None


@pytest.fixture
def issuer(service: ServiceUnderTest[Settings]) -> Issuer:
    return build_issuer(service.settings)


async def signed(service: ServiceUnderTest[Settings], issuer: Issuer, *papers: Paper) -> None:
    async with service.database.transaction() as session:
        await credentials.sign_certificates(session, issuer, papers)


async def published(client: httpx.AsyncClient, issuer: Issuer, url: str) -> bytes:
    """Fetch one of our published documents, half a minute after the last change."""
    clear_answers()
    if url.endswith("/.well-known/did.json"):
        path = "credentials/did.json"
    else:
        path = url.removeprefix(f"{issuer.url}/api/v1/")
    answer = await client.get(path)
    assert answer.status_code == 200, url
    assert answer.headers["access-control-allow-origin"] == "*"
    return answer.content


class Elsewhere:
    """Third-party software that has a credential and our DID."""

    def __init__(self, client: httpx.AsyncClient, issuer: Issuer) -> None:
        self.client, self.issuer = client, issuer
        self.served: dict[str, bytes] = {}
        """Responses that replace ours."""

    async def verify(self, token: str, *, status: bool = True) -> Any:
        documents = dict(self.served)
        urls = [f"{self.issuer.url}/.well-known/did.json", *self._lists(token)]
        for url in urls:
            if url not in documents:
                documents[url] = await published(self.client, self.issuer, url)

        def download(url: str, *_: Any, **__: Any) -> bytes:
            # A did:web is always resolved over HTTPS.
            return documents[url.replace("https://", self.issuer.url.split("//")[0] + "//")]

        verifier = OB3Verifier.for_issuer_did(self.issuer.id, download=download)
        return verifier.verify(token, check_status=status, download=download)

    @staticmethod
    def _lists(token: str) -> list[str]:
        status = claims_of(token).get("credentialStatus")
        return [status["statusListCredential"]] if status else []


def claims_of(token: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(urlsafe_b64decode(token.split(".")[1].encode()))
    return found


def header_of(token: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(urlsafe_b64decode(token.split(".", maxsplit=1)[0].encode()))
    return found


def part(value: dict[str, Any]) -> str:
    return urlsafe_b64encode(json.dumps(value, ensure_ascii=False).encode()).decode()


@pytest.fixture
def elsewhere(client: httpx.AsyncClient, issuer: Issuer) -> Elsewhere:
    return Elsewhere(client, issuer)


class TestVerifying:
    async def test_somebody_elses_software_verifies_a_certificate(
        self, service: ServiceUnderTest[Settings], issuer: Issuer, elsewhere: Elsewhere
    ) -> None:
        paper = Paper(expires_on=today() + timedelta(days=400))
        await signed(service, issuer, paper)
        assert paper.credential
        badge = await elsewhere.verify(paper.credential)
        assert badge.issuer.id == "did:web:localhost%3A8080"
        assert badge.id == "http://localhost:8080/certificates/7K3MQ9WXTB2R"
        assert "Cold chain · سلسلة التبريد" in badge.achievement.name
        names = claims_of(paper.credential)["credentialSubject"]["identifier"]
        assert [each["identityHash"] for each in names] == ["Huda Al-Otaibi", "هدى العتيبي"]

    async def test_an_expired_one_is_refused(
        self, service: ServiceUnderTest[Settings], issuer: Issuer, elsewhere: Elsewhere
    ) -> None:
        last, over = Paper(expires_on=today()), Paper(expires_on=today() - timedelta(days=1))
        await signed(service, issuer, last, over)
        assert last.credential and over.credential
        # It is valid until its last day ends.
        await elsewhere.verify(last.credential)
        with pytest.raises(OB3VerificationError, match="expired"):
            await elsewhere.verify(over.credential)

    async def test_a_foreign_key_is_refused(
        self, service: ServiceUnderTest[Settings], issuer: Issuer, elsewhere: Elsewhere
    ) -> None:
        paper = Paper()
        await signed(service, issuer, paper)
        assert paper.credential
        foreign = OKPKey.generate_key("Ed25519")
        forged = jwt.encode(
            header_of(paper.credential),
            claims_of(paper.credential),
            foreign,
            algorithms=[ALGORITHM],
        )
        with pytest.raises(OB3VerificationError, match="signature"):
            await elsewhere.verify(forged)
        unknown = header_of(paper.credential) | {"kid": f"{issuer.id}#somebody"}
        forged = jwt.encode(unknown, claims_of(paper.credential), foreign, algorithms=[ALGORITHM])
        with pytest.raises(OB3VerificationError):
            await elsewhere.verify(forged)

    async def test_no_signature_and_one_by_the_public_key_are_refused(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        issuer: Issuer,
        elsewhere: Elsewhere,
    ) -> None:
        paper = Paper()
        await signed(service, issuer, paper)
        assert paper.credential
        header, claims = header_of(paper.credential), claims_of(paper.credential)
        unsigned = f"{part(header | {'alg': 'none'})}.{part(claims)}."
        with pytest.raises(OB3VerificationError):
            await elsewhere.verify(unsigned)
        url = f"{issuer.url}/api/v1/credentials/jwks.json"
        key = json.loads(await published(elsewhere.client, issuer, url))["keys"][0]
        public = OctKey.import_key(urlsafe_b64decode(key["x"].encode()))
        by_public = jwt.encode(header | {"alg": "HS256"}, claims, public, algorithms=["HS256"])
        with pytest.raises(OB3VerificationError, match="not allowed"):
            await elsewhere.verify(by_public)

    async def test_another_name_is_refused(
        self, service: ServiceUnderTest[Settings], issuer: Issuer, elsewhere: Elsewhere
    ) -> None:
        paper = Paper()
        await signed(service, issuer, paper)
        assert paper.credential
        header, _, signature = paper.credential.split(".")
        claims = claims_of(paper.credential)
        claims["credentialSubject"]["identifier"][0]["identityHash"] = "Somebody Else"
        with pytest.raises(OB3VerificationError, match="signature"):
            await elsewhere.verify(f"{header}.{part(claims)}.{signature}")


class TestRevoking:
    async def test_a_list_of_another_issuer_or_of_before_is_refused(
        self, service: ServiceUnderTest[Settings], issuer: Issuer, elsewhere: Elsewhere
    ) -> None:
        paper = Paper()
        await signed(service, issuer, paper)
        assert paper.credential and paper.status_index is not None
        url = issuer.list_url(paper.status_index // POSITIONS)
        ours = (await published(elsewhere.client, issuer, url)).decode()
        stranger = OKPKey.generate_key("Ed25519")

        async def refused(claims: dict[str, Any]) -> None:
            forged = jwt.encode(header_of(ours), claims, stranger, algorithms=[ALGORITHM])
            elsewhere.served[url] = forged.encode()
            with pytest.raises(OB3VerificationError, match="status list"):
                await elsewhere.verify(paper.credential or "")

        other = "did:web:other.example"
        await refused(claims_of(ours) | {"issuer": other, "iss": other})
        await refused(claims_of(ours))
        past = (utc_now() - timedelta(hours=1)).isoformat()
        await refused(claims_of(ours) | {"validUntil": past})

    async def test_each_gets_a_bit_of_its_own_at_random(
        self, service: ServiceUnderTest[Settings], issuer: Issuer
    ) -> None:
        together = [[Paper() for _ in range(40)] for _ in range(4)]
        await asyncio.gather(*(signed(service, issuer, *papers) for papers in together))
        indexes = [paper.status_index for papers in together for paper in papers]
        assert None not in indexes
        assert len(set(indexes)) == 160
        assert indexes != sorted(indexes, key=lambda index: index or 0)

    async def test_a_list_that_nothing_names_is_not_there(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("credentials/status-lists/77")).status_code == 404

    async def test_the_keys_say_which_lists_there_are(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], issuer: Issuer
    ) -> None:
        paper = Paper()
        await signed(service, issuer, paper)
        assert paper.status_index is not None
        lists = (await client.get("credentials/jwks.json")).json()["status_lists"]
        assert issuer.list_url(paper.status_index // POSITIONS) in lists
        for each in lists:
            assert (await client.get(each.partition("/api/v1/")[2])).status_code == 200

    async def test_it_is_the_same_bytes_as_long_as_nothing_changes(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], issuer: Issuer
    ) -> None:
        paper = Paper()
        await signed(service, issuer, paper)
        assert paper.status_index is not None
        path = f"credentials/status-lists/{paper.status_index // POSITIONS}"
        first = await client.get(path)
        assert first.headers["content-type"] == "application/vc+jwt"
        assert first.headers["cache-control"] == "public, max-age=300"
        again = await client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 304
        assert again.headers["access-control-allow-origin"] == "*"


def test_the_first_bit_is_the_highest() -> None:
    bits = {0, 7, 8, 131_071}
    decoded = decode_encoded_list(encode_positions(bits))
    assert len(decoded) * 8 == 131_072
    assert set_indices(decoded) == bits
    assert decoded[0] == 0b1000_0001


class TestCommands:
    async def test_the_first_key_is_there_before_the_first_certificate(
        self, service: ServiceUnderTest[Settings]
    ) -> None:
        for _ in range(2):
            assert await seed.run(service.database, service.settings) == ""
        listed = await command(service, "list")
        assert listed.count("current") == 1
        assert len(listed.splitlines()) == 2

    async def test_rotating_and_revoking(self, service: ServiceUnderTest[Settings]) -> None:
        await seed.run(service.database, service.settings)
        said = await command(service, "rotate")
        created = said.partition(" ")[0]
        assert said.startswith(f"{created} signs from ")
        rows = (await command(service, "list")).splitlines()[1:]
        assert rows[0].split()[:2] == [created, "next"]
        current = rows[1].split()[0]
        rows = (await command(service, "revoke", current)).splitlines()[2:]
        assert sorted(row.split()[1] for row in rows) == ["current", "next", "revoked"]
        with pytest.raises(SystemExit, match="There is no key"):
            await command(service, "revoke", current)


async def command(service: ServiceUnderTest[Settings], *arguments: str) -> str:
    return await COMMANDS["credential-keys"](service.database, service.settings, list(arguments))


class TestKeys:
    async def test_copies_that_start_together_make_one(
        self, service: ServiceUnderTest[Settings], issuer: Issuer, client: httpx.AsyncClient
    ) -> None:
        await asyncio.gather(*(signed(service, issuer, Paper()) for _ in range(6)))
        async with service.database.transaction() as session:
            assert await session.scalar(select(func.count()).select_from(CredentialKey)) == 1

    async def test_what_an_older_key_has_signed_stays_good(
        self, service: ServiceUnderTest[Settings], issuer: Issuer, elsewhere: Elsewhere
    ) -> None:
        before, ahead, after = Paper(), Paper(), Paper()
        await signed(service, issuer, before)
        async with service.database.transaction() as session:
            created = await keys.rotate_keys(session, issuer)
        # A new key is published first and signs an hour later.
        await signed(service, issuer, ahead)
        assert before.credential and ahead.credential
        assert header_of(ahead.credential)["kid"] == header_of(before.credential)["kid"]
        async with service.database.transaction() as session:
            await session.execute(update(CredentialKey).values(signs_at=CredentialKey.created_at))
            await session.execute(
                update(CredentialKey)
                .where(col(CredentialKey.id) == created.id)
                .values(signs_at=func.now())
            )
        await signed(service, issuer, after)
        assert after.credential
        assert header_of(after.credential)["kid"] == issuer.key_id(created.id)
        for paper in (before, ahead, after):
            await elsewhere.verify(paper.credential or "")

    async def test_what_a_revoked_key_has_signed_is_refused(
        self, service: ServiceUnderTest[Settings], issuer: Issuer, elsewhere: Elsewhere
    ) -> None:
        before, after = Paper(), Paper()
        await signed(service, issuer, before)
        assert before.credential
        key_id = header_of(before.credential)["kid"].partition("#")[2]
        async with service.database.transaction() as session:
            assert await keys.revoke_key(session, issuer, key_id)
            assert not await keys.revoke_key(session, issuer, key_id)
        await signed(service, issuer, after)
        await elsewhere.verify(after.credential or "")
        with pytest.raises(OB3VerificationError, match="no verificationMethod"):
            await elsewhere.verify(before.credential)

    async def test_whoever_revokes_a_key_waits_for_what_it_is_signing(
        self, service: ServiceUnderTest[Settings], issuer: Issuer
    ) -> None:
        paper = Paper()
        await signed(service, issuer, paper)
        assert paper.credential
        key_id = header_of(paper.credential)["kid"].partition("#")[2]
        async with service.database.transaction() as signing:
            await credentials.sign_certificates(signing, issuer, [Paper()])
            with pytest.raises(DBAPIError, match="lock timeout"):
                async with service.database.transaction() as session:
                    await session.execute(text("SET LOCAL lock_timeout = '50ms'"))
                    await keys.revoke_key(session, issuer, key_id)
        async with service.database.transaction() as session:
            assert await keys.revoke_key(session, issuer, key_id)

    async def test_a_key_that_the_secret_does_not_open_is_published_and_another_one_signs(
        self, service: ServiceUnderTest[Settings], issuer: Issuer, elsewhere: Elsewhere
    ) -> None:
        former, now = Paper(), Paper()
        await signed(service, Issuer(issuer.url, ["the secret before"]), former)
        await signed(service, issuer, now)
        assert former.credential and now.credential
        assert header_of(former.credential)["kid"] != header_of(now.credential)["kid"]
        await elsewhere.verify(former.credential)
        await elsewhere.verify(now.credential)
