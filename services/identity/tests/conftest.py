import pytest
from identity.config import Settings
from kit.testing import ServiceUnderTest, service_fixtures

service, client, session, queries, clean = service_fixtures("identity", otp_resend_seconds=60)


@pytest.fixture(autouse=True)
async def signing_key(service: ServiceUnderTest[Settings], clean: None) -> None:
    """Emptying the database has taken the key that signs."""
    await service.context.verifier.refresh()
