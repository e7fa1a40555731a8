"""`make backup` and `make restore` of the system that variables select.

It is this clone's own, that of `docker compose` (COMPOSE=1), or six databases by URL.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local import leftovers
from deploy.local.backups import back_up
from deploy.local.layout import SERVICES, STATE
from deploy.local.options import Options
from deploy.local.places import Place, given, list_compose_places, reached
from deploy.local.problems import Problem
from deploy.local.restoring import put_back, read_backup_secrets, require_restorable
from deploy.local.state import State
from deploy.local.steps import Steps

SEALING = ("signing-key", "learner-secret", "credential-secret", "sealing-secret")
"""The secrets without which rows that are sealed stay closed."""


def backup(steps: Steps) -> int:
    """Write a backup below `TO`."""
    places = _elsewhere()
    secrets = None
    if places is None:
        state = _running()
        places = of_clone(state)
        secrets = {name: state.secrets[name] for name in SEALING if name in state.secrets}
    written = back_up(places, os.environ.get("TO", ""), steps, secrets)
    size = sum(file.stat().st_size for file in written.iterdir())
    print(f"{written}: {size / 1024**2:.1f} MiB")
    return 0


def restore(steps: Steps) -> int:
    """Restore the backup in the folder `FROM`."""
    named = os.environ.get("FROM", "")
    if not named:
        raise Problem("Name the backup: make restore FROM=/var/backups/itqan/20261124T020000Z")
    folder = Path(named).expanduser().resolve()
    require_restorable(folder)
    places = _elsewhere()
    if places is not None:
        put_back(places, folder, steps)
    else:
        with _emptied(folder, steps) as own:
            put_back(own, folder, steps)
    print("Restored: start the system, then follow docs/operations.md.")
    return 0


def of_clone(state: State) -> list[Place]:
    """Those of the native run with this state."""
    from deploy.local.plan import Plan  # noqa: PLC0415 - what it needs is in the environment only

    plan = Plan(Options.load(state.notes["options"]), state)
    files = state.folder.resolve() / "files"
    return [
        reached(name, plan.database_url(name), str(files / name), plan.environment(name))
        for name in SERVICES
    ]


def _elsewhere() -> list[Place] | None:
    if Options.read(os.environ).compose:
        return list_compose_places()
    return given(os.environ)


def _running() -> State:
    if not leftovers.find(STATE):
        raise Problem("Nothing runs in this clone: run `make up`, then `make backup`.")
    return State.load(STATE)


@contextmanager
def _emptied(folder: Path, steps: Steps) -> Iterator[list[Place]]:
    """The places of this clone while its database server runs and nothing else does."""
    from deploy.local.databases import make_databases  # noqa: PLC0415 - as above
    from deploy.local.plan import Plan  # noqa: PLC0415
    from deploy.local.up import only_one  # noqa: PLC0415

    with only_one():
        if leftovers.find(STATE):
            raise Problem("This clone's system still runs: stop it with `make down`.")
        state = State.load(STATE)
        options = Options.read(os.environ)
        state.notes["options"] = options.dump()
        if (state.data / "made-ready").exists():
            raise Problem("This clone already has data: `make reset` deletes it.")
        state.secrets |= read_backup_secrets(folder)
        plan = Plan(options, state)
        state.assign_ports(plan.port_names())
        state.logs.mkdir(exist_ok=True)
        with plan.postgres().running(state.logs / "postgres.log"):
            with steps.step("Creating a database and a role for each service"):
                asyncio.run(make_databases(plan))
            yield of_clone(state)
