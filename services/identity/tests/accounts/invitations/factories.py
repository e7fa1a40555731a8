from uuid import UUID

import httpx
from contracts import ApprovalStatus, ProfileType
from contracts.identity import InvitationCreated
from identity.accounts.accounts.models import Profile, ProfileStatus
from identity.accounts.accounts.queries import get_account
from identity.accounts.accounts.schemas import PersonCreate
from identity.accounts.accounts.service import create_person
from identity.accounts.invitations.service import create_invitation
from identity.config import Settings
from identity.sign_in.passwords.hashes.service import hash_unknown_password
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import (
    Person,
    a_civil_number,
    execute,
    organization_form,
    renew,
    sign_up_form,
    verified,
)


async def an_organization(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    """Return the owner of an organization that passes all gates."""
    person = await verified(client, service, organization_form())
    await execute(
        service,
        "UPDATE users SET civil_number = :n WHERE id = :id",
        n=a_civil_number(),
        id=person.id,
    )
    await execute(
        service,
        "UPDATE profiles SET approval_status = 'approved', paid = true, image_key = 'x'"
        " WHERE user_id = :id",
        id=person.id,
    )
    await renew(client, person)
    return person


async def invited(
    service: ServiceUnderTest[Settings],
    boss: Person,
    user_id: UUID | None = None,
    type_: ProfileType = ProfileType.STAFF,
) -> InvitationCreated:
    """Invite a user, or a new person, to the organization of `boss`."""
    hashed = await hash_unknown_password()
    async with service.database.transaction() as session:
        if user_id is None:
            person = sign_up_form()
            form = PersonCreate(**{field: person[field] for field in PersonCreate.model_fields})
            user = await create_person(session, form, username=None, password_hash=hashed)
        else:
            user = (await get_account(session, user_id)).user
        profile = Profile(
            user_id=user.id,
            type=type_,
            organization_id=UUID(boss.user["profiles"][0]["organization_id"]),
            status=ProfileStatus.INVITED,
            approval_status=(
                ApprovalStatus.DRAFT if type_ is ProfileType.STAFF else ApprovalStatus.APPROVED
            ),
        )
        session.add(profile)
        await session.flush()
        await create_invitation(session, user, profile, boss.id)
    return (await service.published(InvitationCreated))[-1]
