"""State machines: the transitions of a status column, and the only code that writes it."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, Generic, TypeVar

from kit.core.errors import Conflict
from kit.database.db import in_literals
from sqlalchemy import Update, update
from sqlalchemy.orm import InstrumentedAttribute
from sqlmodel import SQLModel

S = TypeVar("S", bound=StrEnum)


class StateMachine(Generic[S]):
    """The transitions between the states of a status column, for one row and for many.

    Rows are inserted with their first state. `tests/test_transitions.py` rejects other writers.
    """

    def __init__(
        self,
        column: S | None,
        transitions: Mapping[S, Collection[S]],
        *,
        refusal: type[Conflict] = Conflict,
    ) -> None:
        assert isinstance(column, InstrumentedAttribute)
        self.column: InstrumentedAttribute[S] = column
        self.transitions: Mapping[S, Collection[S]] = transitions
        self.refusal: type[Conflict] = refusal
        MACHINES[column.class_.__module__.partition(".")[0], str(column)] = self

    def transition(self, row: SQLModel, to: S) -> S:
        """Change the status of a locked row and return the previous one.

        Raises the machine's refusal where there is no such transition.
        """
        was: S = getattr(row, self.column.key)
        if not self.can_go(was, to):
            raise self.refusal
        setattr(row, self.column.key, to)
        return was

    def transition_all(self, was: S | Collection[S], to: S) -> Update:
        """Build the update of the rows in these states; the caller adds conditions and values."""
        states = [was] if isinstance(was, StrEnum) else was
        return (
            update(self.column.class_)
            .where(in_literals(self.column, states))
            .values(self.values(states, to))
            .execution_options(synchronize_session=False)
        )

    def values(self, was: Collection[S], to: S) -> dict[str, S]:
        """Build the value that an update of rows in these states sets."""
        assert all(self.can_go(each, to) for each in was), (was, to)
        return {self.column.key: to}

    def can_go(self, was: S, to: S) -> bool:
        """Tell whether there is a transition between the states."""
        return to in self.transitions[was]


MACHINES: dict[tuple[str, str], StateMachine[Any]] = {}
"""All machines of the process by service and column."""
