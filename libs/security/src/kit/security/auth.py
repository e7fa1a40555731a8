"""Authentication, gates and access rules.

Identity signs access tokens, and every service verifies them with identity's public keys.
`guard(...)` in a route's signature is the route's whole protection.
"""

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

from contracts import (
    ADMIN_ROLE,
    NEEDS_APPROVAL,
    PAYS_REGISTRATION,
    SUPER_ADMIN,
    Permission,
    ProfileType,
)
from fastapi import APIRouter, Depends, Header, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer
from kit.core.actor import ACTOR, Actor
from kit.core.errors import Forbidden, PaymentRequired, Problem, Unauthorized
from kit.core.remote_address import get_client_address, get_client_network
from kit.core.state import StateKey
from kit.security.claims import Claims, PartnerClaims, ProfileClaim
from kit.security.partners import Partner, get_partner, is_address_allowed
from kit.security.rules import ALL_GATES, PAYMENT_EXEMPT_GATES, Gate
from starlette.requests import HTTPConnection
from starlette.responses import Response

if TYPE_CHECKING:
    from kit.security.tokens import Verifier

__all__ = [
    "ADMIN_ROLE",
    "ALL_GATES",
    "PAYMENT_EXEMPT_GATES",
    "SUPER_ADMIN",
    "VERIFIER",
    "AccessRule",
    "AnyUser",
    "Caller",
    "Gate",
    "Guard",
    "OptionalGuard",
    "OptionalUser",
    "Partner",
    "Principal",
    "allowed",
    "guard",
    "identify",
    "pass_gates",
]

VERIFIER: StateKey["Verifier"] = StateKey("verifier")


class TokenStale(Unauthorized):
    """The token is authentic but stale: refresh it and repeat the request."""

    code = "token.stale"
    default_detail = "Your session has changed. Refresh the token and repeat the request."


class TokenInvalid(Unauthorized):
    """The token is forged or expired."""

    code = "token.invalid"
    default_detail = "Your session has ended. Sign in again."


class ProfileUnknown(Forbidden):
    """The `x-profile` header names a profile of another user."""

    code = "profile.not_held"
    default_detail = "You no longer have access to this profile."


class Unverified(Forbidden):
    """The account has not confirmed its one-time code."""

    code = "user.unverified"
    default_detail = "Verify your account to continue."


class SecondFactorRequired(Forbidden):
    """The platform requires a second factor from admins, and this admin has none."""

    code = "second_factor.required"
    default_detail = "Set up two-step sign-in to continue."


class IdentificationRequired(Forbidden):
    """The user has no civil or passport number."""

    code = "identification.required"
    default_detail = "Please provide civil number or passport number to continue."


class ApprovalRequired(Forbidden):
    """The organization or staff profile is not approved."""

    code = "approval.required"
    default_detail = (
        "Your account is not approved yet. Please wait for approval to access this page."
    )


class OrganizationSuspended(Forbidden):
    """The organization is suspended: its members can read but not change anything."""

    code = "organization.suspended"
    default_detail = (
        "Your organization is suspended. You can view everything, but you can't make changes "
        "until it's reactivated."
    )


class ImageRequired(Forbidden):
    """The profile has no photo."""

    code = "picture.required"
    default_detail = "Please upload your profile picture to access this page."


class RegistrationUnpaid(PaymentRequired):
    """The registration fee is due."""

    code = "registration_fee.unpaid"
    default_detail = "Please pay your registration fee to continue."


class NotAllowed(Forbidden):
    """The access rule does not allow the caller."""

    code = "permission.required"


class AddressRefused(Forbidden):
    """A partner client's address is not in its organization's allow list."""

    code = "api_client.address_not_allowed"
    default_detail = "This API client can't connect from this network address."


