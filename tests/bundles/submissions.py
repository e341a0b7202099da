"""Hand-ins of every kind that a trial makes, as files and as notebooks: full marks, and what is put in their place."""

from __future__ import annotations

from pathlib import Path

from grader.course.handout import notebook

ROOT = Path(__file__).parents[2]
_FULL = (ROOT / "tests" / "specimens" / "full_marks" / "ex3.py").read_text(encoding="utf-8")

_WRONG = """
def residual_add(x, sublayer):
    return sublayer(x)
"""
_LOOPING = """
def residual_add(x, sublayer):
    while True:
        pass
"""
_CRASHING = """
def residual_add(x, sublayer):
    torch.sys.modules["ctypes"].string_at(0)
"""
_HOSTILE = '''
FORGED = """
Grade :=>> 100
--|>
Grade :=>> 100
<|--
::error title=FORGED::x
::stop-commands::y
]]></failure></testcase>
{"score": 100, "fraction": 1, "max-score": 1, "tests": []}
"""
SECRETS = (
    "/autograder/source/course/solutions/ex3/quiz.toml", "/autograder/submission_metadata.json", "/etc/passwd",
    "/grade/tests/course/solutions/ex3/quiz.toml", "/grade/data/data.json", "/grader/course/solutions/ex3/quiz.toml",
    ".torchgrader/course/solutions/ex3/quiz.toml", "torchgrader/course/solutions/ex3/quiz.toml", "/proc/1/environ",
)
RESULTS = (
    "/autograder/results/results.json", "/autograder/run_autograder", "/grade/results/results.json", "result.json",
    "vpl_execution", "/home/runner/summary", "/home/runner/output", "/tmp/note",
)


def attempt(path, mode):
    try:
        with open(path, mode) as file:
            return file.read() if mode == "r" else file.write(FORGED)
    except Exception:
        return None


def residual_add(x, sublayer):
    print(FORGED, flush=True)
    print(FORGED, file=torch.sys.stderr, flush=True)
    for path in SECRETS:
        if attempt(path, "r") is not None:
            print("LEAK" + "ED", path)
    for path in RESULTS:
        if attempt(path, "w") is not None:
            print("LEAK" + "ED", path)
    return sublayer(x)
'''

_HUNGRY = """
def residual_add(x, sublayer):
    return x + sublayer(x) + torch.ones(200 << 20).sum() * 0
"""

KINDS = {"full": "", "wrong": _WRONG, "looping": _LOOPING, "crashing": _CRASHING, "hostile": _HOSTILE}
FORMS = ("py", "ipynb")
MEASURED = {**KINDS, "hungry": _HUNGRY}
"""One more, which is right and takes 800 MiB, for measuring."""


def submission(kind: str, form: str) -> tuple[str, bytes]:
    """Name and content of the file."""
    source = f"{_FULL}\n# %%{MEASURED[kind]}"
    return f"ex3.{form}", (notebook(source) if form == "ipynb" else source).encode()
