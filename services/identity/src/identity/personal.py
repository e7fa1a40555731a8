"""What the service has of a person."""

from kit.personal_data import DELETED, Person, Personal
from sqlalchemy import ColumnElement, select
from sqlmodel import col

from identity.accounts.models import Account, Profile, User
from identity.audit.models import AuditEntry
from identity.invitations.models import Invitation
from identity.numbers.models import CaseDocument, NumberCase
from identity.passkeys.models import Passkey
from identity.profiles.models import Address
from identity.second_factors.models import SecondFactor
from identity.sessions.models import SignInSession


def person_of(account: Account) -> Person:
    """Whose rows every service looks for."""
    profile_ids = [membership.profile.id for membership in account.memberships]
    return Person(account.user.id, profile_ids, account.user.email)


def _of_address(person: Person) -> ColumnElement[bool]:
    return col(Address.profile_id).in_(
        select(col(Profile.id)).where(col(Profile.user_id) == person.user_id)
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
    Personal(Address, "addresses", _of_address),
    Personal(
        Invitation,
        "invitations",
        lambda person: col(Invitation.user_id) == person.user_id,
        without=frozenset({"token_hash", "invited_by"}),
        erased=DELETED,
    ),
    Personal(
        SignInSession, "sessions", lambda person: col(SignInSession.user_id) == person.user_id
    ),
    Personal(
        SecondFactor,
        "second_factors",
        lambda person: col(SecondFactor.user_id) == person.user_id,
        without=frozenset({"sealed", "last_step"}),
    ),
    Personal(
        Passkey,
        "passkeys",
        lambda person: col(Passkey.user_id) == person.user_id,
        without=frozenset({"id", "public_key", "sign_count", "credential_id"}),
    ),
    Personal(
        NumberCase,
        "number_cases",
        lambda person: col(NumberCase.claimant_id) == person.user_id,
        # Whose the number is, and who decided, is not theirs to know.
        without=frozenset({"holder_id", "decided_by"}),
    ),
    Personal(
        CaseDocument,
        "documents",
        lambda person: col(CaseDocument.user_id) == person.user_id,
        without=frozenset({"key"}),
    ),
    Personal(AuditEntry, "changes", lambda person: col(AuditEntry.user_id) == person.user_id),
)
