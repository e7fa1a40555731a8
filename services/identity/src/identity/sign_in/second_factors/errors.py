from kit.core.errors import Conflict, Invalid


class SecondFactorWrong(Invalid):
    code = "second_factor.invalid"
    default_detail = "The code is not right, or was used already."


class SecondFactorOn(Conflict):
    code = "second_factor.already_enabled"
    default_detail = "Your second factor is on already."


class SecondFactorOff(Conflict):
    """No second factor is on or being set up."""

    code = "second_factor.not_enabled"
    default_detail = "You have no second factor."


class SecondFactorEnforced(Conflict):
    """The policy requires a second factor of admins."""

    code = "second_factor.enforced"
    default_detail = "The platform asks its admins for a second factor, so yours stays on."
