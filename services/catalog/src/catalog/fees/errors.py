from kit.core.errors import Conflict


class FeeInEffect(Conflict):
    """The fee is in effect: people have paid it."""

    code = "registration_fee.in_effect"
    default_detail = (
        "This fee already applies, so it can't change. Add one with a later start date."
    )