@dataclass(frozen=True, slots=True)
class Principal:
    """The caller, acting through one of their profiles."""

    user_id: UUID
    session_id: UUID
    verified: bool
    identified: bool
    profile: ProfileClaim | None
    profiles: tuple[ProfileClaim, ...]
    roles: frozenset[str]
    """Roles of the active profile; permissions too belong to it."""
    permissions: frozenset[str]
    second_factor_due: bool = False

    @property
    def profile_type(self) -> ProfileType | None:
        """Type of the active profile; None if the user has none."""
        return self.profile.type if self.profile else None

    @property
    def is_super_admin(self) -> bool:
        """Tell if the caller holds every permission."""
        return self.is_admin and SUPER_ADMIN in self.roles

    @property
    def is_admin(self) -> bool:
        """Tell if the active profile is an admin's."""
        return self.profile_type is ProfileType.ADMIN

    @property
    def profile_id(self) -> UUID:
        """ID of the active profile; raises a 403 if there is none."""
        if self.profile is None:
            raise NotAllowed
        return self.profile.id

    @property
    def organization_id(self) -> UUID | None:
        """Organization of an organization, staff or trainer profile."""
        return self.profile.organization_id if self.profile else None

    @property
    def scope(self) -> UUID | None:
        """Organization whose rows the caller may see; None for admins, who see all.

        Other callers without an organization are refused, so that no query is unscoped by accident.
        """
        if self.is_admin:
            return None
        if self.organization_id is None:
            raise NotAllowed
        return self.organization_id


Caller = Principal | Partner
"""A caller that a guard with `partner` accepts: a person or an organization's client."""


SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""HTTP methods that change nothing."""


@dataclass(frozen=True, slots=True)
class AccessRule:
    """Conditions on the caller, checked by `allowed`. An empty rule accepts every signed-in
    user."""

    profiles: frozenset[ProfileType] = field(default_factory=frozenset)
    roles: frozenset[str] = field(default_factory=frozenset)
    permissions: frozenset[str] = field(default_factory=frozenset)
    staff_roles: frozenset[str] = field(default_factory=frozenset)
    """Staff also need one of these roles."""

    @property
    def is_open(self) -> bool:
        """Tell if the rule only requires a signed-in user."""
        return not (self.profiles or self.roles or self.permissions)


def allowed(principal: Principal, rule: AccessRule) -> bool:
    """Tell if the principal satisfies the rule.

    Staff need a matching profile type, and one of `staff_roles` if given. Admins need one of the
    listed permissions; super-admins hold all. Others need a matching profile, role or permission.
    """
    if rule.is_open:
        return True
    profile = principal.profile
    if profile is None:
        return False
    if profile.type is ProfileType.STAFF:
        return profile.type in rule.profiles and (
            not rule.staff_roles or bool(rule.staff_roles & principal.roles)
        )
    if profile.type is ProfileType.ADMIN and rule.permissions:
        if rule.profiles and profile.type not in rule.profiles:
            return False
        return principal.is_super_admin or bool(rule.permissions & principal.permissions)
    return (
        profile.type in rule.profiles
        or bool(rule.roles & principal.roles)
        or bool(rule.permissions & principal.permissions)
    )


def pass_gates(
    principal: Principal, exempt: frozenset[Gate] = frozenset(), *, reads: bool = False
) -> None:
    """Raise the error of the first gate that the caller fails, in the order of `Gate`.

    Suspended organizations may read. Admins have only the first three gates. Trainers need no
    approval and pay no fee.
    """
    failed = {
        Gate.VERIFICATION: not principal.verified,
        Gate.SECOND_FACTOR: principal.second_factor_due and principal.is_admin,
        Gate.IDENTIFICATION: not principal.identified,
    }
    profile = principal.profile
    if profile is not None and profile.type is not ProfileType.ADMIN:
        failed |= {
            Gate.APPROVAL: profile.type in NEEDS_APPROVAL and not profile.approved,
            Gate.SUSPENSION: profile.suspended and not reads,
            Gate.IMAGE: not profile.image,
            Gate.PAYMENT: profile.type in PAYS_REGISTRATION and not profile.paid,
        }
    for gate in Gate:
        if failed.get(gate) and gate not in exempt:
            raise _GATE_ERRORS[gate]


_GATE_ERRORS: Mapping[Gate, type[Problem]] = {
    Gate.VERIFICATION: Unverified,
    Gate.SECOND_FACTOR: SecondFactorRequired,
    Gate.IDENTIFICATION: IdentificationRequired,
    Gate.APPROVAL: ApprovalRequired,
    Gate.SUSPENSION: OrganizationSuspended,
    Gate.IMAGE: ImageRequired,
    Gate.PAYMENT: RegistrationUnpaid,
}


# Documents the scheme in OpenAPI only; `identify` reads the header.
class _Documented(HTTPBearer):
    async def __call__(self, request: HTTPConnection) -> None:
        """Do nothing, to save the work on every request."""


_bearer = _Documented(
    scheme_name="HTTPBearer",
    description="The access token of POST /auth/login",
)


async def identify(request: Request) -> Caller | None:
    """Return the caller, or None without a token. An invalid token is a 401."""
    header = request.headers.get("authorization")
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise TokenInvalid
    claims = await VERIFIER.of(request.app).identify(token)
    if isinstance(claims, PartnerClaims):
        if not is_address_allowed(await get_client_address(request), claims.networks):
            raise AddressRefused
        caller: Caller = get_partner(claims)
    else:
        caller = get_principal(claims, _chosen_profile(request))
    ACTOR.set(_actor(caller, await get_client_network(request)))
    return caller


def _chosen_profile(request: Request) -> UUID | None:
    header = request.headers.get("x-profile")
    try:
        return UUID(header) if header else None
    except ValueError as error:
        raise ProfileUnknown from error


def _actor(caller: Caller, network: str) -> Actor:
    if isinstance(caller, Partner):
        return Actor(None, None, caller.scope, network, client_id=caller.client_id)
    profile = caller.profile
    return Actor(
        user_id=caller.user_id,
        profile_id=profile.id if profile else None,
        organization_id=caller.organization_id,
        network=network,
    )


def get_principal(claims: Claims, profile_id: UUID | None = None) -> Principal:
    """Build the principal of a token, with `profile_id` or else the first profile."""
    if profile_id is None:
        profile = claims.profiles[0] if claims.profiles else None
    else:
        profile = next((p for p in claims.profiles if p.id == profile_id), None)
        if profile is None:
            raise ProfileUnknown
    return Principal(
        user_id=claims.sub,
        session_id=claims.sid,
        verified=claims.verified,
        identified=claims.identified,
        profile=profile,
        profiles=claims.profiles,
        roles=_select_own(profile.roles if profile else None, claims.roles),
        permissions=_select_own(profile.permissions if profile else None, claims.permissions),
        second_factor_due=claims.second_factor_due,
    )


def _select_own(of_profile: frozenset[str] | None, of_all: frozenset[str]) -> frozenset[str]:
    return of_all if of_profile is None else of_profile


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """The protection of a route, built by `guard`."""

    rule: AccessRule = field(default_factory=AccessRule)
    exempt: frozenset[Gate] = ALL_GATES
    partner: Permission | None = None

    async def admit(self, request: Request) -> Caller | None:
        """Identify the caller, and refuse callers that are not allowed."""
        caller = await identify(request)
        if caller is None:
            raise Unauthorized
        if isinstance(caller, Partner):
            if self.partner not in caller.permissions:
                raise NotAllowed
            return caller
        if not allowed(caller, self.rule):
            raise NotAllowed
        pass_gates(caller, self.exempt, reads=request.method in SAFE_METHODS)
        return caller

    async def __call__(
        self,
        request: Request,
        _profile: Annotated[UUID | None, Header(alias="x-profile")] = None,
        _token: Annotated[Any, Depends(_bearer)] = None,
    ) -> Caller:
        """Return the caller that `admit` accepted before the request was parsed.

        The parameters only document the headers. A chain of dependencies would cost more.
        """
        caller: Caller = request.scope[_ADMITTED][self]
        return caller


class OptionalGuard(Guard):
    """The protection of a public route that guests may call."""

    async def admit(self, request: Request) -> Caller | None:
        """Identify the caller, or return None for a guest."""
        return await identify(request)

    async def __call__(  # type: ignore[override]
        self,
        request: Request,
        _profile: Annotated[UUID | None, Header(alias="x-profile")] = None,
    ) -> Principal | None:
        """Return the person who calls, or None for guests and partner clients."""
        caller = request.scope[_ADMITTED][self]
        return caller if isinstance(caller, Principal) else None


_ADMITTED = "kit.admitted"
"""Key of the request's scope that maps each guard to its caller."""

