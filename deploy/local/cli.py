"""Read the command, prepare the machine and the clone, and run it.

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
    "up": "Run the system until Ctrl-C. Options: PORT=9000, DEMO=0, PAYMENTS=3, COMPOSE=1.",
    "down": "Stop this clone's system.",
    "status": "Show health, replicas and memory of each part.",
    "logs": 'Follow the log of a part, S=payments, or all logs. FIND="text" lists matching lines.',
    "restart": "Restart the replicas of a part one by one: S=payments.",
    "scale": "Start or stop replicas of a service in the running system: S=payments N=3.",
    "kit": "Run a command of a service in the running system: S=payments C=parked.",
    "psql": 'Open the database of a service, S=payments. Q="select 1" runs one statement.',
    "broker": 'Run a RabbitMQ command in the running system: C="list_queues".',
    "check": "Run linters; check types, imports, migrations, Dockerfiles and generated files.",
    "test": "Run all checks and tests, browser journeys included.",
    "bench": "Measure performance against bare references.",
    "faults": "Kill and freeze processes, and reorder messages, many times.",
    "drill": 'Trigger alarms on a running system and follow their runbooks: ONLY="CopyDown".',
    "containers": "Build the images and test the system in containers.",
    "mutants": "Break guards of money, seats and access, and check that tests notice it.",
    "api": "Write the generated files: OpenAPI, the app's clients, broker queues, parts of docs.",
    "migration": 'Generate a migration from changed tables: S=catalog M="add x".',
    "lock": "Resolve the Python dependencies after a change of a pyproject.toml.",
    "release": "Install a release in containers, one replica at a time: TAG=1.2.0.",
    "secrets": "Create the secrets of an installation: TO=/etc/itqan.",
    "backup": "Save rows and files of the running system: TO=/var/backups/itqan.",
    "restore": "Restore a backup into an empty system: FROM=/var/backups/itqan/20261124T020000Z.",
    "reset": "Stop the system and delete its data.",
    "help": "Show this list.",
}
# They only need the state of a started system: no packages and no build.
_ABOUT_RUNNING = ("down", "status", "logs", "restart", "scale", "reset", *operating.COMMANDS)
# In containers they only need Docker.
_SAVING = ("backup", "restore")
_STARTED = "ITQAN_STARTED"


def main(arguments: list[str]) -> int:
    """Run one command and return the exit code."""
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
            raise Problem("Nothing was started in this clone yet: run `make up`.")
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
    with steps.step("Checking the machine"):
        machine.require_disk()
        needed = packages.PACKAGES_BY_TASK.get(command, packages.ALWAYS)
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
        raise Problem(f"There is no `make {command}`: `make help` lists the commands.")
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
