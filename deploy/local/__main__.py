"""Run `python3 -m deploy.local <command>`, as the Makefile does.

This file must be valid Python 3.9, so that an older interpreter prints a clear error.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "Python 3.11 or newer is needed and this is %d.%d: install it and name it, as in "  # noqa: UP031
        "`make up PYTHON=python3.12`." % sys.version_info[:2]
    )

from deploy.local.cli import main

sys.exit(main(sys.argv[1:]))
