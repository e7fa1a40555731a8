"""What is in system/ needs images and an engine: only `make containers` runs it."""

import os

collect_ignore_glob = [] if "ITQAN_CONTAINERS" in os.environ else ["system/*"]
