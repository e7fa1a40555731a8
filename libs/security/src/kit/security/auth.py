"""Who is calling, the gates before a page, and the access rule.

Identity signs access tokens; every service verifies them itself with identity's public keys.
`guard(...)` in a route's signature is the whole protection of that route.
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
from kit.security.partners import Partner, get_partner, is_within
from kit.security.rules import ALL_GATES, BEFORE_PAYMENT, Gate
from starlette.requests import HTTPConnection
from starlette.responses import Response

if TYPE_CHECKING:
    from kit.security.tokens import Verifier

__all__ = [
    "ADMIN_ROLE",
    "ALL_GATES",
    "BEFORE_PAYMENT",
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
    """The token is true but old: refresh it and repeat the request."""

    code = "token.stale"
    default_detail = "Your session has changed. Refresh the token and repeat the request."


class TokenInvalid(Unauthorized):
    """The token is not one of ours, or has expired."""

    code = "token.invalid"
    default_detail = "Your session has ended. Sign in again."


class ProfileUnknown(Forbidden):
    """The `x-profile` header names a profile that is not the caller's."""

    code = "profile.not_held"
    default_detail = "This profile is not yours."


class Unverified(Forbidden):
    """The account waits for its one-time code."""

    code = "user.unverified"
    default_detail = "Please verify your account to continue."


class SecondFactorRequired(Forbidden):
    """The platform asks its admins for a second factor, and this one has none yet."""

    code = "second_factor.required"
    default_detail = "Please set up a second factor to continue."


class IdentificationRequired(Forbidden):
    """The user has given no civil or passport number."""

    code = "identification.required"
    default_detail = "Please provide civil number or passport number to continue."


class ApprovalRequired(Forbidden):
    """The organization or staff profile is not approved."""

    code = "approval.required"
    default_detail = (
        "Your account is not approved yet. Please wait for approval to access this page."
    )


class OrganizationSuspended(Forbidden):
    """The organization is suspended: its people can read and change nothing."""

    code = "organization.suspended"
    default_detail = "Your organization is suspended: you can read everything and change nothing."


class ImageRequired(Forbidden):
    """The profile has no picture."""

    code = "picture.required"
    default_detail = "Please upload your profile picture to access this page."


class RegistrationUnpaid(PaymentRequired):
    """The registration fee is due."""

    code = "registration_fee.unpaid"
    default_detail = "Please pay your registration fee to continue."


class NotAllowed(Forbidden):
    """The access rule says no."""

    code = "permission.required"


class AddressRefused(Forbidden):
    """A partner client calls from an address that its organization has not allowed."""

    code = "api_client.address_not_allowed"
    default_detail = "This client may not call from this address."


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
    """Those of the profile that the caller acts through, as are the permissions."""
    permissions: frozenset[str]
    second_factor_due: bool = False

    @property
    def profile_type(self) -> ProfileType | None:
        """What the caller acts as; None when the user has no profile."""
        return self.profile.type if self.profile else None

    @property
    def is_super_admin(self) -> bool:
        """Holds every permission."""
        return self.is_admin and SUPER_ADMIN in self.roles

    @property
    def is_admin(self) -> bool:
        """Acts through an admin profile."""
        return self.profile_type is ProfileType.ADMIN

    @property
    def profile_id(self) -> UUID:
        """The active profile's id; 403 when the user has none."""
        if self.profile is None:
            raise NotAllowed
        return self.profile.id

    @property
    def organization_id(self) -> UUID | None:
        """The organization that an organization, staff or trainer profile belongs to."""
        return self.profile.organization_id if self.profile else None

    @property
    def scope(self) -> UUID | None:
        """The organization whose rows the caller may see; None for an admin, who sees all.

        Anybody else without an organization is refused: an unscoped query is never the default.
        """
        if self.is_admin:
            return None
        if self.organization_id is None:
            raise NotAllowed
        return self.organization_id


Caller = Principal | Partner
"""Whom a guard with `partner` lets in: a person, or a client of an organization."""


SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing."""


@dataclass(frozen=True, slots=True)
class AccessRule:
    """Who may do something: see `allowed`. An empty rule lets every signed-in user in."""

    profiles: frozenset[ProfileType] = field(default_factory=frozenset)
    roles: frozenset[str] = field(default_factory=frozenset)
    permissions: frozenset[str] = field(default_factory=frozenset)
    staff_roles: frozenset[str] = field(default_factory=frozenset)
    """Staff need one of these roles as well."""

    @property
    def is_open(self) -> bool:
        """Nothing is asked for beyond being signed in."""
        return not (self.profiles or self.roles or self.permissions)


def allowed(principal: Principal, rule: AccessRule) -> bool:
    """The access rule.

    Staff need only a matching profile type (and one of `staff_roles` where those are named).
    Admins need one of the permissions where some are listed; a super-admin holds them all.
    Everybody else passes on a profile, a role or a permission that matches.
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

    Reading is allowed to a suspended organization. Admins have only the first three gates.
    Trainers neither wait for approval nor pay.
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


# Only so that OpenAPI documents the scheme; the header is read below.
class _Documented(HTTPBearer):
    async def __call__(self, request: HTTPConnection) -> None:
        """Read nothing: that would be done in every request, for nobody."""


_bearer = _Documented(
    scheme_name="HTTPBearer",
    description="The access token of POST /auth/login",
)


async def identify(request: Request) -> Caller | None:
    """The caller, or None without a token. A bad token is a 401."""
    header = request.headers.get("authorization")
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise TokenInvalid
    claims = await VERIFIER.of(request.app).identify(token)
    if isinstance(claims, PartnerClaims):
        if not is_within(await get_client_address(request), claims.networks):
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
    """The principal of a token, acting through `profile_id` or else the first profile."""
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
        roles=_own(profile.roles if profile else None, claims.roles),
        permissions=_own(profile.permissions if profile else None, claims.permissions),
        second_factor_due=claims.second_factor_due,
    )


def _own(of_profile: frozenset[str] | None, of_all: frozenset[str]) -> frozenset[str]:
    return of_all if of_profile is None else of_profile


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """The protection of a route, which `guard` makes."""

    rule: AccessRule = field(default_factory=AccessRule)
    exempt: frozenset[Gate] = ALL_GATES
    partner: Permission | None = None

    async def admit(self, request: Request) -> Caller | None:
        """Identify the caller, and refuse those who may not call."""
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
        """Return the caller whom `admit` let in before the request was read.

        The parameters only document the headers: a chain of dependencies costs more than what
        they do.
        """
        caller: Caller = request.scope[_ADMITTED][self]
        return caller


class OptionalGuard(Guard):
    """The protection of a public route that a guest may call too."""

    async def admit(self, request: Request) -> Caller | None:
        """Identify the caller, if there is one."""
        return await identify(request)

    async def __call__(  # type: ignore[override]
        self,
        request: Request,
        _profile: Annotated[UUID | None, Header(alias="x-profile")] = None,
    ) -> Principal | None:
        """Return the person who calls, or None for a guest and for a partner client."""
        caller = request.scope[_ADMITTED][self]
        return caller if isinstance(caller, Principal) else None


_ADMITTED = "kit.admitted"
"""The key of a request's scope under which each guard of its route has its caller."""

OptionalUser = Annotated[Principal | None, Depends(OptionalGuard())]
"""The caller if signed in: for public routes that show more to some."""
AnyUser = Annotated[Principal, Depends(Guard())]
"""The caller, signed in, with no gate: for the own session and account only."""


def guard(
    *profiles: ProfileType,
    permissions: Iterable[str] = (),
    roles: Iterable[str] = (),
    staff_roles: Iterable[str] = (),
    exempt: Iterable[Gate] = (),
    partner: Permission | None = None,
) -> Any:
    """The protection of a route: `actor: Annotated[Principal, guard(ProfileType.CANDIDATE)]`.

    Checks the access rule first, then the gates that are not `exempt`. With `partner` it lets in
    the partner clients that have this permission too, and gives a `Caller`.
    """
    rule = AccessRule(
        profiles=frozenset(profiles),
        roles=frozenset(roles),
        permissions=frozenset(permissions),
        staff_roles=frozenset(staff_roles),
    )
    return Depends(Guard(rule, frozenset(exempt), partner))


def install_guards(router: APIRouter) -> None:
    """Run the guards of each route before its request is read, and declare them in OpenAPI.

    FastAPI parses the body before it calls a dependency, and calls those of the app first, so a
    caller without the permission would be told what is wrong with the input.
    """
    for route in router.routes:
        if isinstance(route, APIRoute):
            guards = [call for call in _calls(route.dependant) if isinstance(call, Guard)]
            if guards:
                # FastAPI asks the route for its handler wherever the router is included.
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
    """Whom the route's guards let in; None for a guest, and on a route without guards."""
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
"""What any guarded route can answer, for `problems(...)`."""
