"""Hypothesis plays the same games every time; `--hypothesis-profile=explore` lets it look for others.

Everything speaks English here, whatever the machine speaks, unless a test says otherwise.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", settings.get_profile("ci"), derandomize=False)
settings.load_profile("ci")

os.environ["LANGUAGE"] = "en"
