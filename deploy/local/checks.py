"""`make check`: everything that can be checked in the files, without running the system."""

import difflib
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from deploy.local import broker, language, licenses, migrations
from deploy.local.build import node_environment
from deploy.local.layout import FRONTEND, ROOT, SERVICES, tool
from deploy.local.problems import Problem
from deploy.local.scratch import scratch_databases

OPENAPI = FRONTEND / "openapi"
APP_ROUTES = ROOT / "libs" / "contracts" / "src" / "contracts" / "app_routes.py"


class CheckFailed(Exception):
    """A failed check, with the tool's output."""


@dataclass(frozen=True)
class Check:
    """One check; `run` raises `CheckFailed`."""

    name: str
    run: Callable[[], None]


def run_checks() -> tuple[int, int]:
    """Run all checks, two at a time, and print what failed; how many passed and failed."""
    failed = 0
    with ThreadPoolExecutor(max_workers=2) as pool:
        results = [(check, pool.submit(_timed, check)) for check in CHECKS]
        for check, result in results:
            seconds, problem = result.result()
            print(f"  {'failed' if problem else 'passed'}  {check.name:<50} {seconds:6.1f} s")
            if problem:
                failed += 1
                print(problem.rstrip() + "\n", flush=True)
    return len(CHECKS) - failed, failed


def _timed(check: Check) -> tuple[float, str | None]:
    began = time.monotonic()
    problem = None
    try:
        check.run()
    except CheckFailed as failure:
        problem = str(failure)
    return time.monotonic() - began, problem


def _run(*command: str | Path, folder: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        check=False,
        cwd=folder,
        env={**node_environment(), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise CheckFailed(f"{done.stdout}{done.stderr}")
    return done.stdout


def _style() -> None:
    _run(tool("ruff"), "check", ".")
    _run(tool("ruff"), "format", "--check", ".")


def _types() -> None:
    _run(tool("mypy"), "--no-error-summary")


def _language() -> None:
    if excesses := language.find_excesses():
        listed = "\n".join(excesses)
        raise CheckFailed(f"{listed}\n`python -m deploy.local.language` prints the measurements.")


def _imports() -> None:
    _run(tool("lint-imports"))


def _migrations() -> None:
    with scratch_databases(SERVICES) as urls:
        for service, url in urls.items():
            for command in ("migrate", "check"):
                _run(sys.executable, "-m", "kit", service, command, ITQAN_DATABASE_URL=url)


def _unsafe_migrations() -> None:
    found = [line for name in SERVICES for line in migrations.unsafe(migrations.newest(name))]
    if found:
        listed = "\n".join(found)
        raise CheckFailed(f"{listed}\nCONTRIBUTING.md says how a table is changed while it serves.")


def _dockerfiles() -> None:
    _run(tool("hadolint"), *sorted((ROOT / "deploy" / "docker").glob("*Dockerfile")))


def _app() -> None:
    _run(tool("npm"), "run", "--silent", "check", folder=FRONTEND)


def _documents() -> None:
    for service in SERVICES:
        file = OPENAPI / f"{service}.json"
        saved = file.read_text().splitlines() if file.exists() else []
        current = openapi(service).splitlines()
        difference = list(difflib.unified_diff(saved, current, str(file), "the code", lineterm=""))
        if difference:
            listed = "\n".join(difference[:40])
            raise CheckFailed(f"{listed}\nThe API has changed: run `make api` and commit it.")


def _events() -> None:
    _run(sys.executable, "-m", "contracts.docs", "--check")


def _baseline() -> None:
    _run(sys.executable, "-m", "contracts.baseline", "--check")


def release_checks() -> None:
    """Raise a `Problem` when this release cannot run beside the one before it."""
    try:
        _baseline()
        _unsafe_migrations()
    except CheckFailed as failure:
        raise Problem(str(failure)) from failure


def _definitions() -> None:
    if broker.FILE.read_text() != definitions():
        raise CheckFailed(f"{broker.FILE} is stale: run `make api` and commit it.")


def _app_routes() -> None:
    if APP_ROUTES.read_text() != app_routes():
        raise CheckFailed(f"{APP_ROUTES} is stale: run `make api` and commit it.")


def _notice() -> None:
    if licenses.NOTICE.read_text() != licenses.notice():
        raise CheckFailed("NOTICE.md is stale: run `make lock` and commit it.")


def definitions() -> str:
    """Render the broker's definitions from the code."""
    return _run(sys.executable, "-m", "kit.messaging.definitions")


def app_routes() -> str:
    """The app's routes as a Python module, as the app declares them now."""
    return _run(tool("node"), "scripts/app-routes.ts", folder=FRONTEND)


def openapi(service: str) -> str:
    """The service's OpenAPI document, as its code describes it now."""
    return _run(sys.executable, "-m", "kit", service, "openapi")


# The slow ones first, so that the two that run at once end together.
CHECKS = (
    Check("Python types (mypy)", _types),
    Check("app: style, types, messages, client (Biome, tsc)", _app),
    Check("migrations match the tables (alembic)", _migrations),
    Check("OpenAPI documents are current", _documents),
    Check("migrations are safe while replicas run (squawk)", _unsafe_migrations),
    Check("Python style (ruff)", _style),
    Check("order of imports (import-linter)", _imports),
    Check("language of docstrings and comments", _language),
    Check("Dockerfiles (hadolint)", _dockerfiles),
    Check("docs/events.md is current", _events),
    Check("events are compatible with the last release (contracts.baseline)", _baseline),
    Check("the broker's definitions are current", _definitions),
    Check("the app's routes in contracts are current", _app_routes),
    Check("NOTICE.md lists each package's licence", _notice),
)
