"""A plugin of pytest: the tests of an older commit, on the tables that the present code makes.

Loaded by `-p newer_tables` in a folder with the older commit; `ITQAN_NEWER` is the present one's.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from kit.web import migrations

NEWER = Path(os.environ["ITQAN_NEWER"])


def migrate(service: Any, database_url: str) -> None:
    """As `kit.web.migrations.migrate`, by the present code in a process of its own."""
    environment = {**os.environ, "ITQAN_DATABASE_URL": database_url}
    del environment["PYTHONPATH"]
    subprocess.run(
        [sys.executable, "-m", "kit", service.name, "migrate"],
        check=True,
        cwd=NEWER,
        env=environment,
    )


assert Path(migrations.__file__).is_relative_to(Path.cwd()), "the code is not the older commit's"
migrations.migrate = migrate
