import base64
import hmac
import time


def is_ours(secret, headers, body):
    """Whether a message is Itqan's and no older than five minutes; body is its bytes."""
    stamp = headers["webhook-timestamp"]
    if abs(time.time() - int(stamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{stamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    given = headers["webhook-signature"].split()
    return any(hmac.compare_digest(expected, each) for each in given)
