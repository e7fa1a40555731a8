from datetime import timedelta

from kit.messaging.periodic import Sweep

from enrollment.archives.service import delete_expired

TASKS = (Sweep("forget_archives", timedelta(minutes=10), delete_expired),)
