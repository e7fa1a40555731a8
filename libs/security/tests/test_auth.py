"""The access rule, the gates and the token checks, as tables."""

import time
from contextlib import nullcontext
from dataclasses import FrozenInstanceError, replace
from typing import Any
from uuid import uuid4

import pytest
from contracts import ADMIN_ROLE, SUPER_ADMIN, Permission, ProfileType
from contracts.identity import PartnerClientChanged, PrincipalChanged, SessionEnded
from joserfc import jwt
from joserfc.jwk import KeySet, OctKey, OKPKey
from kit.security import tokens
from kit.security.auth import (
    PAYMENT_EXEMPT_GATES,
    AccessRule,
    ApprovalRequired,
    Gate,
    IdentificationRequired,
    ImageRequired,
    NotAllowed,
    OrganizationSuspended,
    Principal,
    ProfileUnknown,
    RegistrationUnpaid,
    SecondFactorRequired,
    TokenInvalid,
    TokenStale,
    Unverified,
    allowed,
    get_principal,
    pass_gates,
)
from kit.security.claims import CLOCK_LEEWAY_SECONDS, Claims, PartnerClaims, ProfileClaim
from kit.security.key_documents import KeyDocument
from kit.security.partners import is_address_allowed
from kit.security.rules import ACCESS_TOKEN_SECONDS
from kit.security.tokens import KeysUnavailable, Verifier, jwks_fetcher
from kit.testing import SIGNING_KEY, Actor, Client, actor
from pydantic import ValidationError

ORGANIZATION, ADMIN, STAFF = ProfileType.ORGANIZATION, ProfileType.ADMIN, ProfileType.STAFF
CANDIDATE, TRAINER = ProfileType.CANDIDATE, ProfileType.TRAINER


def principal(
    kind: ProfileType | None,
    *,
    roles: tuple[str, ...] = (),
    permissions: tuple[str, ...] = (),
    verified: bool = True,
    identified: bool = True,
    approved: bool = True,
    image: bool = True,
    paid: bool = True,
    suspended: bool = False,
    second_factor_due: bool = False,
) -> Principal:
    profile = (
        ProfileClaim(
            id=uuid4(),
            type=kind,
            approved=approved,
            image=image,
            paid=paid,
            suspended=suspended,
        )
        if kind
        else None
    )
    return Principal(
        user_id=uuid4(),
        session_id=uuid4(),
        verified=verified,
        identified=identified,
        profile=profile,
        profiles=(profile,) if profile else (),
        roles=frozenset(roles),
        permissions=frozenset(permissions),
        second_factor_due=second_factor_due,
    )


def rule(
    *profiles: ProfileType,
    permissions: tuple[str, ...] = (),
    roles: tuple[str, ...] = (),
    staff_roles: tuple[str, ...] = (),
) -> AccessRule:
    return AccessRule(
        frozenset(profiles), frozenset(roles), frozenset(permissions), frozenset(staff_roles)
    )


VIEW = Permission.VIEW_PAYMENTS
SHARED = rule(ORGANIZATION, ADMIN, STAFF, permissions=(VIEW,))
ADMINS = rule(ADMIN, permissions=(Permission.VIEW_USERS, Permission.EDIT_USER))
EDIT = rule(
    ORGANIZATION, ADMIN, STAFF, permissions=(Permission.EDIT_TRAINING,), staff_roles=(ADMIN_ROLE,)
)


