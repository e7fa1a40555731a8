"""Uploads are opened by processes of their own, which a process that stands ready forks."""

import asyncio
import signal
from pathlib import Path
from time import monotonic
from uuid import UUID

import pytest
from kit import workers
from kit.actor import ACTOR, Actor
from kit.db import new_id
from kit.errors import Invalid, Unavailable
from kit.making import REFUSED

OPENER = f"""
import os, signal, time
from pathlib import Path

def main(argument, source, target):
    content = source.read()
    if argument == "wait":
        time.sleep(60)
    if argument == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if argument == "count":
        Path(content.decode()).open("a").write("once ")
        os.kill(os.getpid(), signal.SIGKILL)
    if argument == "fail":
        raise ValueError(argument)
    if argument == "refuse":
        target.write(b'["file", "no.good", "It is no good."]')
        return {REFUSED}
    target.write(content + str(os.getppid()).encode())
    return 0
"""
BROKEN = Invalid.field("file", "broken", "It is broken.")


@pytest.fixture
def opener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module that opens uploads."""
    name = "an_opener"
    (tmp_path / f"{name}.py").write_text(OPENER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(workers, "_ready", {})
    return name


async def code_of(opener: str, argument: str, content: bytes = b"") -> str:
    with pytest.raises(Invalid) as refused:
        await workers.run(opener, argument, content, BROKEN)
    assert refused.value.fields is not None
    return refused.value.fields[0].code


async def test_one_process_stands_ready_for_all(opener: str) -> None:
    large = b"x" * 3_000_000
    answers = await asyncio.gather(
        *(workers.run(opener, "", each, BROKEN) for each in (b"", large, b"a"))
    )
    parents = {answer.strip(b"xa") for answer in answers}
    assert parents == {str(workers._ready[opener].process.pid).encode()}
    assert [len(answer) - len(*parents) for answer in answers] == [0, len(large), 1]


async def test_what_an_upload_does_to_its_process_is_nobody_elses(
    opener: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await code_of(opener, "refuse") == "no.good"
    assert await code_of(opener, "fail") == "broken"
    # It is not read a second time: it would do the same again.
    counted = tmp_path / "counted"
    assert await code_of(opener, "count", str(counted).encode()) == "broken"
    assert counted.read_text() == "once "
    assert await code_of(opener, "die", b"x" * 3_000_000) == "broken"
    with monkeypatch.context() as impatient, pytest.raises(Unavailable):
        impatient.setattr(workers, "_SECONDS", 0.2)
        await workers.run(opener, "wait", b"", BROKEN)
    assert (await workers.run(opener, "", b"whole ", BROKEN)).startswith(b"whole ")


async def test_another_process_stands_ready_where_one_has_ended(opener: str) -> None:
    before = await workers.run(opener, "", b"", BROKEN)
    for sign in (signal.SIGKILL, signal.SIGTERM):
        # Before it is seen that it has ended, and after.
        process = workers._ready[opener].process
        process.send_signal(sign)
        if sign is signal.SIGTERM:
            process.wait()
        after = await workers.run(opener, "", b"", BROKEN)
        assert after != before
        before = after


async def test_one_organization_has_one_slot_and_leaves_the_other(
    opener: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_SECONDS", 2.0)

    async def upload_as(organization_id: UUID, argument: str = "") -> bytes:
        ACTOR.set(Actor(new_id(), new_id(), organization_id, "test"))
        return await workers.run(opener, argument, b"", BROKEN)

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
