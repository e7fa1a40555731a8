"""Hash passwords by argon2id with OWASP's parameters: 2 passes, 19 MiB, 1 lane, about 20 ms each.

A separate thread pool keeps other work from waiting. Its queue is bounded, so that no request waits
longer than users do.
"""

import asyncio
import os
import secrets
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from kit.core.errors import Overloaded
from kit.domain.cleaning import normalize_password

T = TypeVar("T")

THREADS = 2
NICENESS = 10
"""Niceness of all threads but one. On a busy machine hashing takes about one core, on an idle one
two.
"""
MAX_WAITING = 64
"""Maximum queue length: about one second of work on one core, within a request's time limit."""

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_NOBODYS_HASH = _hasher.hash("nobody has this password")


class _Threads:
    """Thread pool with a bounded queue."""

    def __init__(self) -> None:
        self._taken = 0
        self._first = threading.Lock()
        self._pool = ThreadPoolExecutor(
            THREADS, thread_name_prefix="argon2", initializer=self._lower_priority
        )

    def refuse_when_full(self) -> None:
        """Raise `Overloaded` if the queue is full."""
        if self._taken >= THREADS + MAX_WAITING:
            raise Overloaded

    async def run(self, work: Callable[[], T]) -> T:
        """Run the work in a thread. Raises `Overloaded` if the queue is full."""
        self.refuse_when_full()
        self._taken += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._taken -= 1

    def _lower_priority(self) -> None:
        # The first thread keeps the lock forever. Niceness is per thread on Linux only.
        if not self._first.acquire(blocking=False) and sys.platform == "linux":
            os.nice(NICENESS)


_threads = _Threads()


def refuse_when_full() -> None:
    """Raise `Overloaded` if the queue is full, before an attempt is counted or written."""
    _threads.refuse_when_full()


async def hash_password(password: str) -> str:
    """Return the hash with its parameters.

    Raises `Overloaded`.
    """
    return await _threads.run(lambda: _hasher.hash(normalize_password(password)))


async def hash_unknown_password() -> str:
    """Return a hash of a discarded password, for accounts whose user has yet to choose one.

    Raises `Overloaded`.
    """
    return await hash_password(secrets.token_urlsafe(32))


async def verify_password(stored: str | None, password: str) -> bool:
    """Return True if the password is correct. Takes equally long without a stored hash.

    Raises `Overloaded`.
    """
    return await _threads.run(lambda: _verify(stored, password))


def is_outdated(stored: str) -> bool:
    """Return True if the hash has old parameters and should be renewed."""
    return _hasher.check_needs_rehash(stored)


def _verify(stored: str | None, password: str) -> bool:
    # Old hashes are of the password as typed, before passwords were normalized.
    forms = dict.fromkeys((normalize_password(password), password))
    return any(_matches(stored, form) for form in forms)


def _matches(stored: str | None, password: str) -> bool:
    try:
        _hasher.verify(stored or _NOBODYS_HASH, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
    return stored is not None
