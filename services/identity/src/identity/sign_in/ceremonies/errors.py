from kit.core.errors import Conflict


class CeremonyExpired(Conflict):
    """The ceremony was finished or has expired."""

    code = "ceremony.expired"
    default_detail = "This took too long, or was done already. Begin again."
