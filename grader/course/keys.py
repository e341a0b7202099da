"""The keys of the files that authors write, each with its meaning: what is read, and what the documentation says."""

from __future__ import annotations

from collections.abc import Mapping

Keys = Mapping[str, str]

EXERCISE: Keys = {
    "format": "1",
    "id": "the name of the folder",
    "title": "what students read above everything else",
    "file": "name of the file to hand in, without .py or .ipynb",
    "modules": "top-level names of the modules that students may import",
    "preload": "modules that are imported before any submission is read; optional",
    "preload_for": "a table: for a word, modules that only a file needs in which the word stands; optional",
    "isolation": '"sealed" or "process": the level that recorded grades need; optional, "sealed"',
    "visible": 'the checks that students may run at home: "all", "none" or a list of ids; optional, "none"',
    "limits": "a table of limits, see below; optional",
    "parts": "the parts, one table each",
}
PART: Keys = {
    "id": "a short name, such as A",
    "title": "what students read above the part",
    "minutes": "how long a student is expected to need; optional",
    "items": "what has points, one table each",
}
ITEM: Keys = {
    "name": "name of a function, class or variable of the student's file",
    "points": 'a whole number, or a fraction such as "1/3"; the checks of the item add up to it',
    "kind": '"function", "class", "quiz" (an answer of quiz.toml) or "written" (the answer of rubric.toml)',
}
QUESTION: Keys = {
    "id": "name of the variable that holds the answer",
    "kind": '"single", "multi", "numeric" or "symbolic"',
    "title": "what students read beside the result",
    "statement": "the statement of the text that it rests on",
    "points": "as in exercise.toml",
    "key": "the right answer: a letter, a list of letters, a number, or a formula as text",
}
QUESTION_OF_KIND: Mapping[str, Keys] = {
    "single": {"choices": "one table each: letter, text, and for a wrong one misconception and says"},
    "multi": {"choices": "as for single", "otherwise": "what to say if only right letters are missing"},
    "numeric": {
        "tolerance": "relative; optional, 0",
        "wrong": "one table each: value, misconception, says; tolerance is optional",
        "otherwise": "what to say of any other number",
    },
    "symbolic": {
        "variables": "the names in the formula",
        "wrong": "one table each: formula, misconception, says",
        "otherwise": "what to say of any other formula",
    },
}
RUBRIC: Keys = {
    "format": "1",
    "item": "name of the variable that holds the answer",
    "points": "as in exercise.toml; what the criteria add up to",
    "words": "the least and the most words that are asked for, a list of two numbers",
    "criteria": "one table each",
}
CRITERION: Keys = {
    "id": "a short name, such as R1",
    "title": "what students read",
    "points": "as in exercise.toml",
    "statements": "the statements that it rests on",
    "full_marks": "what an answer has to say; for the person who reads it",
    "near_miss": "what is not enough; for the person who reads it",
}
