"""Personal data that the service stores."""

from contracts import ContentType
from kit.database.db import AsyncSession
from kit.messaging.personal_data import DELETED, Person, Personal
from sqlalchemy import ColumnElement, and_, select
from sqlmodel import col

from identity.accounts.account_changes.models import AccountChange
from identity.accounts.accounts.models import Profile, User
from identity.accounts.invitations.models import Invitation
from identity.accounts.numbers.models import CaseDocument, NumberCase
from identity.accounts.profiles.models import Address
from identity.administration.audit.models import AuditEntry
from identity.administration.confirmations.models import Confirmation
from identity.organizations.documents.models import ProfileDocument
from identity.organizations.organizations.models import OrganizationCandidate
from identity.organizations.submissions.models import Submission
from identity.sign_in.openid.models import OpenIdLink
from identity.sign_in.passkeys.models import Passkey
from identity.sign_in.second_factors.models import SecondFactor
from identity.sign_in.sessions.models import SignInSession


async def get_person(session: AsyncSession, user: User) -> Person:
    """Return the IDs by which services find a person's rows, including inactive profiles."""
    own = select(col(Profile.id)).where(col(Profile.user_id) == user.id).order_by(col(Profile.id))
    return Person(user.id, (await session.scalars(own)).all(), user.email)


def _of_address(person: Person) -> ColumnElement[bool]:
    return col(Address.profile_id).in_(
        select(col(Profile.id)).where(col(Profile.user_id) == person.user_id)
    )


def _of_submission(person: Person) -> ColumnElement[bool]:
    """Build the condition for staff submissions; those of organizations are not personal."""
    return and_(
        col(Submission.content_type) == ContentType.STAFF,
        col(Submission.content_id).in_(person.profile_ids),
    )


PERSONAL = (
    Personal(
        User,
        "account",
        lambda person: col(User.id) == person.user_id,
        without=frozenset(
            {"password_hash", "decoy", "claiming", "principal_version", "principal_changed_at"}
        ),
    ),
    Personal(
        Profile,
        "profiles",
        lambda person: col(Profile.user_id) == person.user_id,
        without=frozenset({"image_key"}),
    ),
    Personal(Address, "addresses", _of_address, erased=DELETED),
    Personal(
        OrganizationCandidate,
        "organizations",
        lambda person: col(OrganizationCandidate.profile_id).in_(person.profile_ids),
        erased=DELETED,
    ),
    Personal(
        Invitation,
        "invitations",
        lambda person: col(Invitation.user_id) == person.user_id,
        without=frozenset({"token_hash", "invited_by"}),
        erased=DELETED,
    ),
    Personal(
        AccountChange,
        "account_changes",
        lambda person: col(AccountChange.user_id) == person.user_id,
        without=frozenset({"token_hash", "changed_by"}),
        erased=DELETED,
    ),
    Personal(
        Confirmation,
        "confirmations",
        lambda person: col(Confirmation.user_id) == person.user_id,
        # The admins who requested and decided it are not shown to the person.
        without=frozenset({"requested_by", "decided_by", "details", "for_operator"}),
        erased=DELETED,
    ),
    # Ended sessions are deleted a day later; until then, tokens are rejected by session ID.
    Personal(
        SignInSession,
        "sessions",
        lambda person: col(SignInSession.user_id) == person.user_id,
        erased={"user_agent": ""},
    ),
    Personal(
        OpenIdLink,
        "openid_links",
        lambda person: col(OpenIdLink.user_id) == person.user_id,
        erased=DELETED,
    ),
    Personal(
        SecondFactor,
        "second_factors",
        lambda person: col(SecondFactor.user_id) == person.user_id,
        without=frozenset({"sealed", "last_step"}),
        erased=DELETED,
    ),
    Personal(
        Passkey,
        "passkeys",
        lambda person: col(Passkey.user_id) == person.user_id,
        without=frozenset({"id", "public_key", "sign_count", "credential_id"}),
        erased=DELETED,
    ),
    Personal(
        NumberCase,
        "number_cases",
        lambda person: col(NumberCase.claimant_id) == person.user_id,
        # The holder and the deciding admin are not shown to the claimant.
        without=frozenset({"holder_id", "decided_by"}),
        # The case and its decision are kept.
        erased={"number": "", "old_number": None, "reason": "", "comment": None},
    ),
    Personal(
        CaseDocument,
        "documents",
        lambda person: col(CaseDocument.user_id) == person.user_id,
        without=frozenset({"key"}),
        erased=DELETED,
    ),
    Personal(
        ProfileDocument,
        "profile_documents",
        # Documents of organizations are not personal data.
        lambda person: col(ProfileDocument.owner_id).in_(person.profile_ids),
        without=frozenset({"key", "announced"}),
        erased=DELETED,
    ),
    Personal(
        Submission,
        "submissions",
        _of_submission,
        erased={"snapshot": {}, "comment": None, "remarks": []},
    ),
    # Audit entries are kept, under an anonymous name.
    Personal(
        AuditEntry,
        "changes",
        lambda person: col(AuditEntry.user_id) == person.user_id,
        erased={"network": ""},
    ),
)
