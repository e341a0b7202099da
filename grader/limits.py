"""The limits of one grading run: frozen values with their units in their names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What student code may use. An exercise can set each of them; these are the defaults."""

    call_seconds: float = 5.0
    """Wall time of one call into the student's code, a backward pass included."""
    check_seconds: float = 10.0
    """Wall time of one check, all its calls together."""
    load_seconds: float = 10.0
    """Wall time for running the file's top level once."""
    submission_seconds: float = 120.0
    """Wall time of all checks of one submission together."""
    cpu_seconds: float = 60.0
    """Processor time of one worker."""
    memory_mib: int = 1024
    """Memory that one worker may use beyond what torch itself takes."""
    output_bytes: int = 4096
    """How much of what the code prints is kept with each check."""
    frame_mib: int = 64
    """The largest message accepted from a worker."""
    threads: int = 64
    """How many threads one worker may have."""
