"""Hypothesis plays the same games every time; `--hypothesis-profile=explore` lets it look for others.

Everything speaks English here, whatever the machine speaks, unless a test says otherwise.
"""

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", settings.get_profile("ci"), derandomize=False)
settings.load_profile("ci")

os.environ["LANGUAGE"] = "en"

pytest_plugins = ["tests.web.browsers"]

# Where a shell runs tests behind its back, they and the programs they start would be deaf to Ctrl-C, which is tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
