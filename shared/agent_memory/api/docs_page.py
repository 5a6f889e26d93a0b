"""The contract as one readable page, without scripts and without anything from elsewhere."""

from __future__ import annotations

import json
from html import escape
from typing import Any, Final

_STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2430}
h2{border-top:1px solid #d8dee6;padding-top:1.2rem;margin-top:2rem;font-size:1.1rem}
code,pre{font:13px/1.45 ui-monospace,monospace}pre{background:#f5f7fa;padding:.8rem;overflow:auto;border-radius:6px}
.m{display:inline-block;min-width:4.2rem;font-weight:600}.r{color:#5b6675;font-size:.85rem}
table{border-collapse:collapse}td,th{text-align:left;padding:.15rem 1rem .15rem 0;vertical-align:top}
"""


def render(document: dict[str, Any]) -> str:
    """The OpenAPI document as HTML."""
    info = document["info"]
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        f"<title>{escape(info['title'])}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(info['title'])} <span class='r'>{escape(info['version'])}</span></h1>",
        f"<p>{escape(info['description'])}</p>",
        "<p>The same as data: <a href='openapi.json'>openapi.json</a></p>",
    ]
    for path, operations in document["paths"].items():
        parts += [_operation(path, method, operation) for method, operation in operations.items()]
    parts.append("<h1>Models</h1>")
    for name, schema in document["components"]["schemas"].items():
        parts.append(f"<h2 id='{escape(name)}'>{escape(name)}</h2>{_pre(schema)}")
    return "".join([*parts, "</body></html>"])


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    roles = ", ".join(operation.get("x-roles", [])) or "no credential"
    rows = "".join(
        f"<tr><td><code>{escape(parameter['name'])}</code></td><td>{escape(parameter['in'])}</td>"
        f"<td><code>{escape(json.dumps(parameter['schema'], ensure_ascii=False))}</code></td></tr>"
        for parameter in operation["parameters"]
    )
    body = operation.get("requestBody")
    taken = "" if body is None else f"<p>Body: {_models(body['content'])}</p>"
    answers = "".join(
        f"<tr><td><code>{escape(status)}</code></td><td>{escape(answer['description'])}</td>"
        f"<td>{_models(answer.get('content', {}))}</td></tr>"
        for status, answer in operation["responses"].items()
    )
    return (
        f"<h2><span class='m'>{escape(method.upper())}</span><code>{escape(path)}</code></h2>"
        f"<p>{escape(operation['summary'])} <span class='r'>({escape(roles)})</span></p>"
        f"<table>{rows}</table>{taken}<table>{answers}</table>"
    )


def _models(content: dict[str, Any]) -> str:
    names = sorted(set(_references(content)))
    return ", ".join(f"<a href='#{escape(name)}'>{escape(name)}</a>" for name in names)


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [
            name
            for key, item in value.items()  # pyright: ignore[reportUnknownVariableType]
            for name in ([str(item).rpartition("/")[2]] if key == "$ref" else _references(item))  # pyright: ignore[reportUnknownArgumentType]
        ]
    if isinstance(value, list):
        return [name for item in value for name in _references(item)]  # pyright: ignore[reportUnknownVariableType]
    return []


def _pre(schema: dict[str, Any]) -> str:
    return f"<pre>{escape(json.dumps(schema, ensure_ascii=False, indent=2))}</pre>"
