"""Secrets that change while a process runs: the files that they come from are read again.

Only settings that are asked for at each use can change so; the service names them in `rotated`. A
connection's password is used once, and changes with a restart.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from kit.core.config import KitSettings, comes_from_file, read_secrets
from pydantic import SecretStr, ValidationError
from structlog import get_logger

log = get_logger(__name__)

EVERY_SECONDS = 2.0


class Rotation:
    """Takes over secrets whose files have changed into the settings that everybody holds."""

    def __init__(self, settings: KitSettings) -> None:
        self._settings = settings
        self._seen = self._read()

    def look(self) -> None:
        """Take over what has changed and was the same at the last look: a file that is just being
        written changes once more. What production refuses is not taken over."""
        found = self._read()
        is_whole, self._seen = found == self._seen, found
        changes = {
            name: value
            for name, value in found.items()
            if value != getattr(self._settings, name) and is_whole
        }
        if not changes:
            return
        try:
            # It checks what the start has checked; what stands in the settings has no other source.
            checked = type(self._settings).model_validate(
                {**self._settings.model_dump(), **changes}
            )
        except ValidationError as error:
            log.warning("changed secrets are refused", names=sorted(changes), error=str(error))
            return
        for name in changes:
            setattr(self._settings, name, getattr(checked, name))
        log.info("secrets have changed", names=sorted(changes))

    def _read(self) -> Mapping[str, SecretStr | None]:
        """The secrets as the files have them now. One that need not be there is None without its
        file, any other one stays as it is."""
        kind = type(self._settings)
        names = [name for name in kind.rotated if comes_from_file(name)]
        found = read_secrets(kind) if names else {}
        return {
            name: SecretStr(found[name]) if found.get(name) else None
            for name in names
            if found.get(name) or kind.model_fields[name].default is None
        }


@asynccontextmanager
async def rotating(settings: KitSettings) -> AsyncIterator[None]:
    """Look again and again within the block, where there is something that can change."""
    if not any(comes_from_file(name) for name in settings.rotated):
        yield
        return
    rotation = Rotation(settings)

    async def repeat() -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                rotation.look()
            except (OSError, ValueError) as error:
                log.warning("secrets cannot be read", error=str(error))

    task = asyncio.create_task(repeat())
    try:
        yield
    finally:
        task.cancel()
