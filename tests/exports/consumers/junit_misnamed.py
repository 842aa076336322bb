# SPDX-License-Identifier: MIT
"""The same of a file whose name means something to formats and logs."""

from consumers.junit import *  # noqa: F401,F403

PROFILED = "misnamed/after"
BASE = "misnamed/before"
