"""`make kit`, `make psql` and `make broker`: commands of operators in the system that runs.

Only the standard library is imported for a system of `docker compose`.
"""

import os
import shlex
import shutil
import subprocess
import sys
from functools import cache
from typing import NoReturn

from deploy.local import leftovers
from deploy.local.layout import ROOT, SERVICES, STATE
from deploy.local.options import Options
from deploy.local.places import DOCKER
from deploy.local.problems import Problem
from deploy.local.servers import RABBIT_BIN

COMMANDS = ("kit", "psql", "broker")
# What `rabbitmqctl` does not know.
_DIAGNOSTICS = ("alarms", "check_", "memory_breakdown")
_QUEUES = "list_queues name messages consumers"


@cache
def is_in_compose() -> bool:
    """Tell whether the system runs in `docker compose`; `COMPOSE=1` says so beforehand.

    Raises `Problem` if nothing runs.
    """
    if Options.read(os.environ).compose:
        return True
    if leftovers.find(STATE):
        return False
    if shutil.which(DOCKER[0]):
        asked = subprocess.run([*DOCKER, "ps", "-q"], cwd=ROOT, check=False, capture_output=True)
        if asked.stdout:
            return True
    raise Problem("Nothing runs here: start it with `make up` or `docker compose up`.")


def operate(command: str) -> NoReturn:
    """Replace this process by the command, in the part that `S` and `C` or `Q` name.

    Raises `Problem` if nothing runs, or `S` is no service.
    """
    service = os.environ.get("S", "")
    if command != "broker" and service not in SERVICES:
        raise Problem(f"Name a service, as in `make {command} S=payments`: {', '.join(SERVICES)}.")
    program = {
        "kit": ["python", "-m", "kit", service, *shlex.split(os.environ.get("C", "--help"))],
        "psql": ["psql", *_statement(os.environ.get("Q", ""))],
        "broker": _broker_command(os.environ.get("C") or _QUEUES),
    }[command]
    where = _find_in_compose if is_in_compose() else _find_natively
    arguments, environment = where(command, service, program)
    os.chdir(ROOT)
    os.execvpe(arguments[0], arguments, {**os.environ, **environment})


def _statement(query: str) -> list[str]:
    return ["-X", "-v", "ON_ERROR_STOP=1", "-P", "pager=off", "-c", query] if query else []


def _broker_command(command: str) -> list[str]:
    diagnoses = command.startswith(_DIAGNOSTICS)
    return ["rabbitmq-diagnostics" if diagnoses else "rabbitmqctl", *shlex.split(command)]


def _find_in_compose(
    command: str, service: str, program: list[str]
) -> tuple[list[str], dict[str, str]]:
    part = {"kit": service, "psql": "postgres", "broker": "rabbit"}[command]
    if command == "psql":
        program = [*program, f"postgresql://postgres@/{service}"]
    terminal = [] if sys.stdin.isatty() else ["-T"]
    return [*DOCKER, "exec", *terminal, part, *program], {}


def _find_natively(
    command: str, service: str, program: list[str]
) -> tuple[list[str], dict[str, str]]:
    # They need packages of the clone's environment.
    from deploy.local.plan import Plan  # noqa: PLC0415
    from deploy.local.saving import of_clone  # noqa: PLC0415
    from deploy.local.state import State  # noqa: PLC0415

    state = State.load(STATE)
    name, *arguments = program
    if command == "broker":
        rabbit = Plan(Options.load(state.notes["options"]), state).rabbit()
        return [str(RABBIT_BIN / name), *arguments], rabbit.environment()
    (place,) = (each for each in of_clone(state) if each.service == service)
    if command == "psql":
        return place.postgres(name, *arguments), place.variables
    return [sys.executable, *arguments], dict(place.environment)
