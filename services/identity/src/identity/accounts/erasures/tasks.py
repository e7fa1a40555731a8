from datetime import timedelta

from kit.messaging.periodic import Sweep

from identity.accounts.erasures.service import repeat_erasures

TASKS = (Sweep("repeat_erasures", timedelta(minutes=10), repeat_erasures),)
