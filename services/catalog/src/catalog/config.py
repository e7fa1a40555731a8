from typing import Annotated

from fastapi import Depends
from kit.core.config import KitSettings
from kit.web.app import CONTEXT, Context


async def _public_url(context: Annotated[Context[KitSettings, None], Depends(CONTEXT)]) -> str:
    return context.settings.public_url


PublicUrl = Annotated[str, Depends(_public_url)]
"""Public address of the site, without a trailing slash."""
