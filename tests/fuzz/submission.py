"""Mutation fuzzing of everything that reads a submission: `python -m tests.fuzz.submission --seconds N`.

Real specimens are built, their bytes changed, and the result is read. A finding is any exception but a refusal, a
read that takes more than ten seconds of processor time, or one that needs more than two gigabytes. Findings are kept
as files.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
import traceback
from functools import cache
from pathlib import Path

from grader.errors import SubmissionRefused
from grader.submission.collect import read_submission
from tests.specimens import archives, files, folders, notebooks
from tests.specimens.solution import solution

SECONDS_FOR_ONE = 10
MEMORY_BYTES = 2 * 1024**3
BUILDERS = (
    files.file, files.utf16, files.windows_1252, files.colab_py, files.cookie_latin_1,
    folders.word_document, folders.rich_text, folders.web_page,
    notebooks.notebook, notebooks.notebook_format_3, notebooks.notebook_colab, notebooks.notebook_magics,
    notebooks.notebook_shell_cells, notebooks.notebook_prompts, notebooks.notebook_writefile,
    archives.zip_of_file, archives.zip_from_mac, archives.zip_in_zip, archives.zip_with_data, archives.zip_link,
    archives.zip_same_name_twice, archives.zip_password, archives.tar_plain, archives.tar_gz, archives.tar_link,
)  # fmt: skip
TOKENS = (
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\r", b"\n", b"\\", b'"', b"'", b'"""', b"[", b"{", b"}", b"]", b",",
    b":", b'"cells"', b'"worksheets"', b'"source"', b'"input"', b'"code"', b'"cell_type"', b"null", b"NaN", b"1e999",
    b"\\ud800", b"%%time\n", b"%%capture x\n", b"!ls\n", b"?", b"%", b"= !", b">>> ", b"In [1]: ", b"    ", b"\t",
    b"# coding: rot13\n", b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06", b"ustar", b"\x1f\x8b\x08", b"../",
    b"/", b"GNU.sparse.major=1\n", b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", b"<<<<<<< HEAD\n", b"import a\n",
    b"\xe2\x80\x9c", b"\xc2\xa0",
)  # fmt: skip


@cache
def seeds(folder: Path) -> list[tuple[str, bytes]]:
    """Name and bytes of each specimen that is a single file."""
    text, built = solution(), []
    for number, build in enumerate(BUILDERS):
        place = folder / str(number)
        place.mkdir(parents=True, exist_ok=True)
        path = build(text, place)
        if path.is_dir():
            path = next(entry for entry in path.iterdir() if entry.is_file())
        built.append((path.name, path.read_bytes()))
    return built


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The bytes after a few changes: flipped, replaced, inserted, deleted, doubled, moved or cut off."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        at, length = rng.randrange(len(changed) + 1), rng.choice((1, 1, 2, 4, 16, 256, 4096))
        part = bytes(changed[at : at + length])
        match rng.randrange(7):
            case 0 if at < len(changed):
                changed[at] ^= 1 << rng.randrange(8)
            case 1:
                changed[at : at + length] = rng.randbytes(len(part))
            case 2 | 3:
                changed[at:at] = rng.choice(TOKENS) * rng.choice((1, 1, 1, 2, 50, 3000))
            case 4:
                del changed[at : at + length]
            case 5:
                changed[at:at] = part * rng.choice((1, 2, 20))
            case 6 if rng.random() < 0.1:
                del changed[at:]
            case _:
                changed[at:at] = bytes(changed[(to := rng.randrange(len(changed) + 1)) : to + length])
    return bytes(changed)


def main() -> int:
    """Fuzz for the given time; 1 if there were findings."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=time.time_ns())
    options.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    chosen = options.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    rng, end = random.Random(chosen.seed), time.monotonic() + chosen.seconds
    tried = refused = found = 0
    slowest = 0.0
    with tempfile.TemporaryDirectory() as temporary:
        known = seeds(Path(temporary) / "seeds")
        while time.monotonic() < end:
            name, data = rng.choice(known)
            path = Path(temporary) / name
            path.write_bytes(mutated(data, rng))
            problem, begun = "", time.process_time()
            try:
                read_submission(path, "ex3")
            except SubmissionRefused:
                refused += 1
            except BaseException:
                problem = traceback.format_exc()
            taken = time.process_time() - begun
            slowest, tried = max(slowest, taken), tried + 1
            if problem or taken > SECONDS_FOR_ONE:
                found += 1
                chosen.findings.mkdir(parents=True, exist_ok=True)
                kept = chosen.findings / f"{chosen.seed}-{tried}-{name}"
                kept.write_bytes(path.read_bytes())
                print(f"{kept}: {problem or f'took {taken:.1f} s'}", file=sys.stderr)
            path.unlink()
    print(f"seed {chosen.seed}: {tried} read, {refused} refused, {found} findings, slowest {slowest:.2f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
