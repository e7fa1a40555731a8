"""What is refused about second factors."""

from kit.core.errors import Conflict, Invalid


class SecondFactorWrong(Invalid):
    """The code is not right, or was used already."""

    code = "second_factor.invalid"
    default_detail = "The code is not right, or was used already."


class SecondFactorOn(Conflict):
    """There is one, which must be turned off before another one is set up."""

    code = "second_factor.already_enabled"
    default_detail = "Your second factor is on already."


class SecondFactorOff(Conflict):
    """There is none, and none is being set up."""

    code = "second_factor.not_enabled"
    default_detail = "You have no second factor."


class SecondFactorEnforced(Conflict):
    """The platform asks its admins for a second factor."""

    code = "second_factor.enforced"
    default_detail = "The platform asks its admins for a second factor, so yours stays on."