@pytest.mark.parametrize(
    ("who", "what", "answer"),
    [
        (principal(STAFF), SHARED, True),
        (principal(STAFF), rule(ORGANIZATION, permissions=(VIEW,)), False),
        (principal(STAFF, permissions=(VIEW,)), rule(ORGANIZATION, permissions=(VIEW,)), False),
        (principal(STAFF), EDIT, False),
        (principal(STAFF, roles=(ADMIN_ROLE,)), EDIT, True),
        (principal(ADMIN), SHARED, False),
        (principal(ADMIN, permissions=(VIEW,)), SHARED, True),
        (principal(ADMIN, permissions=(Permission.EDIT_USER,)), ADMINS, True),
        (principal(ADMIN, roles=(SUPER_ADMIN,)), ADMINS, True),
        (principal(ADMIN, roles=(ADMIN_ROLE,)), ADMINS, False),
        (principal(ADMIN, roles=(SUPER_ADMIN,)), rule(ORGANIZATION, permissions=(VIEW,)), False),
        (principal(ADMIN), rule(ADMIN), True),
        (principal(ORGANIZATION), SHARED, True),
        (principal(ORGANIZATION, roles=(SUPER_ADMIN,)), ADMINS, False),
        (principal(TRAINER), SHARED, False),
        (principal(TRAINER, permissions=(VIEW,)), SHARED, True),
        (principal(TRAINER, roles=("grader",)), rule(ADMIN, roles=("grader",)), True),
        (principal(CANDIDATE), rule(CANDIDATE), True),
        (principal(CANDIDATE), SHARED, False),
        (principal(CANDIDATE), rule(roles=("grader",)), False),
        (principal(CANDIDATE), rule(permissions=(VIEW,)), False),
        (principal(CANDIDATE), rule(), True),
        (principal(None), rule(), True),
        (principal(None), rule(CANDIDATE), False),
    ],
)
def test_the_access_rule(who: Principal, what: AccessRule, answer: bool) -> None:
    assert allowed(who, what) is answer


NOTHING: dict[str, Any] = {"identified": False, "approved": False, "image": False, "paid": False}


class TestGates:
    @pytest.mark.parametrize(
        ("who", "exempt", "problem"),
        [
            (principal(STAFF, verified=False, **NOTHING), (), Unverified),
            (principal(STAFF, **NOTHING), (), IdentificationRequired),
            (principal(STAFF, approved=False, image=False, paid=False), (), ApprovalRequired),
            (principal(STAFF, image=False, paid=False), (), ImageRequired),
            (principal(STAFF, paid=False), (), RegistrationUnpaid),
            (principal(ORGANIZATION, approved=False, paid=False), (), ApprovalRequired),
            (principal(CANDIDATE, approved=False, image=False), (), ImageRequired),
            (principal(CANDIDATE, approved=False, paid=False), (), RegistrationUnpaid),
            (principal(CANDIDATE, approved=False), (), None),
            (principal(TRAINER, approved=False, paid=False), (), None),
            (principal(TRAINER, image=False), (), ImageRequired),
            (principal(ADMIN, approved=False, image=False, paid=False), (), None),
            (principal(ADMIN, identified=False), (), IdentificationRequired),
            (principal(ADMIN, identified=False, second_factor_due=True), (), SecondFactorRequired),
            (principal(ADMIN, second_factor_due=True), (Gate.SECOND_FACTOR,), None),
            (principal(CANDIDATE, second_factor_due=True), (), None),
            (principal(None), (), None),
            (principal(STAFF, approved=False, suspended=True), (), ApprovalRequired),
            (principal(TRAINER, suspended=True, image=False), (), OrganizationSuspended),
            (principal(ORGANIZATION, suspended=True), PAYMENT_EXEMPT_GATES, None),
            (principal(ADMIN, suspended=True), (), None),
            (principal(STAFF, **NOTHING), (Gate.IDENTIFICATION,), ApprovalRequired),
            (principal(STAFF, approved=False, paid=False), (Gate.APPROVAL, Gate.PAYMENT), None),
        ],
    )
    def test_the_first_closed_gate_is_the_answer(
        self, who: Principal, exempt: tuple[Gate, ...], problem: type[Exception] | None
    ) -> None:
        if problem is None:
            pass_gates(who, frozenset(exempt))
            return
        with pytest.raises(problem):
            pass_gates(who, frozenset(exempt))

    def test_the_texts_are_the_products(self) -> None:
        assert IdentificationRequired.default_detail == (
            "Please provide civil number or passport number to continue."
        )
        assert ApprovalRequired.default_detail == (
            "Your account is not approved yet. Please wait for approval to access this page."
        )
        assert ImageRequired.default_detail == (
            "Please upload your profile picture to access this page."
        )
        assert RegistrationUnpaid.status == 402
        assert NotAllowed.default_detail == "You are not authorized to access this page."


