"""A role and a database for each service, migrations, and the data to begin with."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import asyncpg

from deploy.local.layout import PACKAGES, ROOT, SERVICES, digest
from deploy.local.plan import Plan
from deploy.local.problems import Problem
from deploy.local.steps import Steps


def make_ready(plan: Plan, steps: Steps) -> None:
    """Migrate and fill the six databases.

    All of it may be repeated, so it is left out only when the same code has already done it to
    this very cluster: the mark lies in the cluster's own folder and goes away with it.
    """
    mark = plan.state.data / "made-ready"
    done_by = digest([ROOT / package for package in PACKAGES], str(plan.options.demo))
    if mark.exists() and mark.read_text() == done_by:
        return
    with steps.step("Making a database and a role for each service"):
        asyncio.run(_make_databases(plan))
    with steps.step("Migrating the six databases"):
        run_for_each(plan, SERVICES, "migrate")
    with steps.step("Loading the reference data"):
        # The demo brings an admin of its own; without it, identity makes the first one.
        first_admin = "0" if plan.options.demo else "1"
        said = run_for_each(plan, _having("seed"), "seed", ITQAN_FIRST_ADMIN=first_admin)
    if plan.options.demo:
        with steps.step("Loading the demo data"):
            said = run_for_each(plan, _having("demo"), "demo")
    tell_accounts(plan, said["identity"])
    mark.write_text(done_by)


def tell_accounts(plan: Plan, accounts: str) -> None:
    """Tell of the accounts to sign in with, which is what identity says at its end.

    The demo's are told at the end of every start. A first password is shown at once, since the
    start may yet fail, and is kept nowhere.
    """
    if plan.options.demo:
        plan.state.notes["accounts"] = accounts
    else:
        plan.state.notes.pop("accounts", None)
        print("".join(f"\n    {line}" for line in accounts.splitlines()), flush=True)
    plan.state.save()


def _having(module: str) -> list[str]:
    """The services with a module of this name: not each has data to begin with."""
    folders = {name: ROOT / "services" / name / "src" / name for name in SERVICES}
    return [
        name
        for name, folder in folders.items()
        if (folder / module).is_dir() or (folder / f"{module}.py").exists()
    ]


async def _make_databases(plan: Plan) -> None:
    connection = await asyncpg.connect(f"{plan.postgres().url}/postgres")
    try:
        # A database belongs to its service's role; nobody else may even connect to it.
        for service in SERVICES:
            known = await connection.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", service)
            if not known:
                password = plan.state.secret(f"database-{service}")
                await connection.execute(f"CREATE ROLE {service} LOGIN PASSWORD '{password}'")
            made = await connection.fetchval(
                "SELECT 1 FROM pg_database WHERE datname = $1", service
            )
            if not made:
                await connection.execute(f"CREATE DATABASE {service} OWNER {service}")
            await connection.execute(f"REVOKE ALL ON DATABASE {service} FROM PUBLIC")
            # Not asked for at each connection: a pooler of connections refuses that.
            await connection.execute(f"ALTER DATABASE {service} SET jit = off")
    finally:
        await connection.close()


def run_for_each(
    plan: Plan, services: Iterable[str], command: str, **environment: str
) -> dict[str, str]:
    """Run `python -m kit` for each service, some at once; what each printed, by service."""

    def run(service: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "kit", service, command],
            check=False,
            cwd=ROOT,
            env={**os.environ, **plan.environment(service), **environment},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            said = (done.stdout + done.stderr)[-3000:]
            raise Problem(f"`python -m kit {service} {command}` failed:\n{said}")
        # Log lines are JSON objects; the rest is meant for people.
        lines = [line for line in done.stdout.splitlines() if not line.startswith("{")]
        return "\n".join(lines).strip("\n")

    with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
        running = {service: pool.submit(run, service) for service in services}
        return {service: result.result() for service, result in running.items()}
