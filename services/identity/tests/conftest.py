import pytest
from kit.testing import service_fixtures

service, client, session, queries, clean = service_fixtures("identity", otp_resend_seconds=60)


@pytest.fixture(autouse=True)
async def signing_key(service, clean):
    """Emptying the database has taken the key that signs."""
    await service.app.state.verifier.refresh()
