"""`python -m payments.seed`: the command that every service has.

Payments begins with nothing of its own: fees come from the catalog's settings and payers from
identity, as events.
"""

import sys

if __name__ == "__main__":
    sys.stdout.write("payments: starts empty, fees and payers arrive as events\n")
