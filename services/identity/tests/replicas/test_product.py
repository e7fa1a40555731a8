"""Names of the product in identity's texts."""

import io
import zipfile

import httpx
from contracts.catalog import SettingsUpdated
from contracts.testing import event
from identity.accounts.data_requests.adapters.archive import make_archive
from identity.config import Settings
from identity.replicas.queries import get_product_names
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import PASSWORD, verified
from services.identity.tests.sign_in.passkeys.factories import creation_options

Service = ServiceUnderTest[Settings]


async def test_is_what_the_settings_say(client: httpx.AsyncClient, service: Service) -> None:
    person = await verified(client, service)

    async def issuer() -> str:
        body = {"password": PASSWORD}
        begun = await client.post("auth/second-factor", json=body, headers=person.headers)
        uri: str = begun.json()["uri"]
        return uri.removeprefix("otpauth://totp/").partition(":")[0]

    assert await issuer() == "localhost"
    named = event(SettingsUpdated, product_name_en="Masar: plus", product_name_ar="مسار")
    await service.deliver(named, sequence=2)
    await service.deliver(event(SettingsUpdated, product_name_en="Old"), sequence=1)
    assert await issuer() == "Masar%20%20plus"
    assert (await creation_options(client, person))["rp"]["name"] == "Masar: plus"
    async with service.database.transaction() as session:
        names = await get_product_names(session, service.settings)
    with zipfile.ZipFile(io.BytesIO(make_archive(names, {}, b"", {}))) as archive:
        read_me = archive.read("README.txt").decode()
    assert "what Masar: plus has stored" in read_me and "منصة مسار" in read_me
