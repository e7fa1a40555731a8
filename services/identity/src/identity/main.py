from kit.documents import media as kit_media
from kit.messaging.audit import Audited
from kit.web.app import Service

from identity.accounts.account_changes import routes as account_changes
from identity.accounts.account_changes import tasks as account_changes_tasks
from identity.accounts.accounts.models import Profile, SignInPolicy, User
from identity.accounts.data_requests import routes as data_requests
from identity.accounts.data_requests import tasks as data_requests_tasks
from identity.accounts.emails import routes as emails
from identity.accounts.erasures import routes as erasures
from identity.accounts.erasures import tasks as erasures_tasks
from identity.accounts.erasures.models import Erasure
from identity.accounts.invitations import routes as invitations
from identity.accounts.invitations.models import Invitation
from identity.accounts.learner_passes import routes as learner_passes
from identity.accounts.media import routes as media
from identity.accounts.numbers import tasks as numbers_tasks
from identity.accounts.numbers.cases import routes as numbers
from identity.accounts.numbers.models import NumberCase
from identity.accounts.own_account import routes as users
from identity.accounts.profiles import routes as profiles
from identity.accounts.profiles.models import Address
from identity.accounts.registrations import routes as registrations
from identity.accounts.registrations import tasks as registrations_tasks
from identity.accounts.verifications import routes as verifications
from identity.administration.audit import routes as audit
from identity.administration.candidates import routes as candidates
from identity.administration.confirmations import routes as confirmations
from identity.administration.confirmations import tasks as confirmations_tasks
from identity.administration.confirmations.models import Confirmation
from identity.administration.organizations import routes as providers
from identity.administration.permissions import routes as permissions
from identity.administration.roles.models import ProfileRole, Role, RolePermission
from identity.administration.users import routes as administration
from identity.config import Settings
from identity.handlers import HANDLERS
from identity.organizations.documents import routes as documents
from identity.organizations.documents import tasks as documents_tasks
from identity.organizations.documents.models import DocumentKind, ProfileDocument
from identity.organizations.onboarding import routes as onboarding
from identity.organizations.organizations import routes as organizations
from identity.organizations.organizations.models import (
    Organization,
    OrganizationAddress,
    OrganizationCandidate,
)
from identity.organizations.partner_clients import routes as partner_clients
from identity.organizations.partner_clients import tasks as partner_clients_tasks
from identity.organizations.partner_clients.models import PartnerClient, PartnerSecret
from identity.organizations.partner_tokens import routes as partner_tokens
from identity.organizations.staff import routes as staff
from identity.organizations.submissions import routes as submissions
from identity.republish import republish
from identity.sign_in.attempts import tasks as attempts_tasks
from identity.sign_in.ceremonies import tasks as ceremonies_tasks
from identity.sign_in.logins import routes as logins
from identity.sign_in.openid import routes as openid
from identity.sign_in.openid.models import OpenIdLink
from identity.sign_in.otps import tasks as otps_tasks
from identity.sign_in.passkeys import routes as passkeys
from identity.sign_in.passkeys.models import Passkey
from identity.sign_in.passwords import routes as passwords
from identity.sign_in.policies import routes as policies
from identity.sign_in.proofs import routes as proofs
from identity.sign_in.proofs import tasks as proofs_tasks
from identity.sign_in.revocations.routes import internal_router
from identity.sign_in.revocations.service import OwnVerifier
from identity.sign_in.second_factors import routes as second_factors
from identity.sign_in.sessions import tasks as sessions_tasks
from identity.sign_in.signing import tasks as signing_tasks
from identity.sign_in.signing.queries import AGE
from identity.tables import Table

app = Service(
    name="identity",
    settings=Settings,
    metadata=Table.metadata,
    routers=[
        logins.router,
        logins.sessions_router,
        proofs.router,
        registrations.router,
        verifications.router,
        passwords.router,
        second_factors.router,
        passkeys.router,
        openid.router,
        policies.router,
        invitations.router,
        users.router,
        emails.router,
        account_changes.router,
        numbers.own_router,
        numbers.admin_router,
        data_requests.router,
        erasures.own_router,
        erasures.admin_router,
        confirmations.router,
        # After the other routers whose paths begin with /users.
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
        Profile: Audited("profile"),
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
