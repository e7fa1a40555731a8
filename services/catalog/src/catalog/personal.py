"""What the service has of a person: nothing. It answers so: identity waits for every service."""

from kit.personal_data import Personal

PERSONAL: tuple[Personal, ...] = ()
