"""What of the settings routes need."""

from typing import Annotated

from fastapi import Depends
from kit.core.config import KitSettings
from kit.web.app import CONTEXT, Context


async def _public_url(context: Annotated[Context[KitSettings, None], Depends(CONTEXT)]) -> str:
    return context.settings.public_url


PublicUrl = Annotated[str, Depends(_public_url)]
"""The address that people open, without a slash at its end."""
