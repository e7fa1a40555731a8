"""Check that this machine can run the system."""

import shutil

from deploy.local import packages
from deploy.local.layout import ROOT, tool
from deploy.local.options import Options
from deploy.local.problems import Problem

_GIB = 1024**3
# Python and node packages, the built app, Debian's packages, and room for the data.
FIRST_GIB = 4
LATER_GIB = 1


def require_disk() -> None:
    """Raise a `Problem` if the disk is too full for the build and the data."""
    needed = LATER_GIB if tool("python").exists() else FIRST_GIB
    free = shutil.disk_usage(ROOT).free
    if free < needed * _GIB:
        raise Problem(
            f"The disk of {ROOT} has {free / _GIB:.1f} GiB free, but {needed} GiB are needed: "
            "free some space."
        )


def uses_compose(options: Options) -> bool:
    """Tell if containers were requested, or are the only way because apt is missing."""
    if options.compose:
        if not packages.docker_answers():
            raise Problem(
                "COMPOSE=1 needs a running Docker engine and none answers: start it, or leave "
                "COMPOSE out to run natively."
            )
        return True
    lacking = packages.missing(packages.ALWAYS)
    return bool(lacking) and not packages.has_apt() and packages.docker_answers()
