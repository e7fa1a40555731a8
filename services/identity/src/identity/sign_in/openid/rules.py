from datetime import timedelta

LINK_LIFETIME = timedelta(minutes=15)
