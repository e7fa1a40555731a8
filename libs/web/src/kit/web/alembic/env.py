"""Alembic environment of every service; see `kit.web.migrations`."""

from alembic import context
from kit.web.migrations import run_environment

run_environment(context)  # type: ignore[arg-type]
