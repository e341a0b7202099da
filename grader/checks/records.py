"""What the agreements of some checks should show, from one seed, as a file: plain data in the wall's own format."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch

from grader.checks.observation import Observation, Opaque
from grader.checks.rng import Rng
from grader.checks.sketch import Sketch
from grader.sandbox import tensors
from grader.sandbox.frames import HEADER, Blob, ProtocolError, lengths, pack, unpack
from grader.sandbox.values import Decoder, Encoder

FORMAT = 1
MAX_BYTES = 1 << 28


@dataclass(frozen=True)
class WrongRecord:
    """What one misconception showed."""

    name: str
    says: str
    constants: Mapping[str, Any]
    sketch: Sketch


@dataclass(frozen=True)
class AgreementRecord:
    """One agreement: what the reference showed, and the misconceptions that showed something else."""

    wanted: Observation
    wrong: tuple[WrongRecord, ...]


@dataclass(frozen=True)
class CheckRecord:
    """The agreements of one check in their order, and what its calls of the reference returned."""

    agreements: tuple[AgreementRecord, ...]
    calls: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Records:
    """The content of one file."""

    seed: int
    probe: torch.Tensor
    """Numbers drawn from the seed, to tell whether another torch draws the same."""
    torch_version: str
    parameters: Mapping[str, list[str]]
    """The names of the parameters of each function."""
    classes: frozenset[str]
    """The names of the exercise's classes."""
    checks: Mapping[str, CheckRecord]

    def dump(self) -> bytes:
        """The file."""
        checks = {name: [_agreements(check), _encoded(list(check.calls))] for name, check in self.checks.items()}
        head = [
            FORMAT,
            self.seed,
            _encoded(self.probe),
            self.torch_version,
            dict(self.parameters),
            sorted(self.classes),
        ]
        return zlib.compress(b"".join(pack([*head, checks])), level=9)


def probe(seed: int) -> torch.Tensor:
    """Some numbers that are drawn as the inputs of checks are."""
    return Rng(seed, "probe").normal(8)


def load(data: bytes) -> Records:
    """Read a file; ProtocolError if it is damaged."""
    try:
        content = zlib.decompressobj().decompress(data, MAX_BYTES)
        message, bulk = lengths(content[: HEADER.size], MAX_BYTES, MAX_BYTES)
        body, rest = content[HEADER.size :][:message], content[HEADER.size + message :]
        if len(rest) != bulk:
            raise ProtocolError("the file was cut off")
        number, seed, drawn, torch_version, parameters, classes, checks = unpack(body, rest)
        if number != FORMAT:
            raise ProtocolError(f"the file has format {number}; this grader reads {FORMAT}")
        found = {name: _check(agreements, calls) for name, (agreements, calls) in checks.items()}
        return Records(seed, _decoded(drawn), torch_version, parameters, frozenset(classes), found)
    except ProtocolError:
        raise
    except Exception as error:
        raise ProtocolError(f"the file is damaged ({type(error).__name__}: {error})") from error


def _agreements(check: CheckRecord) -> list[Any]:
    return [
        [
            [_encoded(a.wanted.value), a.wanted.raised, _encoded(dict(a.wanted.gradients)), list(a.wanted.changed)],
            [[w.name, w.says, _encoded(dict(w.constants)), w.sketch.exact, list(w.sketch.sums)] for w in a.wrong],
        ]
        for a in check.agreements
    ]


def _check(agreements: list[Any], calls: Any) -> CheckRecord:
    return CheckRecord(
        agreements=tuple(
            AgreementRecord(
                Observation(_decoded(value), raised, gradients=_decoded(gradients), changed=tuple(changed)),
                tuple(
                    WrongRecord(name, says, _decoded(constants), Sketch(exact, tuple(sums)))
                    for name, says, constants, exact, sums in wrong
                ),
            )
            for (value, raised, gradients, changed), wrong in agreements
        ),
        calls=tuple(_decoded(calls)),
    )


def _encoded(value: Any) -> Any:
    return Encoder(_refer)(value)


def _decoded(data: Any) -> Any:
    return Decoder(_resolve)(data)


def _refer(value: Any) -> list[Any]:
    if isinstance(value, torch.Tensor) and tensors.crosses(value):
        return ["tensor", *tensors.dump(value)]
    if isinstance(value, Opaque):
        return ["opaque", value.type_name]
    raise Unrecordable(f"a {type(value).__name__} cannot be written down")


def _resolve(reference: list[Any]) -> Any:
    match reference:
        case ["tensor", dtype, shape, data]:
            return tensors.load(dtype, shape, data)
        case ["opaque", str(name)]:
            return Opaque(name)
    raise ProtocolError("malformed value")


class Unrecordable(Exception):
    """A check does something that cannot be played back without the reference; the text says what."""


def recordable(value: Any) -> Any:
    """The value itself; Unrecordable if it is no plain data."""
    _encoded(value)
    return value


def blob(records: Records) -> Blob:
    """The file, to be sent."""
    return Blob(records.dump())
