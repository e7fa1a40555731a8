from collections.abc import Iterator

import pytest
from kit.testing import service_fixtures
from pydantic import SecretStr

from services.notifications.tests.deliveries.adapters.mailbox import Mailbox
from services.notifications.tests.factories import Service

service, client, session, queries, clean = service_fixtures(
    "notifications", mail_from="Itqan <no-reply@itqan.example>", public_url="http://app.test"
)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """Run a mail server on loopback."""
    box = Mailbox()
    with box.listening():
        yield box


@pytest.fixture(autouse=True)
def mail_server(service: Service, mailbox: Mailbox) -> None:
    """Connect the service to this test's mail server."""
    service.settings.smtp_url = SecretStr(mailbox.url)
