"""Reads the command, prepares the machine and the clone, and runs it.

Until the virtual environment exists only the standard library is imported; then the process
replaces itself by the environment's Python.
"""

import os
import sys
import time
from importlib import import_module
from pathlib import Path

from deploy.local import build, machine, operating, packages, production
from deploy.local.layout import ROOT, VENV, tool
from deploy.local.options import Options
from deploy.local.problems import Problem
from deploy.local.steps import Steps

HELP = {
    "up": "Run the whole system until Ctrl-C: PORT=9000, DEMO=0, PAYMENTS=3, COMPOSE=1 as needed.",
    "down": "Stop the `make up` of this clone.",
    "status": "Show health, copies and memory of each part.",
    "logs": 'Follow the logs of one part, S=payments, or of all; FIND="text" lists lines instead.',
    "restart": "Restart the copies of one part, S=payments, one after the other.",
    "scale": "Change the copies of a service while all runs: S=payments N=3.",
    "kit": "Run a command of a service in the running system: S=payments C=parked.",
    "psql": 'Open the database of a service: S=payments, Q="select 1" for one statement.',
    "broker": 'Run a command of the broker: C="list_queues" or another of its tools.',
    "check": "Lint, types, import rules, migrations, Dockerfiles and generated files.",
    "test": "Run everything that can be tested, the browser journey included.",
    "bench": "Measure the speed against bare references.",
    "faults": "Kill, freeze and shuffle on purpose, many times.",
    "drill": 'Fire alarms on a running system and follow their runbooks: ONLY="CopyDown".',
    "containers": "Build the images and try the system in them: journeys, copies, a restore.",
    "mutants": "Put mistakes into the guards of money, seats and access: do tests notice them?",
    "api": "Write the generated files: OpenAPI, the client, the broker's queues, parts of docs.",
    "migration": 'Write a migration from changed tables: S=catalog M="add x".',
    "lock": "Resolve the Python dependencies anew, after a change of a pyproject.toml.",
    "release": "Replace the copies in containers one at a time: TAG=1.2.0.",
    "secrets": "Make up the secrets of an installation: TO=/etc/itqan.",
    "backup": "Write rows and files of a running system: TO=/var/backups/itqan.",
    "restore": "Put a backup into an empty system: FROM=/var/backups/itqan/20261124T020000Z.",
    "reset": "Stop the system and wipe its data.",
    "help": "Show this list.",
}
# They need neither packages nor a build, only what a start has left.
_ABOUT_RUNNING = ("down", "status", "logs", "restart", "scale", "reset", *operating.COMMANDS)
# In containers they need nothing but Docker.
_SAVING = ("backup", "restore")
_STARTED = "ITQAN_STARTED"


def main(arguments: list[str]) -> int:
    """Run one command; the exit code."""
    # Images set it. Without it, each start of a service would recompile its imports: 3 s of CPU.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    command = arguments[0] if arguments else "help"
    try:
        return _run(command)
    except Problem as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1


def _help() -> int:
    for name, text in HELP.items():
        print(f"  make {name:<10} {text}")
    return 0


def _enter_environment(command: str) -> None:
    if command in _ABOUT_RUNNING:
        if not tool("python").exists():
            raise Problem("Nothing has been started in this clone yet: `make up` does.")
    else:
        _prepare(command)
    os.environ[_STARTED] = os.environ.get(_STARTED) or str(time.monotonic())
    os.chdir(ROOT)
    python = str(tool("python"))
    os.execv(python, [python, "-m", "deploy.local", command])


def _prepare(command: str) -> None:
    steps = Steps()
    os.environ[_STARTED] = str(steps.started)
    options = Options.read(os.environ)
    if command == "up" and machine.uses_compose(options):
        from deploy.local.up import compose  # noqa: PLC0415

        compose(options)
    with steps.step("Looking at the machine"):
        machine.require_disk()
        needed = packages.NEEDED_BY.get(command, packages.ALWAYS)
        absent = packages.missing(needed)
        if absent:
            packages.require_installable(absent)
    if absent:
        with steps.step(f"Installing the Debian packages {' '.join(absent)}"):
            packages.install(absent)
    with build.building():
        build.python_packages(steps)


def _run(command: str) -> int:
    if command not in HELP:
        raise Problem(f"There is no `make {command}`: `make help` lists what there is.")
    if command == "help":
        return _help()
    if command == "secrets":
        print(production.make_secrets(os.environ.get("TO", "")))
        return 0
    needs_only_docker = (command in _SAVING and Options.read(os.environ).compose) or (
        command in operating.COMMANDS and operating.is_in_compose()
    )
    if Path(sys.prefix).resolve() != VENV.resolve() and not needs_only_docker:
        _enter_environment(command)
    steps = Steps(float(os.environ.get(_STARTED) or time.monotonic()))
    # Imported by name, because these modules need the environment's packages.
    if command == "up":
        return int(import_module("deploy.local.up").up(Options.read(os.environ), steps))
    if command in _SAVING:
        return int(getattr(import_module("deploy.local.saving"), command)(steps))
    if command in operating.COMMANDS:
        operating.operate(command)
    if command in _ABOUT_RUNNING:
        status = import_module("deploy.local.status")
        return int(
            status.logs(os.environ.get("S", ""), os.environ.get("FIND", ""))
            if command == "logs"
            else getattr(status, command)()
        )
    return int(getattr(import_module("deploy.local.development"), command)(steps))
