"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# A shared machine is no clock, so there are no deadlines. Where a failure would stop others the
# examples are always the same; at one's desk they are new each time.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
