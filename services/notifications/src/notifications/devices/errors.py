from kit.core.errors import NotFound


class DeviceNotFound(NotFound):
    """The device does not exist, or belongs to another user."""

    code = "device.not_found"
    default_detail = "We couldn't find this device."
