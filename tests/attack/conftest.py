"""The attack forks its processes and limits them, which only POSIX systems can."""

from __future__ import annotations

import os

collect_ignore_glob = [] if hasattr(os, "fork") else ["*"]
