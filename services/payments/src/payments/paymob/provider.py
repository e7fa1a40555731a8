"""What routes and jobs need when they talk to the provider between their transactions."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from kit.database.db import Database
from kit.web.app import CONTEXT, Context

from payments.config import Settings
from payments.paymob.client import Paymob

ProcessContext = Context[Settings, Paymob]


@dataclass(frozen=True, slots=True)
class Provider:
    """The provider's account and our own database.

    No transaction is open during a call to the provider: the intent is committed before it,
    the answer after it, and whatever is lost in between is found again by inquiry.
    """

    settings: Settings
    database: Database
    paymob: Paymob

    @classmethod
    def of(cls, context: ProcessContext) -> "Provider":
        """The provider of a running process."""
        return cls(context.settings, context.database, context.resources)


async def _provider(context: Annotated[ProcessContext, Depends(CONTEXT)]) -> Provider:
    return Provider.of(context)


ProviderDep = Annotated[Provider, Depends(_provider)]
