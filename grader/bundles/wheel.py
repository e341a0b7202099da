"""The grader as a wheel, packed from the very files that are running: a checkout and an installed package alike."""

from __future__ import annotations

import base64
import hashlib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import grader
from grader.bundles.archive import Member, archive, files
from grader.errors import UsageError

NAME = "torchgrader"
_KIND = "Wheel-Version: 1.0\nGenerator: torchgrader\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def wheel() -> Member:
    """Return the wheel. Raises UsageError when the package runs from a plain folder, where its metadata is unknown."""
    try:
        installed = distribution(NAME)
    except PackageNotFoundError:
        raise UsageError(
            f"{NAME} is not installed, so it cannot be packed into a bundle.", "Run `pip install -e .` in its folder."
        ) from None
    information = f"{NAME}-{installed.version}.dist-info"
    members = [member.under("grader") for member in files(Path(grader.__file__).parent)]
    members += [Member(f"{information}/{name}", content) for name, content in _metadata(installed).items()]
    record = "".join(f"{member.name},{_digest(member.content)},{len(member.content)}\n" for member in members)
    members.append(Member(f"{information}/RECORD", f"{record}{information}/RECORD,,\n".encode()))
    return Member(f"{NAME}-{installed.version}-py3-none-any.whl", archive(members))


def _metadata(installed: Distribution) -> dict[str, bytes]:
    # a checkout has it by its older name
    described = installed.read_text("METADATA") or installed.read_text("PKG-INFO")
    texts = {"METADATA": described, "entry_points.txt": installed.read_text("entry_points.txt")}
    return {"WHEEL": _KIND.encode()} | {name: text.encode() for name, text in texts.items() if text}


def _digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
