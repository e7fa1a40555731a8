"""The users of the platform, as its admins see and change them."""
