"""Run by alembic for every service; see `kit.migrations`."""

from alembic import context
from kit.migrations import run_environment

run_environment(context)  # type: ignore[arg-type]
