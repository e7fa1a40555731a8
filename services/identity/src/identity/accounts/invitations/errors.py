from kit.core.errors import Conflict, Forbidden, NotFound, TooManyRequests


class InvitationNotFound(NotFound):
    code = "invitation.not_found"
    default_detail = "This is no invitation. Look whether the whole link was copied."


class InvitationUsed(Conflict):
    code = "invitation.already_answered"
    default_detail = "This invitation was answered already."


class InvitationExpired(Conflict):
    code = "invitation.expired"
    default_detail = "This invitation has expired. Ask for another one."


class InvitationRevoked(Conflict):
    """The invitation was sent again or withdrawn."""

    code = "invitation.revoked"
    default_detail = "A newer invitation was sent, or this one was withdrawn."


class InvitationOfOther(Forbidden):
    """Another user is signed in than the invited one."""

    code = "invitation.other_account"
    default_detail = "This invitation is for another account."


class InvitationNeedsSignIn(Forbidden):
    """The invited user has a password, so they must sign in to answer."""

    code = "invitation.sign_in_required"
    default_detail = "Sign in with your account to answer this invitation."


class InvitationTooSoon(TooManyRequests):
    """The previous invitation was sent less than a minute ago."""

    code = "invitation.too_soon"
    default_detail = "An invitation was sent a moment ago. Wait before you send another one."
