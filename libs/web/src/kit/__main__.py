"""Commands of every service: `python -m kit <service> <command>`.

serve              serve the API and run background work, at --host and --port
migrate            migrate the database to the newest version
check              compare the tables in code with a migrated database; exit with 1 if they differ
revision -m TEXT   generate a migration from the difference
seed               add missing rows of the data that every installation starts with
demo               add missing rows of the demo data
prepare [--demo]   migrate and seed, with --demo also demo, in one process
openapi            print the OpenAPI document
republish          publish the current state as events, to rebuild replicas of data
recover            after a restore: publish events that other services may lack, with new versions
parked             list messages that could not be handled
replay [ID ...]    return all or the named parked messages to the service's queue

A service may have further commands, in `COMMANDS` of its module `commands`.
"""

# ruff: noqa: E402
import gc

# Imported modules stay, so garbage collection would waste a fifth of the start's CPU time.
gc.disable()

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from kit.core.config import KitSettings
from kit.database.db import Database
from kit.messaging.broker import Broker
from kit.messaging.parking import parked, replay
from kit.web.app import Service
from kit.web.bootstrap import load, open_command_database, prepare
from kit.web.restore import recover, restate

COMMANDS = (
    "serve", "migrate", "check", "revision", "seed", "demo", "prepare", "openapi", "republish",
    "recover", "parked", "replay",
)  # fmt: skip

OwnCommand = Callable[[Database, Any, list[str]], Awaitable[str]]
"""A command of one service: it gets the database, settings and remaining arguments, and returns a
report.

It parses its arguments with `argparse`, and raises `SystemExit` with a reason.
"""


def main() -> int:
    """Run one command and return its exit code, 0 on success."""
    gc.freeze()
    gc.enable()
    if own := _own_command(*sys.argv[1:3]):
        return asyncio.run(_run_own(own, sys.argv[1], sys.argv[3:]))
    parser = argparse.ArgumentParser(prog="python -m kit", description=__doc__)
    parser.add_argument("service")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("-m", "--message", default="change")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--demo", action="store_true")
    parser.add_argument("ids", nargs="*")
    arguments = parser.parse_args()
    service: Service = import_module(f"{arguments.service}.main").app
    if arguments.command == "openapi":
        return _openapi(service)
    settings = service.settings()
    match arguments.command:
        case "serve":
            # Imported here, so that each command loads only its own modules.
            from kit.web.serving import serve  # noqa: PLC0415

            app = service.create_app(settings)
            serve(app, arguments.host, arguments.port, settings.heartbeat_file)
        case "migrate" | "check" | "revision":
            _migrations(service, settings, arguments.command, arguments.message)
        case "seed" | "demo":
            _print(asyncio.run(load(service, settings, arguments.command)))
        case "prepare":
            _print(prepare(service, settings, demo=arguments.demo).said)
        case "republish":
            return asyncio.run(_republish(service, settings))
        case "recover":
            return asyncio.run(_recover(service, settings))
        case "parked" | "replay":
            return asyncio.run(_dead_letters(service, settings, arguments.command, arguments.ids))
    return 0


def _openapi(service: Service) -> int:
    # The document does not depend on the environment, so temporary settings do.
    settings = service.settings(
        database_url="postgresql://nobody@127.0.0.1/none", files_url="memory:///"
    )
    document = service.create_app(settings).openapi()
    sys.stdout.write(json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
    return 0


def _migrations(service: Service, settings: KitSettings, command: str, message: str) -> None:
    from kit.web import migrations  # noqa: PLC0415

    match command:
        case "migrate":
            migrations.migrate(service, settings.database_url)
        case "check":
            migrations.check(service, settings.database_url)
        case "revision":
            path = migrations.revision(service, settings.database_url, message)
            sys.stdout.write(f"{path}\n")


def _print(said: str) -> None:
    sys.stdout.write(f"{said}\n" if said else "")


def _own_command(service: str = "", command: str = "") -> OwnCommand | None:
    if command in COMMANDS or not service.isidentifier() or find_spec(service) is None:
        return None
    if find_spec(f"{service}.commands") is None:
        return None
    commands: dict[str, OwnCommand] = import_module(f"{service}.commands").COMMANDS
    return commands.get(command)


async def _run_own(own: OwnCommand, name: str, arguments: list[str]) -> int:
    service: Service = import_module(f"{name}.main").app
    settings = service.settings()
    database = open_command_database(settings, "command")
    try:
        said = await own(database, settings, arguments)
    finally:
        await database.close()
    _print(said)
    return 0


async def _republish(service: Service, settings: KitSettings) -> int:
    if service.republish is None:
        sys.stderr.write(f"{service.name} has no state to publish.\n")
        return 1
    database = open_command_database(settings, "republish")
    async with database.transaction() as session:
        count = await restate(session, service)
    await database.close()
    sys.stdout.write(
        f"{count} events were added to the outbox; the running service publishes them.\n"
    )
    return 0


async def _recover(service: Service, settings: KitSettings) -> int:
    # Each table of versions is updated as a whole, without a time limit.
    database = open_command_database(settings, "recover", command_seconds=None)
    async with database.transaction() as session:
        done = await recover(session, service)
    await database.close()
    sys.stdout.write(
        f"{done.repeated} events of the last day and {done.restated} of the current state were "
        "added to the outbox; the running service publishes them.\n"
    )
    return 0


async def _dead_letters(
    service: Service, settings: KitSettings, command: str, ids: list[str]
) -> int:
    broker = Broker(settings.broker_url)
    if command == "parked":
        for letter in await parked(broker, service.name):
            sys.stdout.write(json.dumps(asdict(letter), ensure_ascii=False) + "\n")
    else:
        count = await replay(broker, service.name, ids or None)
        sys.stdout.write(f"{count} messages were replayed.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
