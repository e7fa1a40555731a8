from kit.core.errors import Conflict, Invalid


class SecondFactorWrong(Invalid):
    code = "second_factor.invalid"
    default_detail = "This code is incorrect or was already used. Enter a new one."


class SecondFactorOn(Conflict):
    code = "second_factor.already_enabled"
    default_detail = "Two-step sign-in is already on."


class SecondFactorOff(Conflict):
    """No second factor is on or being set up."""

    code = "second_factor.not_enabled"
    default_detail = "Two-step sign-in is off."


class SecondFactorEnforced(Conflict):
    """The policy requires a second factor of admins."""

    code = "second_factor.enforced"
    default_detail = "Admins must use two-step sign-in, so you can't turn it off."
