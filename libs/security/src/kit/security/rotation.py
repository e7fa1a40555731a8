"""Rotation of secrets while a process runs, by reloading their files.

The service lists in `rotated` the settings that it reads at each use. Connection passwords are read
once and need a restart.
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
    """Copy secrets from changed files into the shared settings."""

    def __init__(self, settings: KitSettings) -> None:
        self._settings = settings
        self._seen = self._read()

    def look(self) -> None:
        """Apply changes that were the same at the last look, since a file may still be written.

        Secrets that production rejects are not applied.
        """
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
            # Repeat the checks of the start, with these settings as the only source.
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
        """Read the current secrets. Optional ones without a file are None; others stay
        unchanged."""
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
    """Reload secrets periodically within the block, if any can change."""
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
