"""What routes ask the app for, beside the session and the caller."""

from typing import Annotated

from fastapi import Depends
from kit.app import CONTEXT, Context
from kit.auth import VERIFIER, Gate, guard
from kit.db import DatabaseDep

from identity.config import Settings
from identity.revocations.queries import OwnVerifier
from identity.signing.keys import Keys

OwnVerifierDep = Annotated[OwnVerifier, Depends(VERIFIER)]


async def _keys(verifier: OwnVerifierDep) -> Keys:
    return verifier.own_keys


async def _settings(context: Annotated[Context[Settings], Depends(CONTEXT)]) -> Settings:
    return context.settings


SigningKeys = Annotated[Keys, Depends(_keys)]
Config = Annotated[Settings, Depends(_settings)]
OwnTransactions = DatabaseDep
"""For services that must commit something even when they then refuse, such as a failed attempt."""

own_account = guard(exempt=set(Gate) - {Gate.VERIFICATION})
"""Filling in the own account is what opens the other gates, so it waits for none of them."""
