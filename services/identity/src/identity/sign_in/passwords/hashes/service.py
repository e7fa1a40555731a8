"""Keeping passwords: argon2id as OWASP sets it (2 passes, 19 MiB, 1 lane), about 20 ms each.

They are hashed by threads of their own, so that nobody else's work waits behind them, and no more
wait for it than are served before the people give up.
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
MODEST = 10
"""By how much all threads but one are nicer: of a processor that others want they get a tenth,
so that hashing takes about one core of a busy machine and both of a quiet one."""
MAX_WAITING = 64
"""Passwords that wait for a thread: about a second's work of one core, and three of half of one,
within what a request may take."""

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_NOBODYS_HASH = _hasher.hash("nobody has this password")


class _Threads:
    """The threads, and how many passwords are with them or wait for one."""

    def __init__(self) -> None:
        self._taken = 0
        self._first = threading.Lock()
        self._pool = ThreadPoolExecutor(
            THREADS, thread_name_prefix="argon2", initializer=self._be_modest
        )

    def refuse_when_full(self) -> None:
        """Raises `Overloaded` when as many wait as may."""
        if self._taken >= THREADS + MAX_WAITING:
            raise Overloaded

    async def run(self, work: Callable[[], T]) -> T:
        """What the work returns; raises `Overloaded` at once when too many wait."""
        self.refuse_when_full()
        self._taken += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._taken -= 1

    def _be_modest(self) -> None:
        # The first thread keeps the lock for good. Niceness is a thread's own on Linux alone.
        if not self._first.acquire(blocking=False) and sys.platform == "linux":
            os.nice(MODEST)


_threads = _Threads()


def refuse_when_full() -> None:
    """Raises `Overloaded` while no further password is taken: for what is counted, or written,
    before the password is looked at."""
    _threads.refuse_when_full()


async def hash_password(password: str) -> str:
    """The hash to store, with its parameters in it. Raises `Overloaded`."""
    return await _threads.run(lambda: _hasher.hash(normalize_password(password)))


async def hash_unknown_password() -> str:
    """The hash for an account whose user has yet to choose a password: nobody knows this one.
    Raises `Overloaded`."""
    return await hash_password(secrets.token_urlsafe(32))


async def verify_password(stored: str | None, password: str) -> bool:
    """Whether the password is right. Without a stored hash it takes as long and is False.
    Raises `Overloaded`."""
    return await _threads.run(lambda: _verify(stored, password))


def is_outdated(stored: str) -> bool:
    """The hash was made with other parameters and should be made anew."""
    return _hasher.check_needs_rehash(stored)


def _verify(stored: str | None, password: str) -> bool:
    # Hashes from before passwords were normalized are of the password as it was typed.
    forms = dict.fromkeys((normalize_password(password), password))
    return any(_matches(stored, form) for form in forms)


def _matches(stored: str | None, password: str) -> bool:
    try:
        _hasher.verify(stored or _NOBODYS_HASH, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
    return stored is not None
