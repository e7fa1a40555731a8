import httpx
import pytest
from contracts import Permission
from contracts.identity import OrganizationUpdated
from identity.config import Settings
from kit.database.db import new_id
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import a_submitted_organization, admin
from services.identity.tests.organizations.partner_clients.factories import an_organization

Service = ServiceUnderTest[Settings]
DETAILS = {
    "name_en": "Gulf Transport Training",
    "name_ar": "تدريب النقل الخليجي",
    "commercial_number": "1010987654",
    "tax_number": "300987654300003",
}

CONTACT = {
    "contact_name": "Huda Al-Harbi",
    "contact_phone": "+966501112233",
    "email": "office@gulf-transport.example",
    "website": "https://gulf-transport.example/",
}
COUNTRY = {"id": str(new_id()), "name_en": "Saudi Arabia", "name_ar": "السعودية"}
ADDRESS = {"country": COUNTRY, "line1": "King Fahd Road 7", "postal_code": "12345"}


async def test_details_of_an_approved_organization_are_corrected_and_published(
    client: httpx.AsyncClient, service: Service
) -> None:
    boss = await admin(client, service, Permission.EDIT_ORGANIZATION, Permission.VIEW_ORGANIZATION)
    owner, _ = await an_organization(client, service)
    path = f"organizations/{owner.organization_id}/details"
    answer = await client.put(path, json=DETAILS, headers=boss.headers)
    assert answer.status_code == 200, answer.text
    assert {name: answer.json()[name] for name in DETAILS} == DETAILS
    assert (await service.published(OrganizationUpdated))[-1].name_en == DETAILS["name_en"]
    other, _ = await an_organization(client, service)
    taken = f"organizations/{other.organization_id}/details"
    refused = await client.put(taken, json=DETAILS, headers=boss.headers)
    assert refused.status_code == 422
    mistaken = await client.put(path, json=DETAILS | {"tax_number": "1"}, headers=boss.headers)
    assert mistaken.json()["fields"][0]["field"] == "tax_number"


async def test_contact_and_address_are_corrected_and_published(
    client: httpx.AsyncClient, service: Service
) -> None:
    boss = await admin(client, service, Permission.EDIT_ORGANIZATION)
    owner, _ = await an_organization(client, service)
    path = f"organizations/{owner.organization_id}"
    changed = await client.put(f"{path}/contact", json=CONTACT, headers=boss.headers)
    assert changed.status_code == 200, changed.text
    assert {name: changed.json()[name] for name in CONTACT} == CONTACT
    assert (await service.published(OrganizationUpdated))[-1].email == CONTACT["email"]
    moved = await client.put(f"{path}/address", json=ADDRESS, headers=boss.headers)
    assert moved.status_code == 200, moved.text
    assert moved.json()["address"]["line1"] == ADDRESS["line1"]
    mistaken = await client.put(
        f"{path}/contact", json=CONTACT | {"email": "office"}, headers=boss.headers
    )
    assert mistaken.json()["fields"][0]["field"] == "email"
    missing = await client.put(
        f"organizations/{new_id()}/address", json=ADDRESS, headers=boss.headers
    )
    assert missing.status_code == 404


@pytest.mark.parametrize(
    ("part", "body"), [("details", DETAILS), ("contact", CONTACT), ("address", ADDRESS)]
)
async def test_what_approvers_look_at_stays(
    client: httpx.AsyncClient, service: Service, part: str, body: dict[str, object]
) -> None:
    boss = await admin(client, service, Permission.EDIT_ORGANIZATION)
    owner = await a_submitted_organization(client, service)
    path = f"organizations/{owner.organization_id}/{part}"
    assert (await client.put(path, json=body, headers=boss.headers)).status_code == 409