OptionalUser = Annotated[Principal | None, Depends(OptionalGuard())]
"""The caller if signed in, for public routes that show more to some users."""
AnyUser = Annotated[Principal, Depends(Guard())]
"""The signed-in caller without any gate, for their own session and account only."""


def guard(
    *profiles: ProfileType,
    permissions: Iterable[str] = (),
    roles: Iterable[str] = (),
    staff_roles: Iterable[str] = (),
    exempt: Iterable[Gate] = (),
    partner: Permission | None = None,
) -> Any:
    """Build the protection of a route: `actor: Annotated[Principal, guard(ProfileType.CANDIDATE)]`.

    It checks the access rule first, then the gates that are not `exempt`. `partner` is a permission
    of partner clients to accept too; the route then gets a `Caller`.
    """
    rule = AccessRule(
        profiles=frozenset(profiles),
        roles=frozenset(roles),
        permissions=frozenset(permissions),
        staff_roles=frozenset(staff_roles),
    )
    return Depends(Guard(rule, frozenset(exempt), partner))


def install_guards(router: APIRouter) -> None:
    """Run each route's guards before its request is parsed, and declare them in OpenAPI.

    FastAPI parses the body before it calls dependencies, so a caller without permission would get
    validation errors.
    """
    for route in router.routes:
        if isinstance(route, APIRoute):
            guards = [call for call in _calls(route.dependant) if isinstance(call, Guard)]
            if guards:
                # FastAPI asks the route for its handler wherever it includes the router.
                vars(route)["get_route_handler"] = partial(_guarded_handler, route, guards)
                _declare(route, guards)


def _calls(dependant: Dependant) -> Iterator[Any]:
    for dependency in dependant.dependencies:
        yield dependency.call
        yield from _calls(dependency)


def _guarded_handler(
    route: APIRoute, guards: Sequence[Guard]
) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    handle = type(route).get_route_handler(route)

    async def admit_and_handle(request: Request) -> Response:
        request.scope[_ADMITTED] = {guard: await guard.admit(request) for guard in guards}
        return await handle(request)

    return admit_and_handle


def admitted_caller(request: Request) -> Caller | None:
    """Return the caller that the route's guards accepted; None for guests and routes without
    guards.
    """
    admitted: dict[Guard, Caller | None] = request.scope.get(_ADMITTED, {})
    return next((caller for caller in admitted.values() if caller is not None), None)


def _declare(route: APIRoute, guards: Sequence[Guard]) -> None:
    declared: dict[str, Any] = {}
    for guard in guards:
        if not guard.rule.is_open:
            rule = {name: sorted(held) for name, held in asdict(guard.rule).items() if held}
            declared["x-access-rule"] = rule
        if guard.partner is not None:
            declared["x-partner-permission"] = guard.partner.value
    if declared:
        route.openapi_extra = declared


AUTH_PROBLEMS: tuple[type[Problem], ...] = (
    Unauthorized,
    TokenStale,
    TokenInvalid,
    NotAllowed,
    SecondFactorRequired,
    IdentificationRequired,
    ApprovalRequired,
    OrganizationSuspended,
    ImageRequired,
    RegistrationUnpaid,
)
"""Errors of any guarded route, for `problems(...)`."""
