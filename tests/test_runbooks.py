"""The commands of runbooks and of docs/operations.md exist, and their statements are valid."""

import asyncio
import os
import re
import shlex
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import asyncpg
import pytest
import yaml
from kit.__main__ import COMMANDS as KIT_COMMANDS
from kit.testing import fresh_database
from kit.web.migrations import migrate

from deploy.kubernetes.tests import objects as kubernetes
from deploy.local.cli import HELP
from deploy.local.layout import ROOT, SERVICES
from deploy.local.operating import _DIAGNOSTICS
from deploy.local.options import Options
from deploy.local.runbooks import COMPOSE, FOLDER, KUBERNETES, NATIVE, read_blocks

COMPOSE_SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"].keys()
RUNBOOKS = sorted(FOLDER.glob("*.md"))
OPERATIONS = ROOT / "docs" / "operations.md"
# Parts of a native run that `make restart` and `make logs` know.
PARTS = {*SERVICES, "postgres", "rabbit", "gateway", "web"}
NOT_EVERYWHERE = re.compile(
    "make release|cnpg|pg_stat_replication|payments-database-2|prometheus|acme|openssl|cert-manager"
)
"""Releases of images, standbys, Prometheus and TLS, which a native run has not."""
ELSEWHERE = {"statefulset/rabbit-server", "rabbit-server-0"}
"""Made by the operator of RabbitMQ."""


def commands(variant: str) -> Iterator[tuple[Path, str]]:
    for path in RUNBOOKS:
        for block in read_blocks(path):
            for command in block.get(variant, []):
                yield path, command


def variables(command: str) -> dict[str, str]:
    words = shlex.split(command)
    return dict(word.split("=", 1) for word in words if re.match(r"[A-Z]+=", word))


def statements() -> set[tuple[str, str]]:
    """The statements of all variants, each with its service."""
    found = set()
    for variant in (NATIVE, COMPOSE):
        for _, command in commands(variant):
            if command.startswith("make psql "):
                given = variables(command)
                found.add((given["S"], given["Q"]))
    for _, command in commands(KUBERNETES):
        if " psql " in command:
            words = shlex.split(command)
            service = words[words.index("exec") + 1]
            found.add((service.removeprefix("service/").removesuffix("-database-rw"), words[-1]))
    return found


def kit_calls(text: str) -> Iterator[tuple[str, list[str]]]:
    for call in re.findall(r"make kit [^`\n]+", text):
        given = variables(call)
        if "C" in given:
            yield given["S"], shlex.split(given["C"])
    for service, arguments in re.findall(r"python -m kit (\S+) ([^`\n|;]+)", text):
        yield service, arguments.split()


@pytest.mark.parametrize("path", RUNBOOKS, ids=lambda path: path.stem)
def test_each_step_has_its_command_in_every_variant(path: Path) -> None:
    blocks = read_blocks(path)
    assert blocks
    for block in blocks:
        missing = {NATIVE, COMPOSE, KUBERNETES} - block.keys()
        assert block.keys() <= {NATIVE, COMPOSE, KUBERNETES}, block
        assert not missing or NOT_EVERYWHERE.search(str(block)), block
        assert KUBERNETES in block, block
        assert all(block.values())


def test_native_commands_exist() -> None:
    seen = 0
    for path, command in commands(NATIVE):
        program, *words = shlex.split(command)
        assert program in ("make", "df", "du"), (path, command)
        if program != "make":
            continue
        seen += 1
        assert words[0] in HELP, (path, command)
        given = variables(command)
        assert given.get("S", "payments") in PARTS, (path, command)
        if words[0] == "scale":
            assert Options.read({given["S"].upper(): given["N"]})
    assert seen > len(RUNBOOKS)


def test_make_passes_on_variables_unchanged(tmp_path: Path) -> None:
    program = tmp_path / "python"
    program.write_text('#!/bin/sh\nprintf "%s|%s|%s" "$Q" "$C" "$FIND"\n')
    program.chmod(0o755)
    written = {command for _, command in commands(NATIVE) if command.startswith("make ")}
    for command in written:
        given = variables(command)
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "PYTHON": str(program)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == "|".join(given.get(name, "") for name in ("Q", "C", "FIND")), command