class TestPartners:
    async def test_a_client_s_token_is_no_person_s(self) -> None:
        verifier = Verifier(keys=KeySet([SIGNING_KEY]))
        partner = Client(permissions=frozenset({"view-batch"}))
        claims = await verifier.identify(partner.token)
        assert isinstance(claims, PartnerClaims)
        assert (claims.client_id, claims.permissions) == (partner.client_id, partner.permissions)
        with pytest.raises(TokenInvalid):
            await verifier.verify(partner.token)

    async def test_an_older_token_of_a_changed_client_is_stale(self) -> None:
        verifier, partner = Verifier(keys=KeySet([SIGNING_KEY])), Client(version=2)
        await verifier.identify(partner.token)
        verifier.client_changed(PartnerClientChanged(client_id=partner.client_id, client_version=3))
        with pytest.raises(TokenStale):
            await verifier.identify(partner.token)

    async def test_a_longer_life_than_a_client_s_is_refused(self) -> None:
        verifier = Verifier(keys=KeySet([SIGNING_KEY]))
        payload = jwt.decode(Client().token, SIGNING_KEY, algorithms=["Ed25519"]).claims
        longer = payload | {"exp": payload["exp"] + 1}
        header = {"alg": "Ed25519", "kid": "test"}
        with pytest.raises(TokenInvalid):
            await verifier.identify(jwt.encode(header, longer, SIGNING_KEY, algorithms=["Ed25519"]))

    @pytest.mark.parametrize(
        ("host", "networks", "inside"),
        [
            ("203.0.113.9", [], True),
            ("203.0.113.9", ["198.51.100.0/24", "203.0.113.0/24"], True),
            ("::ffff:203.0.113.9", ["203.0.113.9/32"], True),
            ("2001:db8::1", ["2001:db8::/64"], True),
            ("2001:db8::1", ["203.0.113.0/24"], False),
            ("203.0.114.1", ["203.0.113.0/24"], False),
            ("", ["203.0.113.0/24"], False),
        ],
    )
    def test_networks_say_where_a_client_may_call_from(
        self, host: str, networks: list[str], inside: bool
    ) -> None:
        assert is_address_allowed(host, networks) is inside


