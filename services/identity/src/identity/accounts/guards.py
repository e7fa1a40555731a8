"""What routes ask the app for, beside the session and the caller."""

from typing import Annotated

from fastapi import Depends, Request
from kit.auth import Gate, guard
from kit.db import Database

from identity.config import Settings
from identity.revocations.queries import OwnVerifier
from identity.signing.keys import Keys


def _keys(request: Request) -> Keys:
    verifier: OwnVerifier = request.app.state.verifier
    return verifier.own_keys


def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def _database(request: Request) -> Database:
    database: Database = request.app.state.database
    return database


SigningKeys = Annotated[Keys, Depends(_keys)]
Config = Annotated[Settings, Depends(_settings)]
OwnTransactions = Annotated[Database, Depends(_database)]
"""For services that must commit something even when they then refuse, such as a failed attempt."""

own_account = guard(exempt=set(Gate) - {Gate.VERIFICATION})
"""Filling in the own account is what opens the other gates, so it waits for none of them."""