def test_make_targets_in_documents_exist() -> None:
    text = "\n".join(path.read_text() for path in [*RUNBOOKS, OPERATIONS])
    named = set(re.findall(r"(?:`|^ *|=\S+ )make ([a-z]+)\b", text, re.MULTILINE))
    assert {"up", "kit", "psql", "broker", "backup"} <= named
    assert named <= HELP.keys()


def test_commands_of_services_exist() -> None:
    seen = 0
    text = "\n".join(path.read_text() for path in [*RUNBOOKS, OPERATIONS])
    for service, (command, *arguments) in kit_calls(text):
        seen += 1
        if command in KIT_COMMANDS:
            assert service in {*SERVICES, "$name", "<service>", "<owner>"}, (service, command)
            continue
        assert find_spec(f"{service}.commands"), (service, command)
        own = import_module(f"{service}.commands")
        assert command in own.COMMANDS, (service, command)
        assert f"{command} {arguments[0]}" in (own.__doc__ or ""), (service, command, arguments)
    assert seen > 20


def test_commands_of_compose_name_its_services() -> None:
    seen = 0
    for path, command in commands(COMPOSE):
        if not command.startswith("docker compose "):
            continue
        seen += 1
        words = [word for word in shlex.split(command.partition("|")[0])[2:] if word[0] != "-"]
        match words:
            case ["ps" | "stats", *_]:
                pass
            case ["exec", service, *_]:
                assert service in COMPOSE_SERVICES, (path, command)
            case ["up" | "restart" | "logs", *names]:
                named = {name.partition("=")[0] for name in names if not name.isdecimal()}
                assert named <= COMPOSE_SERVICES, (path, command)
            case _:
                pytest.fail(f"{path.name}: {command}")
    assert seen > 20


def test_commands_of_kubernetes_name_its_objects() -> None:
    rendered = kubernetes.rendered("overlays/production")
    known = {f"{each['kind'].lower()}/{each['metadata']['name']}" for each in rendered}
    # CloudNativePG makes this one for the primary.
    known |= {f"service/{name}-database-rw" for name in SERVICES} | ELSEWHERE
    for path, command in commands(KUBERNETES):
        assert re.match(
            r"kubectl -n (itqan|monitoring|cert-manager) |df |echo [|] openssl ", command
        ), (
            path,
            command,
        )
        words = shlex.split(command)
        ours = words[: words.index("--")] if "--" in words else words
        objects = {
            word for word in ours if re.match(r"(deployment|service|statefulset)/|rabbit-", word)
        }
        assert objects <= known, (path, command)
        labels = re.findall(r"-l app\.kubernetes\.io/name=(\w+)", command)
        assert set(labels) <= {*SERVICES, "gateway"}, (path, command)


def test_broker_commands_belong_to_rabbitmq() -> None:
    known = {"list_queues", "list_connections", "set_vm_memory_high_watermark"}
    named = {
        variables(command)["C"].split()[0]
        for _, command in commands(NATIVE)
        if command.startswith("make broker ")
    }
    assert named
    assert {each for each in named if not each.startswith(_DIAGNOSTICS)} <= known


@pytest.fixture(scope="module")
async def databases(postgres_url: str) -> AsyncIterator[dict[str, asyncpg.Connection]]:
    """A connection to the migrated database of each service that statements are about."""
    opened = {}
    async with AsyncExitStack() as stack:
        for service in {service for service, _ in statements()}:
            url = await stack.enter_async_context(fresh_database(postgres_url, service))
            await asyncio.to_thread(migrate, import_module(f"{service}.main").app, url)
            opened[service] = await asyncpg.connect(url)
            stack.push_async_callback(opened[service].close)
        yield opened


@pytest.mark.parametrize(("service", "statement"), sorted(statements()))
async def test_statements_are_valid(
    service: str, statement: str, databases: dict[str, asyncpg.Connection]
) -> None:
    await databases[service].prepare(statement)