class TestProfile:
    async def test_the_first_profile_is_the_active_one(self) -> None:
        who = actor(CANDIDATE)
        claims = await Verifier(keys=KeySet([SIGNING_KEY])).verify(who.token)
        assert get_principal(claims).profile_id == who.profile_id

    async def test_a_foreign_profile_is_refused(self) -> None:
        claims = await Verifier(keys=KeySet([SIGNING_KEY])).verify(actor(CANDIDATE).token)
        with pytest.raises(ProfileUnknown):
            get_principal(claims, uuid4())

    async def test_roles_are_those_of_the_active_profile(self) -> None:
        other = ProfileClaim(
            id=uuid4(), type=STAFF, roles=frozenset({ADMIN_ROLE}), permissions=frozenset({"p"})
        )
        who = actor(STAFF, others=(other,))
        claims = await Verifier(keys=KeySet([SIGNING_KEY])).verify(who.token)
        through_other, through_own = (get_principal(claims, p) for p in (other.id, who.profile_id))
        assert (through_other.roles, through_other.permissions) == (
            frozenset({ADMIN_ROLE}),
            frozenset({"p"}),
        )
        assert (through_own.roles, through_own.permissions) == (frozenset(), frozenset())

    def test_a_token_of_before_says_the_roles_of_all_profiles(self) -> None:
        profile = {"id": str(uuid4()), "type": "staff"}
        payload = {
            "iss": "itqan", "aud": "itqan-api", "iat": 0, "exp": 1, "sub": str(uuid4()),
            "sid": str(uuid4()), "pv": 1, "verified": True, "identified": True,
            "profiles": [profile], "roles": [ADMIN_ROLE], "permissions": ["p"],
        }  # fmt: skip
        found = get_principal(Claims.model_validate(payload))
        assert (found.roles, found.permissions) == (frozenset({ADMIN_ROLE}), frozenset({"p"}))
        payload["profiles"] = [profile | {"roles": [], "permissions": []}]
        found = get_principal(Claims.model_validate(payload))
        assert (found.roles, found.permissions) == (frozenset(), frozenset())

    async def test_what_a_token_says_stays_as_it_was_signed(self) -> None:
        claims = await Verifier(keys=KeySet([SIGNING_KEY])).verify(actor(CANDIDATE).token)
        for part, name in ((claims, "roles"), (claims.profiles[0], "paid")):
            with pytest.raises(ValidationError):
                setattr(part, name, True)

    def test_what_a_token_leaves_out_is_not_granted(self) -> None:
        claim = ProfileClaim.model_validate({"id": uuid4(), "type": CANDIDATE})
        assert not (claim.approved or claim.paid or claim.image)
        assert claim.organization_id is None

    def test_the_organization_is_that_of_the_active_profile(self) -> None:
        own = ProfileClaim(id=uuid4(), type=STAFF, organization_id=uuid4())
        assert replace(principal(STAFF), profile=own).organization_id == own.organization_id
        assert principal(None).organization_id is None

    def test_who_calls_does_not_change_on_the_way(self) -> None:
        with pytest.raises(FrozenInstanceError):
            principal(CANDIDATE).verified = True  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            SHARED.permissions = frozenset()  # type: ignore[misc]

    def test_only_admins_are_unscoped(self) -> None:
        assert principal(ADMIN).scope is None
        with pytest.raises(NotAllowed):
            _ = principal(CANDIDATE).scope


def signed(who: Actor, **changes: object) -> str:
    """The actor's token with other claims, signed with the right key."""
    payload = jwt.decode(who.token, SIGNING_KEY, algorithms=["Ed25519"]).claims | changes
    return jwt.encode(
        {"alg": "Ed25519", "kid": "test"}, payload, SIGNING_KEY, algorithms=["Ed25519"]
    )


