"""Table of the callers that each route's guard accepts.

There is no database: accepted callers fail there. The services' tests check access to rows.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import httpx
import pytest
from contracts import ADMIN_ROLE, SUPER_ADMIN, Permission, ProfileType
from fastapi import FastAPI
from joserfc.jwk import KeySet
from kit.core.config import Environment
from kit.core.files import FILES
from kit.database.db import DATABASE, new_id
from kit.security.auth import VERIFIER
from kit.security.claims import ProfileClaim
from kit.security.tokens import Verifier
from kit.testing import SIGNING_KEY, Actor, Client, actor
from kit.web.app import API_PREFIX, CONTEXT, Context

SERVICES = ("identity", "catalog", "enrollment", "payments", "approvals", "notifications")
TABLE = Path(__file__).with_name("access.txt")
ENDLESS = f"{API_PREFIX}/notifications/stream"
"""No person asks for it here."""
READ_FIRST = {
    # They read what the caller may do, as it is now.
    "identity.accounts.accounts.queries.lock_own_rights",
    "identity.administration.users.service.create_user",
    # Some of the changes need a right of their own, and only the record says which were made.
    "identity.accounts.account_changes.service.guard_change_for_other",
}
"""Functions that refuse a caller after they have read rows."""
ABSENT = "postgresql://nobody@127.0.0.1:1/nothing"

_ours = new_id()
_elsewhere = (
    ProfileClaim(
        id=new_id(),
        type=ProfileType.STAFF,
        organization_id=new_id(),
        approved=True,
        paid=True,
        image=True,
        roles=frozenset({ADMIN_ROLE}),
        permissions=frozenset(Permission),
    ),
    ProfileClaim(id=new_id(), type=ProfileType.ADMIN, roles=frozenset({SUPER_ADMIN})),
)
CALLERS = {
    "guest": None,
    "candidate": actor("candidate"),
    "trainer": actor("trainer", organization_id=_ours),
    "organization": actor("organization", organization_id=_ours),
    "staff": actor("staff", organization_id=_ours),
    "staff-admin": actor("staff", organization_id=_ours, roles=[ADMIN_ROLE]),
    # Staff of ours without the admin role, who are staff of others with it and a super-admin.
    "staff-elsewhere-admin": actor("staff", organization_id=_ours, others=_elsewhere),
    "candidate-elsewhere-admin": actor("candidate", others=_elsewhere),
    "admin": actor("admin", roles=[ADMIN_ROLE]),
    "super-admin": actor("admin", roles=[SUPER_ADMIN]),
    "partner": Client(_ours, frozenset(Permission)),
    "partner-without": Client(_ours),
}
GROUPS = {
    "everybody": set(CALLERS),
    "signed-in": set(CALLERS) - {"guest", "partner", "partner-without"},
    "nobody": set[str](),
    # Permissions of other profiles have no effect.
    "staff": {"staff", "staff-elsewhere-admin"},
    "candidate": {"candidate", "candidate-elsewhere-admin"},
}


def accept_callers(app: FastAPI) -> Verifier:
    """Make the app accept the tokens of `CALLERS`, identity's too."""
    verifier = Verifier(keys=KeySet([SIGNING_KEY]))
    own = vars(VERIFIER.of(app))
    if "own_keys" in own:
        # Identity's routes sign and hash with the keys of its verifier.
        vars(verifier)["own_keys"] = own["own_keys"]
    VERIFIER.put(app, verifier)
    return verifier


@cache
def app_of(service: str, folder: str) -> FastAPI:
    declaration = import_module(f"{service}.main").app
    settings = declaration.settings(
        env=Environment.TEST,
        database_url=ABSENT,
        files_url=f"file://{folder}",
        log_level="CRITICAL",
    )
    app: FastAPI = declaration.create_app(settings)
    verifier = accept_callers(app)
    context = Context(settings, DATABASE.of(app), FILES.of(app), verifier, None)
    CONTEXT.put(app, context)
    return app


