"""What the rows of a file can be."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kit.database.db import AsyncSession
from kit.security.auth import Principal
from kit.spreadsheets.sheets import Column

from catalog.imports.columns import Cells
from catalog.imports.queries import Names
from catalog.imports.schemas import ImportRow


@dataclass(frozen=True, slots=True)
class Kind:
    """Trainings or batches: how a row is read, and what makes a draft of it."""

    columns: Callable[[Names, bool], list[Column]]
    """The template's, with what its drop-downs offer: in Arabic, or else in English."""
    read: Callable[[Cells, Names], Any]
    """The body that a form would send; None where the cells have problems."""
    show: Callable[[int, Cells, Names, Any], ImportRow]
    """A row by its number, before anything is made."""
    create: Callable[[AsyncSession, Principal, Any], Awaitable[Any]]
    columns_of_fields: Mapping[str, str]
    """The columns of the body's fields that are called otherwise."""