class TestVerifier:
    @pytest.fixture
    def verifier(self) -> Verifier:
        return Verifier(keys=KeySet([SIGNING_KEY]))

    @pytest.mark.parametrize(
        "changes",
        [
            {"exp": int(time.time()) - 1},
            {"iss": "somebody"},
            {"aud": "other-api"},
            {"profiles": "none"},
            {"sub": None},
            {"exp": int(time.time()) + 10 * 365 * 86400},
            {"iat": int(time.time()) - 60},
            {"iat": None},
            {
                "iat": int(time.time()) + 10 * 365 * 86400,
                "exp": int(time.time()) + 10 * 365 * 86400,
            },
        ],
    )
    async def test_wrong_claims_are_refused(
        self, verifier: Verifier, changes: dict[str, object]
    ) -> None:
        with pytest.raises(TokenInvalid):
            await verifier.verify(signed(actor(CANDIDATE), **changes))

    @pytest.mark.parametrize(
        ("when", "accepted"),
        [
            (-CLOCK_LEEWAY_SECONDS - 1, False),
            (-CLOCK_LEEWAY_SECONDS, True),
            (ACCESS_TOKEN_SECONDS - 1, True),
            (ACCESS_TOKEN_SECONDS, False),
        ],
    )
    async def test_it_is_accepted_from_the_leeway_to_its_end(
        self, verifier: Verifier, monkeypatch: pytest.MonkeyPatch, when: int, accepted: bool
    ) -> None:
        now = int(time.time())
        token = signed(actor(CANDIDATE), iat=now, exp=now + ACCESS_TOKEN_SECONDS)
        monkeypatch.setattr(time, "time", lambda: now + when)
        with nullcontext() if accepted else pytest.raises(TokenInvalid):
            await verifier.verify(token)

    async def test_what_was_accepted_ends_at_its_own_time(
        self, verifier: Verifier, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = int(time.time())
        token = signed(actor(CANDIDATE), iat=now, exp=now + ACCESS_TOKEN_SECONDS)
        await verifier.verify(token)
        monkeypatch.setattr(time, "time", lambda: now + ACCESS_TOKEN_SECONDS)
        with pytest.raises(TokenInvalid):
            await verifier.verify(token)

    async def test_the_oldest_result_makes_room(
        self, verifier: Verifier, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tokens, "CACHED_TOKENS", 1)
        first, second = actor(CANDIDATE).token, actor(CANDIDATE).token
        await verifier.verify(first)
        await verifier.verify(second)
        assert list(verifier._verified) == [second]

    def test_only_keys_for_signing_are_known(self) -> None:
        secret = OctKey.generate_key(256, parameters={"kid": "secret"})
        assert list(tokens._by_id([SIGNING_KEY, secret])) == ["test"]

    @pytest.mark.parametrize("token", ["", "a.b.c", "not a token", "é" * 40])
    async def test_garbage_is_refused(self, verifier: Verifier, token: str) -> None:
        with pytest.raises(TokenInvalid):
            await verifier.verify(token)

    async def test_another_key_is_refused(self, verifier: Verifier) -> None:
        other = OKPKey.generate_key("Ed25519", parameters={"kid": "test"})
        payload = jwt.decode(actor(CANDIDATE).token, SIGNING_KEY, algorithms=["Ed25519"]).claims
        forged = jwt.encode(
            {"alg": "Ed25519", "kid": "test"}, payload, other, algorithms=["Ed25519"]
        )
        with pytest.raises(TokenInvalid):
            await verifier.verify(forged)

    async def test_the_public_key_is_no_hmac_secret(self, verifier: Verifier) -> None:
        payload = jwt.decode(actor(CANDIDATE).token, SIGNING_KEY, algorithms=["Ed25519"]).claims
        secret = OctKey.import_key(str(SIGNING_KEY.as_dict(private=False)["x"]) * 2)
        forged = jwt.encode({"alg": "HS256", "kid": "test"}, payload, secret, algorithms=["HS256"])
        with pytest.raises(TokenInvalid):
            await verifier.verify(forged)

    async def test_a_changed_principal_makes_older_tokens_stale(self, verifier: Verifier) -> None:
        who = actor(CANDIDATE, principal_version=3)
        await verifier.verify(who.token)
        verifier.listen(PrincipalChanged(user_id=who.user_id, principal_version=3))
        await verifier.verify(who.token)
        verifier.listen(PrincipalChanged(user_id=who.user_id, principal_version=4))
        with pytest.raises(TokenStale):
            await verifier.verify(who.token)
        verifier.listen(PrincipalChanged(user_id=who.user_id, principal_version=2))
        with pytest.raises(TokenStale):
            await verifier.verify(who.token)

    async def test_an_ended_session_is_refused_though_it_was_seen(self, verifier: Verifier) -> None:
        who = actor(CANDIDATE)
        await verifier.verify(who.token)
        verifier.listen(SessionEnded(session_id=who.session_id, user_id=who.user_id))
        with pytest.raises(TokenInvalid):
            await verifier.verify(who.token)

    async def test_a_late_starter_gets_revocations_with_the_keys(self) -> None:
        who = actor(CANDIDATE)
        verifier = Verifier()
        verifier.use(
            KeyDocument(keys=[SIGNING_KEY.as_dict(private=False)], principals={who.user_id: 2})
        )
        with pytest.raises(TokenStale):
            await verifier.verify(who.token)

    async def test_without_keys_nobody_is_recognised_and_that_is_503(self) -> None:
        verifier = Verifier(jwks_fetcher("http://127.0.0.1:9/none"))
        with pytest.raises(KeysUnavailable):
            await verifier.verify(actor(CANDIDATE).token)
