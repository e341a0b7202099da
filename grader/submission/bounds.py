"""How much of a submission is read: the bounds that keep a broken or hostile file from costing time or memory."""

from __future__ import annotations

_MIB = 1024 * 1024

FILE_BYTES = 64 * _MIB
"""One file as handed in. Notebooks carry their outputs, so this is far more than any code."""
SOURCE_CHARACTERS = 2 * _MIB
"""The code of one submission, all cells and helper modules together, once outputs are dropped."""
UNPACKED_BYTES = 128 * _MIB
"""Everything in one archive, unpacked."""
ENTRIES = 2000
"""Files in one folder or archive; what systems leave behind is not counted in a folder."""
FOLDER_DEPTH = 16
"""Folders inside folders."""
NESTED_ARCHIVES = 2
"""How often an archive may hold nothing but another archive."""
CELLS = 2000
"""Code cells of one notebook."""
JSON_VALUES = 4_000_000
"""Values in a notebook's JSON: each costs tens of bytes once parsed, however short it is in the file."""
HELPERS = 50
"""Helper modules beside the main file."""
CANDIDATES = 20
"""Files that are compared with each other before a submission is called ambiguous."""
COMMAND_WORK = 30_000_000
"""Work on the IPython commands of one submission: each costs the square of its length, and 500. Measured at up to
190 ns a unit, so six seconds at worst; an ordinary command costs a thousand units."""
NOTES = 10
"""Notes about how one submission was read; the first ones say the most."""
SHOWN_ITEMS = 5
"""Names, cells or commands listed in one message; the others are counted."""
SHOWN_CHARACTERS = 80
"""Characters of one name or command quoted in a message."""
