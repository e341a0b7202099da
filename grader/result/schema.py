"""The JSON Schema of a result, made from the model. `python -m grader.result.schema` prints what schema.json holds."""

from __future__ import annotations

import json

from grader.result.model import Result


def schema_text() -> str:
    """Return the schema of what `Result.to_json` writes, as the text of the file that ships with the package."""
    schema = Result.model_json_schema(mode="serialization")
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
