from kit.core.errors import Conflict


class CeremonyExpired(Conflict):
    """The ceremony was finished or has expired."""

    code = "ceremony.expired"
    default_detail = "The time ran out or this step is already done. Start over."
