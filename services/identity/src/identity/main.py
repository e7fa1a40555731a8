"""The identity service."""

from kit.documents import media as kit_media
from kit.messaging.audit import Audited
from kit.web.app import Service

from identity.account_changes import tasks as account_changes_tasks
from identity.account_reverts import routes as account_reverts
from identity.accounts.models import Profile, SignInPolicy, User
from identity.administration import routes as administration
from identity.attempts import tasks as attempts_tasks
from identity.audit import routes as audit
from identity.candidates import routes as candidates
from identity.ceremonies import tasks as ceremonies_tasks
from identity.config import Settings
from identity.confirmations import routes as confirmations
from identity.confirmations import tasks as confirmations_tasks
from identity.confirmations.models import Confirmation
from identity.data_requests import routes as data_requests
from identity.data_requests import tasks as data_requests_tasks
from identity.documents import routes as documents
from identity.documents import tasks as documents_tasks
from identity.documents.models import DocumentKind, ProfileDocument
from identity.emails import routes as emails
from identity.erasures import routes as erasures
from identity.erasures import tasks as erasures_tasks
from identity.erasures.models import Erasure
from identity.handlers import HANDLERS
from identity.invitations import routes as invitations
from identity.invitations.models import Invitation
from identity.learner_passes import routes as learner_passes
from identity.logins import routes as logins
from identity.media import routes as media
from identity.numbers import routes as numbers
from identity.numbers import tasks as numbers_tasks
from identity.numbers.models import NumberCase
from identity.onboarding import routes as onboarding
from identity.openid import routes as openid
from identity.openid.models import OpenIdLink
from identity.organizations import routes as organizations
from identity.organizations.models import Organization, OrganizationAddress, OrganizationCandidate
from identity.otps import routes as otps
from identity.otps import tasks as otps_tasks
from identity.partner_clients import routes as partner_clients
from identity.partner_clients import tasks as partner_clients_tasks
from identity.partner_clients.models import PartnerClient, PartnerSecret
from identity.partner_tokens import routes as partner_tokens
from identity.passkeys import routes as passkeys
from identity.passkeys.models import Passkey
from identity.passwords import routes as passwords
from identity.permissions import routes as permissions
from identity.policies import routes as policies
from identity.profiles import routes as profiles
from identity.profiles.models import Address
from identity.proofs import routes as proofs
from identity.proofs import tasks as proofs_tasks
from identity.providers import routes as providers
from identity.registrations import routes as registrations
from identity.registrations import tasks as registrations_tasks
from identity.republish import republish
from identity.revocations.routes import internal_router
from identity.revocations.verifier import OwnVerifier
from identity.roles.models import ProfileRole, Role, RolePermission
from identity.second_factors import routes as second_factors
from identity.sessions import tasks as sessions_tasks
from identity.signing import tasks as signing_tasks
from identity.signing.queries import AGE
from identity.staff import routes as staff
from identity.staff_documents import routes as staff_documents
from identity.submissions import routes as submissions
from identity.tables import Table
from identity.users import routes as users

app = Service(
    name="identity",
    settings=Settings,
    metadata=Table.metadata,
    routers=[
        logins.router,
        logins.sessions_router,
        proofs.router,
        registrations.router,
        otps.router,
        passwords.router,
        second_factors.router,
        passkeys.router,
        openid.router,
        policies.router,
        invitations.router,
        users.router,
        emails.router,
        account_reverts.router,
        numbers.own_router,
        numbers.admin_router,
        data_requests.router,
        erasures.own_router,
        erasures.admin_router,
        confirmations.router,
        # After those whose paths begin with /users too.
        administration.router,
        candidates.router,
        learner_passes.router,
        organizations.router,
        permissions.router,
        staff.router,
        profiles.router,
        submissions.router,
        # Before the one whose paths are `/organizations/{organization_id}`.
        onboarding.router,
        documents.router,
        staff_documents.router,
        providers.router,
        partner_clients.router,
        partner_tokens.router,
        audit.router,
        media.router,
    ],
    internal_routers=[internal_router],
    handlers=HANDLERS,
    measures=(AGE,),
    tasks=(
        *kit_media.TASKS,
        *sessions_tasks.TASKS,
        *otps_tasks.TASKS,
        *attempts_tasks.TASKS,
        *proofs_tasks.TASKS,
        *ceremonies_tasks.TASKS,
        *numbers_tasks.TASKS,
        *documents_tasks.TASKS,
        *partner_clients_tasks.TASKS,
        *registrations_tasks.TASKS,
        *account_changes_tasks.TASKS,
        *confirmations_tasks.TASKS,
        *data_requests_tasks.TASKS,
        *erasures_tasks.TASKS,
        *signing_tasks.TASKS,
    ),
    republish=republish,
    versioned=(Erasure, NumberCase, Organization, PartnerClient, Profile, ProfileDocument, Role),
    keys=OwnVerifier,
    audited={
        User: Audited(
            "user",
            without=frozenset({"password_hash", "principal_version", "principal_changed_at"}),
            masked=frozenset({"civil_number", "passport_number"}),
        ),
        Profile: Audited("profile", without=frozenset({"listed_at"})),
        Invitation: Audited("invitation", without=frozenset({"token_hash"})),
        Address: Audited("address"),
        Organization: Audited("organization"),
        OrganizationAddress: Audited("organization_address"),
        ProfileDocument: Audited("profile_document", without=frozenset({"key", "announced"})),
        DocumentKind: Audited("document_kind"),
        OrganizationCandidate: Audited("organization_candidate"),
        NumberCase: Audited("number_case", masked=frozenset({"number", "old_number"})),
        Confirmation: Audited("confirmation", without=frozenset({"details", "summary"})),
        Erasure: Audited("erasure", without=frozenset({"repeats", "repeat_at", "answered"})),
        PartnerClient: Audited(
            "partner_client",
            without=frozenset({"announced", "changed_at", "last_used_at", "last_used_network"}),
        ),
        PartnerSecret: Audited("partner_secret", without=frozenset({"hash"})),
        Role: Audited("role"),
        RolePermission: Audited("role_permission"),
        ProfileRole: Audited("profile_role"),
        SignInPolicy: Audited("sign_in_policy"),
        OpenIdLink: Audited("openid_link", without=frozenset({"last_used_at"})),
        Passkey: Audited(
            "passkey",
            without=frozenset({"credential_id", "public_key", "sign_count", "last_used_at"}),
        ),
    },
)
