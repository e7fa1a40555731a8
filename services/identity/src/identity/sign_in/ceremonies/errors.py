"""What is refused about ceremonies."""

from kit.core.errors import Conflict


class CeremonyExpired(Conflict):
    """The ceremony was finished, or took too long."""

    code = "ceremony.expired"
    default_detail = "This took too long, or was done already. Begin again."
