"""Write the facade's requests and answers for JavaScript: js/facade-types.d.ts and js/facade-schema.js.

The types and the module come from the schema. With `--check`, only compare the files.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import indent, wrap
from typing import Any

from sapper import facade

TYPES = Path(__file__).resolve().parents[1] / "js" / "facade-types.d.ts"
SCHEMA = TYPES.with_name("facade-schema.js")
HEAD = "// The requests and answers of the core. Written by scripts/facade_typescript.py from its schema.\n"
LONGEST = 100
"""The most characters of a line of a description."""
SIMPLE = {
    "string": "string",
    "boolean": "boolean",
    "integer": "number",
    "number": "number",
    "null": "null",
    "object": "Record<string, unknown>",
}


def type_of(schema: dict[str, Any]) -> str:
    """Return the TypeScript type that a part of the schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(part) for part in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"({type_of(schema['items'])})[]"
    return SIMPLE.get(schema.get("type", ""), "unknown")


def comment(text: str) -> str:
    """Return a text as a comment of documentation."""
    lines = wrap(text, LONGEST)
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + indent("\n".join(lines), " * ") + "\n */\n"


def field(name: str, schema: dict[str, Any], required: list[str]) -> str:
    """Return a field, which a message may leave out unless it is required."""
    described = comment(schema["description"]) if "description" in schema else ""
    key = name if name.isidentifier() else json.dumps(name)
    return f"{described}{key}{'' if name in required else '?'}: {type_of(schema)};\n"


def definition(name: str, schema: dict[str, Any]) -> str:
    """Return the definition of one type."""
    if "properties" not in schema:
        return f"{comment(schema['description'])}export type {name} = {type_of(schema)};\n"
    fields = "".join(field(own, part, schema["required"]) for own, part in schema["properties"].items())
    return f"{comment(schema['description'])}export interface {name} {{\n{indent(fields, '  ')}}}\n"


def table(name: str, sentence: str, rows: dict[str, str]) -> str:
    """Return a type that has a row for every request."""
    lines = "".join(f"  {request}: {kind};\n" for request, kind in rows.items())
    return f"{comment(sentence)}export interface {name} {{\n{lines}}}\n"


def types() -> str:
    """Return what the file of types should contain."""
    schema = facade.schema()
    requests = schema["requests"]
    parts = [definition(name, part) for name, part in schema["$defs"].items()]
    asked = {name: type_of(part["request"]) for name, part in requests.items()}
    answered = {name: type_of(part["answer"]) for name, part in requests.items()}
    parts.append(table("Requests", "The request of every name.", asked))
    parts.append(table("Answers", "The answer to every request.", answered))
    return HEAD + "\n" + "\n".join(parts)


def schema_module() -> str:
    """Return what the module with the schema should contain: one line for each request and each type."""
    sentence = "// The JSON Schema of every request and answer. Written by scripts/facade_typescript.py.\n"
    parts = []
    for name, part in facade.schema().items():
        if isinstance(part, dict):
            lines = ",\n".join(f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in part.items())
            parts.append(f"  {json.dumps(name)}: {{\n{lines},\n  }},\n")
        else:
            parts.append(f"  {json.dumps(name)}: {json.dumps(part)},\n")
    return f"{sentence}\nexport const schema = {{\n{''.join(parts)}}};\n"


def main() -> None:
    """Write or compare the files."""
    for file, text in ((TYPES, types()), (SCHEMA, schema_module())):
        if "--check" not in sys.argv[1:]:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            sys.exit(f"js/{file.name} is not what the schema says: run scripts/facade_typescript.py.")


if __name__ == "__main__":
    main()
