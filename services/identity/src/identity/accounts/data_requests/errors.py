"""What is refused about requests for one's data."""

from kit.core.errors import Conflict, NotFound


class DataRequestRunning(Conflict):
    """The services are still answering the last request."""

    code = "data_request.in_progress"
    default_detail = "Your data is being collected already."


class DataFileNotFound(NotFound):
    """There is no such archive of the caller's, or no longer."""

    code = "data_file.not_found"
    default_detail = "This file is no longer there. Ask for your data again."
