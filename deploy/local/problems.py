"""Problems of a machine, reported in one sentence with the remedy."""


class Problem(Exception):
    """Something the person at the keyboard can put right; the text says how."""
