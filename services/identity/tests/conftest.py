from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher
from identity.config import Settings
from identity.sign_in.passwords.hashes import service as hashing
from kit.testing import ServiceUnderTest, service_fixtures

service, client, session, queries, clean = service_fixtures("identity", otp_resend_seconds=60)


@pytest.fixture(autouse=True)
async def signing_key(service: ServiceUnderTest[Settings], clean: None) -> None:
    """Reload the signing key, which emptying the database deleted."""
    await service.context.verifier.refresh()


@pytest.fixture(scope="session", autouse=True)
def quick_hashes() -> Iterator[None]:
    """Hash with minimal work, since tests sign up thousands of people."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hashing, "_NOBODYS_HASH", hasher.hash("nobody has this password"))
        patch.setattr(hashing, "_hasher", hasher)
        yield


@pytest.fixture
def full_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash with as much work as in production."""
    monkeypatch.setattr(hashing, "_hasher", _FULL)


_FULL = hashing._hasher
