"""Writes the typed functions of the package from the questions that the installed nimzo knows.

    python generate.py            writes nimzo/{questions,table,zug,...}.py and nimzo/answers.py
    python generate.py --check    says whether they are what would be written

The questions describe themselves (`nimzo._native.describe`): their arguments, with the types and defaults
of the command line, and the schemas of their answers. So neither functions nor types can say anything else.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent / "python" / "nimzo"
WIDTH = 100
HEAD = '"""{about}\n\nWritten by ``generate.py``; changes are made in the questions.\n"""\n\n'


def main() -> int:
    # The extension alone: the package does not import while its functions are not written.
    sys.path[:] = [place for place in sys.path if Path(place or ".").resolve() != PACKAGE.parent]
    files = written(json.loads(describe()))
    if "--check" in sys.argv[1:]:
        stale = [name for name, text in files.items() if current(name) != text]
        print("\n".join(f"{name} is not what the questions say" for name in stale) or "up to date")
        return 1 if stale else 0
    for name, text in files.items():
        (PACKAGE / name).write_text(text)
    return 0


def describe() -> str:
    """What the questions say of themselves."""
    import importlib.machinery
    import importlib.util
    import sysconfig

    for folder in [sysconfig.get_paths()["platlib"], str(PACKAGE.parent)]:
        for found in sorted(Path(folder).glob("nimzo/_native*.so")) + sorted(
            Path(folder).glob("nimzo/_native*.pyd")
        ):
            loader = importlib.machinery.ExtensionFileLoader("_native", str(found))
            spec = importlib.util.spec_from_loader("_native", loader)
            assert spec is not None
            native: Any = importlib.util.module_from_spec(spec)
            loader.exec_module(native)
            return str(native.describe())
    raise SystemExit("nimzo is not installed: pip install . (or maturin develop) first")


def current(name: str) -> str:
    path = PACKAGE / name
    return path.read_text() if path.exists() else ""


def written(described: dict[str, Any]) -> dict[str, str]:
    """The generated files by their names."""
    types = Types(described["definitions"])
    groups = {group["name"]: group for group in described["groups"]}
    modules: dict[str, list[dict[str, Any]]] = {}
    for question in described["questions"]:
        path = question["path"]
        modules.setdefault(path[0] if len(path) > 1 else "questions", []).append(question)
    files = {}
    for name, questions in modules.items():
        about = groups[name]["about"] if name in groups else "Questions of one word."
        notation = groups[name]["notation"] if name in groups else ""
        files[f"{name}.py"] = module(about.rstrip(".") + ".", notation, questions, types)
    files["answers.py"] = types.module()
    return files


def module(
    about: str, notation: str, questions: list[dict[str, Any]], types: Types
) -> str:
    body = "\n\n".join(function(question, types) for question in questions)
    names = [name(question) for question in questions]
    if notation:
        about = f"{about}\n\n{notation.strip()}"
    typing = ["TYPE_CHECKING"] + (["Literal"] if "Literal[" in body else [])
    asking = ["Answer", "put"] + [one for one in ("Fen", "Path") if f": {one}" in body]
    lines = [HEAD.format(about=docstring(about)), "from __future__ import annotations\n"]
    if "Sequence[" in body:
        lines.append("from collections.abc import Sequence")
    lines += [
        f"from typing import {', '.join(sorted(typing))}\n",
        f"from ._asking import {', '.join(sorted(asking))}\n",
        "if TYPE_CHECKING:",
        "    from . import answers",
        "    from .tablebase import Tablebase\n",
        "__all__ = [" + ", ".join(f'"{one}"' for one in sorted(names)) + "]\n\n\n",
    ]
    return "\n".join(lines) + body


def name(question: dict[str, Any]) -> str:
    return str(question["path"][-1]).replace("-", "_")


def safe(name: str) -> str:
    """The name of an argument, where it is a word of Python's with a stroke behind it."""
    return f"{name}_" if keyword.iskeyword(name) else name


def function(question: dict[str, Any], types: Types) -> str:
    """A question as a function."""
    places = [one for one in question["arguments"] if one["positional"]]
    options = [one for one in question["arguments"] if not one["positional"]]
    parameters = [parameter(one) for one in places]
    parameters.append("*")
    parameters += [parameter(one) for one in sorted(options, key=lambda one: not one["required"])]
    parameters.append("tablebase: Tablebase | None = None")
    answer = f"Answer[{types.of(question['answer'], 'answers.')}]"
    about = (question["more"] or question["about"] or "").strip()
    about = "\n".join(line.rstrip() for line in about.splitlines())
    told = [f":param {safe(one['name'])}: {one['help']}" for one in question["arguments"] if one["help"]]
    told.append(":param tablebase: the tables to ask, instead of those that all questions use")
    doc = textwrap.indent(docstring(about + "\n\n" + "\n".join(told)) + "\n", "    ").lstrip()
    given = [f'"{one["name"]}": {safe(one["name"])},' for one in question["arguments"]]
    return (
        f"def {name(question)}(\n"
        + "".join(f"    {one},\n" for one in parameters)
        + f") -> {answer}:\n"
        + f'    """{doc}    """\n'
        + "    return put(\n"
        + f'        "{" ".join(question["path"])}",\n'
        + "        {\n"
        + "".join(f"            {one}\n" for one in given)
        + "        },\n"
        + "        tablebase,\n"
        + "    )\n"
    )


