from datetime import timedelta

from kit.messaging.periodic import Sweep

from enrollment.archives.service import forget_ended

TASKS = (Sweep("forget_archives", timedelta(minutes=10), forget_ended),)
