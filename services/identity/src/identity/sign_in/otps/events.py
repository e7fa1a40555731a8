from contracts.identity import OtpRequested

from identity.accounts.accounts.models import User
from identity.sign_in.otps.models import Otp


def otp_requested(otp: Otp, user: User, code: str) -> OtpRequested:
    """Build the event that sends the code to the user or to the address to verify."""
    return OtpRequested(
        otp_id=otp.id,
        user_id=user.id,
        email=otp.email or user.email,
        phone=user.phone,
        name_en=user.name_en,
        name_ar=user.name_ar,
        locale=user.locale,
        purpose=otp.purpose,
        code=code,
        expires_at=otp.expires_at,
    )
