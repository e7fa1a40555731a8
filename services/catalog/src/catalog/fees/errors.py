from kit.core.errors import Conflict


class FeeInEffect(Conflict):
    """The fee is in effect: people have paid it."""

    code = "registration_fee.in_effect"
    default_detail = "This fee has begun, so it stays as it is. Add one that begins later."