def table() -> dict[str, dict[str, set[str]]]:
    """By service and operation, who gets past its guard."""
    found: dict[str, dict[str, set[str]]] = {}
    operations: dict[str, set[str]] = {}
    for line in TABLE.read_text("utf-8").splitlines():
        words = line.split()
        if line.startswith("#"):
            continue
        if len(words) == 1:
            operations = found[words[0]] = {}
        elif words:
            method, path, *callers = words
            named = [GROUPS.get(word, {word}) for word in callers]
            operations[f"{method} {API_PREFIX}{path}"] = set[str]().union(*named)
    return found


def operations_of(app: FastAPI) -> Iterator[tuple[str, str, set[str]]]:
    """Method, path and declared statuses of each operation."""
    for path, operations in app.openapi()["paths"].items():
        for method, operation in operations.items():
            yield method.upper(), path, set(operation["responses"])


async def get_past(app: FastAPI, method: str, path: str, *, unreadable: bool = False) -> set[str]:
    """Return the callers that the guard accepts, with `unreadable` or no input."""
    passed = set()
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    address = re.sub(r"{\w+}", str(new_id()), path)
    headers = {"content-type": "application/json"} if unreadable else {}
    body = b"{" if unreadable else None
    query = {"no-such-filter": "\0"} if unreadable else None
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        for name, caller in CALLERS.items():
            if path == ENDLESS and isinstance(caller, Actor):
                passed.add(name)
                continue
            answer = await client.request(
                method,
                address,
                content=body,
                params=query,
                headers=headers | (caller.headers if caller else {}),
            )
            if answer.status_code not in (401, 402, 403):
                passed.add(name)
    return passed


@pytest.mark.parametrize("unreadable", [False, True], ids=["no input", "unreadable input"])
@pytest.mark.parametrize("service", SERVICES)
async def test_each_route_admits_only_the_callers_in_the_table(
    service: str, tmp_path: Path, *, unreadable: bool
) -> None:
    app = app_of(service, str(tmp_path))
    expected = table()[service]
    found = {
        f"{method} {path}": await get_past(app, method, path, unreadable=unreadable)
        for method, path, _ in operations_of(app)
        # Where `nobody` passes, the credential is part of the input, not a token.
        if expected[f"{method} {path}"] or not unreadable
    }
    if unreadable:
        expected = {operation: callers for operation, callers in expected.items() if callers}
    actual = {operation: sorted(callers) for operation, callers in found.items()}
    assert actual == {operation: sorted(callers) for operation, callers in expected.items()}, (
        f"a route of {service} lets others in than {TABLE.name} says, or is not in it"
    )


@pytest.mark.parametrize("service", SERVICES)
def test_each_route_declares_its_refusals(service: str, tmp_path: Path) -> None:
    app = app_of(service, str(tmp_path))
    expected = table()[service]
    for method, path, declared in operations_of(app):
        callers = expected[f"{method} {path}"]
        refusals = {"422"}
        if "guest" not in callers:
            refusals |= {"401", "403"}
        assert refusals <= declared, f"{method} {path} does not declare {refusals - declared}"


def find_late_refusals(module: str, tree: ast.Module) -> Iterator[str]:
    """The functions that wait for something, mostly for rows, and raise `NotAllowed` after it."""
    for function in ast.walk(tree):
        if isinstance(function, ast.AsyncFunctionDef):
            waits = [each for each in ast.walk(function) if isinstance(each, ast.Await | ast.Yield)]
            refusals = [
                each.lineno
                for each in ast.walk(function)
                if isinstance(each, ast.Raise) and "NotAllowed" in ast.dump(each)
            ]
            if any(wait.lineno < line for wait in waits for line in refusals):
                yield f"{module}.{function.name}"


def test_permissions_are_checked_before_records_are_read() -> None:
    found: set[str] = set()
    for service in SERVICES:
        folder = Path(str(import_module(service).__file__)).parent
        for path in folder.rglob("*.py"):
            module = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
            found.update(find_late_refusals(module, ast.parse(path.read_text("utf-8"))))
    assert found == READ_FIRST
