"""`python -m grader` is `grade`."""

from __future__ import annotations

import sys

from grader.cli.main import main

sys.exit(main())
