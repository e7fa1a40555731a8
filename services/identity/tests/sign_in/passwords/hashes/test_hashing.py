"""The thread pool for password hashes, and its queue limit."""

import asyncio
import os
import sys
import threading
from collections.abc import Iterator

import httpx
import pytest
from identity.config import Settings
from identity.sign_in.passwords.hashes import service as hashing
from kit.core.errors import Overloaded
from kit.testing import ServiceUnderTest, eventually

from services.identity.tests.factories import PASSWORD, scalar, signed_up


class Blocked:
    """A hasher that blocks until it is released."""

    def __init__(self) -> None:
        self.may_go = threading.Event()
        self.niceness: list[int] = []

    def hash(self, password: str) -> str:
        self.niceness.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        self.may_go.wait()
        return password


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Blocked]:
    hasher = Blocked()
    monkeypatch.setattr(hashing, "_hasher", hasher)
    monkeypatch.setattr(hashing, "_threads", hashing._Threads())
    yield hasher
    hasher.may_go.set()


async def test_more_than_may_wait_are_refused_at_once_and_no_attempt_is_counted(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings], blocked: Blocked
) -> None:
    blocked.may_go.set()
    person = await signed_up(client)
    blocked.may_go.clear()
    count = hashing.THREADS + hashing.MAX_WAITING
    busy = [asyncio.create_task(hashing.hash_password("one")) for _ in range(count)]
    await eventually(lambda: len(blocked.niceness) == 1 + hashing.THREADS)

    with pytest.raises(Overloaded):
        await hashing.hash_password("one too many")
    form = {"username": person.user["username"], "password": PASSWORD}
    answer = await client.post("auth/login", json=form)
    assert (answer.status_code, answer.json()["code"]) == (503, "service.overloaded")
    assert int(answer.headers["retry-after"]) > 0
    assert await scalar(service, "SELECT count(*) FROM failed_attempts") == 0
    # Requests without hashing do not wait.
    assert (await client.post("auth/logout", headers=person.headers)).status_code == 204
    # Other thread work, such as storing files, does not wait either.
    assert await asyncio.wait_for(asyncio.to_thread(lambda: "done"), 60) == "done"

    blocked.may_go.set()
    assert await asyncio.gather(*busy) == ["one"] * count
    assert await hashing.hash_password("again") == "again"


@pytest.mark.skipif(sys.platform != "linux", reason="niceness is a thread's own on Linux alone")
async def test_one_thread_hashes_beside_others_and_the_rest_with_what_they_leave(
    blocked: Blocked,
) -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    tasks = [asyncio.create_task(hashing.hash_password("one")) for _ in range(hashing.THREADS)]
    await eventually(lambda: len(blocked.niceness) == hashing.THREADS)
    assert sorted(blocked.niceness) == [own, min(19, own + hashing.NICENESS)]
    blocked.may_go.set()
    await asyncio.gather(*tasks)
