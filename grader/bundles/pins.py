"""The versions of all packages that the grader runs with here, so that a bundle runs with the same ones."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from grader.bundles.wheel import NAME
from grader.errors import UsageError


def pins() -> str:
    """Return the text of a constraints file with every package that is needed, directly or not.

    Variants such as "+cpu" are left out: the package index decides which of them there are.
    """
    found: dict[str, str] = {}
    waiting = [Requirement(NAME)]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found:
            continue
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            raise UsageError(
                f"{name} is not installed, so its version cannot be pinned.", "See `grade doctor`."
            ) from None
        found[name] = Version(installed.version).public
        needed = map(Requirement, installed.requires or ())
        waiting += [each for each in needed if each.marker is None or each.marker.evaluate({"extra": ""})]
    del found[NAME]
    return "".join(f"{name}=={version}\n" for name, version in sorted(found.items()))
