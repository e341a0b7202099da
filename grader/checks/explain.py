"""A Difference in words: which sentence of the catalogue says it."""

from __future__ import annotations

from grader import wording
from grader.checks.compare import Difference


def explain(found: Difference) -> str:
    """The sentence for one difference."""
    path, seen, wanted = found.path, found.seen, found.wanted
    size = (found.wrong, found.total, found.worst, found.relative)
    match found.kind:
        case "raised":
            return wording.wrong_exception(wanted) if wanted else wording.raised(seen, "", wanted)
        case "type":
            return wording.wrong_type(path, seen, wanted)
        case "structure":
            return wording.wrong_structure(path, seen, wanted)
        case "shape":
            return wording.wrong_shape(path, seen, wanted)
        case "dtype":
            return wording.wrong_dtype(path, seen, wanted)
        case "nonfinite":
            return wording.not_finite(path, found.wrong, found.total)
        case "value":
            return wording.wrong_value(path, *size)
        case "gradient" if seen == "none":
            return wording.missing_gradient(path)
        case "gradient" if wanted == "none":
            return wording.unwanted_gradient(path)
        case "gradient":
            return wording.wrong_gradient(path, *size)
        case "changed":
            return wording.changed(path)
