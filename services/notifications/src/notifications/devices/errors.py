"""Why a device cannot be forgotten."""

from kit.core.errors import NotFound


class DeviceNotFound(NotFound):
    """There is no such device, or it is somebody else's."""

    code = "device.not_found"
    default_detail = "This device does not exist."
