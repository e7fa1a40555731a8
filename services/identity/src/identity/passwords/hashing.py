"""Keeping passwords: argon2id as OWASP sets it (2 passes, 19 MiB, 1 lane), about 25 ms each."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

T = TypeVar("T")

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
# Two at once saturate two cores; more would only take memory and starve the event loop.
_threads = ThreadPoolExecutor(2, thread_name_prefix="argon2")
_NOBODYS_HASH = _hasher.hash("nobody has this password")


async def hash_password(password: str) -> str:
    """The hash to store, with its parameters in it."""
    return await _in_thread(lambda: _hasher.hash(password))


async def hash_unknown_password() -> str:
    """The hash for an account whose user has yet to choose a password: nobody knows this one."""
    return await hash_password(secrets.token_urlsafe(32))


async def verify_password(stored: str | None, password: str) -> bool:
    """Whether the password is right. Without a stored hash it takes as long and is False."""
    return await _in_thread(lambda: _verify(stored, password))


def is_outdated(stored: str) -> bool:
    """The hash was made with other parameters and should be made anew."""
    return _hasher.check_needs_rehash(stored)


def _verify(stored: str | None, password: str) -> bool:
    try:
        _hasher.verify(stored or _NOBODYS_HASH, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
    return stored is not None


async def _in_thread(work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_threads, work)
