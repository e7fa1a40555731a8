"""Uploads are opened in processes of their own, which a fork server starts."""

import asyncio
import os
import signal
import sys
from multiprocessing import forkserver
from pathlib import Path
from time import monotonic
from uuid import UUID

import pytest
from kit.core.actor import ACTOR, Actor
from kit.core.errors import Invalid, Unavailable
from kit.database.db import new_id
from kit.documents import upload_sandbox
from kit.testing import eventually

MODULE = """
import os, signal, time
from pathlib import Path

from kit.documents.sandbox import Refused

CPU_SECONDS = 5
TOO_LARGE = Refused("file", "too.large", "It is too large.")

def process(content, argument):
    if argument == "wait":
        time.sleep(60)
    if argument == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if argument == "count":
        Path(content.decode()).open("a").write("once ")
        os.kill(os.getpid(), signal.SIGKILL)
    if argument == "fail":
        raise ValueError(argument)
    if argument == "allocate":
        bytes(1 << 30)
    if argument == "refuse":
        raise Refused("file", "no.good", "It is no good.")
    yield content
    yield str(os.getppid()).encode()
"""
BROKEN = Invalid.field("file", "broken", "It is broken.")


@pytest.fixture
def opener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module that opens uploads."""
    name = "an_opener"
    (tmp_path / f"{name}.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    # Each sandbox would import the script that runs the tests. Services run as `python -m kit`.
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    return name


def fork_server() -> int:
    """The process id of the running fork server."""
    pid = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
    assert isinstance(pid, int)
    return pid


async def code_of(opener: str, argument: str, content: bytes = b"") -> str:
    with pytest.raises(Invalid) as refused:
        await upload_sandbox.run(opener, argument, content, BROKEN)
    assert refused.value.fields is not None
    return refused.value.fields[0].code


async def test_one_fork_server_starts_all(opener: str) -> None:
    large = b"x" * 3_000_000
    answers = await asyncio.gather(
        *(upload_sandbox.run(opener, "", each, BROKEN) for each in (b"", large, b"a"))
    )
    assert {int(answer.strip(b"xa")) for answer in answers} == {fork_server()}
    assert [answer.count(b"x") for answer in answers] == [0, len(large), 0]


async def test_what_an_upload_does_to_its_process_is_nobody_elses(
    opener: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await code_of(opener, "refuse") == "no.good"
    assert await code_of(opener, "fail") == "broken"
    assert await code_of(opener, "allocate") == "too.large"
    # It is not read a second time: it would do the same again.
    counted = tmp_path / "counted"
    assert await code_of(opener, "count", str(counted).encode()) == "broken"
    assert counted.read_text() == "once "
    assert await code_of(opener, "die", b"x" * 3_000_000) == "broken"
    with monkeypatch.context() as impatient, pytest.raises(Unavailable):
        impatient.setattr(upload_sandbox, "_SECONDS", 0.2)
        await upload_sandbox.run(opener, "wait", b"", BROKEN)
    assert (await upload_sandbox.run(opener, "", b"whole ", BROKEN)).startswith(b"whole ")


async def test_another_fork_server_starts_where_one_was_killed(opener: str) -> None:
    before = await upload_sandbox.run(opener, "", b"", BROKEN)
    os.kill(fork_server(), signal.SIGKILL)

    async def is_replaced() -> bool:
        try:
            return await upload_sandbox.run(opener, "", b"", BROKEN) != before
        except Unavailable:
            return False

    await eventually(is_replaced)


async def test_one_organization_has_one_slot_and_leaves_the_other(
    opener: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload_sandbox, "_SECONDS", 2.0)

    async def upload_as(organization_id: UUID, argument: str = "") -> bytes:
        ACTOR.set(Actor(new_id(), new_id(), organization_id, "test"))
        return await upload_sandbox.run(opener, argument, b"", BROKEN)

    await upload_as(new_id())
    busy, other = new_id(), new_id()
    # As many as both slots and all places of the queue.
    loops = [asyncio.create_task(upload_as(busy, "wait")) for _ in range(25)]
    await asyncio.sleep(0.1)
    # Those that go away leave no thread behind for the others to wait for.
    for loop in loops[:2]:
        loop.cancel()
    began = monotonic()
    assert await asyncio.gather(*(upload_as(other) for _ in range(4)))
    assert monotonic() - began < 1.5
    refused = await asyncio.gather(*loops, return_exceptions=True)
    assert sum(isinstance(each, Unavailable) for each in refused[4:]) == 21
    assert await upload_as(busy)