def parameter(argument: dict[str, Any]) -> str:
    """An argument with its type and default."""
    scalar = {"flag": "bool", "integer": "int", "number": "float", "text": "str", "path": "Path"}
    kind = scalar[argument["kind"]]
    if argument["choices"]:
        kind = "Literal[" + ", ".join(f'"{one}"' for one in argument["choices"]) + "]"
    if argument["name"] in ("fen", "also"):
        kind = "Fen"
    defaults = argument["defaults"]
    if argument["list"]:
        written = defaults if kind in ("int", "float") else [f'"{one}"' for one in defaults]
        shown = "".join(f"{one}, " for one in written)
        default: str | None = f"({shown.strip()})"
        kind = f"Sequence[{kind}]"
    elif argument["kind"] == "flag":
        default = "False"
    elif defaults:
        default = defaults[0] if argument["kind"] in ("integer", "number") else f'"{defaults[0]}"'
    elif argument["required"]:
        default = None
    else:
        kind, default = f"{kind} | None", "None"
    return f"{safe(argument['name'])}: {kind}" + ("" if default is None else f" = {default}")


def docstring(text: str) -> str:
    """A text as it stands in a program: examples in Rust left out, long lines broken."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL).strip()
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    lines = text.splitlines()
    return "\n".join(textwrap.fill(line, WIDTH) if len(line) > WIDTH else line for line in lines)


class Types:
    """The types of answers, from their schemas."""

    def __init__(self, definitions: dict[str, Any]) -> None:
        self.definitions = definitions

    def of(self, schema: Any, place: str = "") -> str:
        """The type that a schema describes."""
        if schema is True or schema == {} or not isinstance(schema, dict):
            return "Any"
        if "$ref" in schema:
            return place + str(schema["$ref"]).rsplit("/", 1)[1]
        if "const" in schema:
            return f"Literal[{json.dumps(schema['const'])}]"
        if "enum" in schema:
            named = [json.dumps(one) for one in schema["enum"] if one is not None]
            return "Literal[" + ", ".join(named) + "]" + (" | None" if None in schema["enum"] else "")
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.union([self.of(one, place) for one in schema[several]])
        if "allOf" in schema and len(schema["allOf"]) == 1:
            return self.of(schema["allOf"][0], place)
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.union([self.of({**schema, "type": one}, place) for one in kind])
        return self.plain(str(kind), schema, place)

    def plain(self, kind: str, schema: dict[str, Any], place: str) -> str:
        plain = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        if kind in plain:
            return plain[kind]
        if kind == "array" and "prefixItems" in schema:
            return "list[" + self.union([self.of(one, place) for one in schema["prefixItems"]]) + "]"
        if kind == "array":
            return f"list[{self.of(schema.get('items', True), place)}]"
        if kind == "object":
            inner = schema.get("additionalProperties", True)
            return f"dict[str, {self.of(inner, place)}]"
        return "Any"

    def union(self, kinds: list[str]) -> str:
        """Any of some types; texts that are told by name are one type."""
        if "Any" in kinds:
            return "Any"
        named = [kind[len("Literal[") : -1] for kind in kinds if kind.startswith("Literal[")]
        once = dict.fromkeys(kind for kind in kinds if not kind.startswith("Literal["))
        if "dict[str, Any]" in once:
            # Documents of which one is not told in full: any key may be asked for.
            once = dict.fromkeys(one for one in once if one not in self.definitions)
        told = [f"Literal[{', '.join(named)}]"] if named else []
        return " | ".join(told + sorted(once, key=lambda kind: kind == "None"))

    def module(self) -> str:
        """All definitions as a module."""
        about = HEAD.format(about="The documents that questions are answered with.")
        imports = (
            "from __future__ import annotations\n\n"
            "import sys\n"
            "from typing import Any, Literal, TypeAlias\n\n"
            "if sys.version_info >= (3, 11):\n"
            "    from typing import NotRequired, TypedDict\n"
            "else:\n"
            "    from typing_extensions import NotRequired, TypedDict\n\n"
        )
        names = sorted(self.definitions)
        objects = [one for one in names if self.is_object(self.definitions[one])]
        aliases = [one for one in names if one not in objects]
        classes = [self.definition(one, self.definitions[one]) for one in objects]
        shown = [self.alias(one) for one in aliases]
        return about + imports + "\n" + "\n\n".join(classes) + "\n\n" + "\n".join(shown) + "\n"

    def is_object(self, schema: Any) -> bool:
        return isinstance(schema, dict) and "properties" in schema and not self.is_open(schema)

    def is_open(self, schema: dict[str, Any]) -> bool:
        """Whether there is more in it than its properties tell."""
        return any(schema.get(one) for one in ("anyOf", "oneOf", "allOf", "additionalProperties"))

    def alias(self, name: str) -> str:
        schema = self.definitions[name]
        kind = "dict[str, Any]" if "properties" in schema else self.of(schema)
        return f"{name}: TypeAlias = '{kind}'"

    def definition(self, name: str, schema: dict[str, Any]) -> str:
        required = set(schema.get("required", []))
        fields = {}
        for field, about in schema["properties"].items():
            kind = self.of(about)
            fields[field] = (kind if field in required else f"NotRequired[{kind}]", about)
        about = docstring(schema.get("description", "")).strip()
        if any(not one.isidentifier() or keyword.iskeyword(one) for one in fields):
            inside = "".join(f'        "{one}": "{kind}",\n' for one, (kind, _) in fields.items())
            inside = inside.replace('""', '"')
            return f'{name} = TypedDict(\n    "{name}",\n    {{\n{inside}    }},\n)\n'
        lines = [f"class {name}(TypedDict):"]
        lines += [textwrap.indent(f'"""{about}"""\n', "    ")] if about else []
        for one, (kind, told) in fields.items():
            lines.append(f"    {one}: {kind}")
            words = docstring(told.get("description", "")).strip() if isinstance(told, dict) else ""
            if words:
                lines.append(textwrap.indent(f'"""{words}"""', "    "))
        if not fields:
            lines.append("    pass")
        return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
