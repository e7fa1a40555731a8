"""Why a registration fee cannot be changed."""

from kit.core.errors import Conflict


class FeeInEffect(Conflict):
    """A fee that has begun: people have paid by it."""

    code = "registration_fee.in_effect"
    default_detail = "This fee has begun, so it stays as it is. Add one that begins later."
