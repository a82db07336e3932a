"""A call of an operation, before it becomes a request."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Any, TypeAlias
from urllib.parse import quote


@dataclass(frozen=True)
class Content:
    """A body with its media type: bytes, or a file opened in binary mode, which is read as it is sent."""

    body: bytes | IO[bytes]
    type: str


@dataclass(frozen=True)
class FormFile:
    """One of several files that are sent together."""

    name: str
    body: bytes
    type: str


RawBody: TypeAlias = "bytes | str | Content | Sequence[FormFile]"


@dataclass(frozen=True)
class Call:
    """The arguments of a call to an operation."""

    method: str
    path: str
    params: Mapping[str, object]
    query: Mapping[str, object]
    body: Any
    idempotent: bool
    idempotency_key: str | None = None
    timeout: float | None = None
    headers: Mapping[str, str] | None = None
    last_event_id: str | None = None

    def on_page(self, cursor: str) -> Call:
        """Returns the call of the next page."""
        return replace(self, query={**self.query, "cursor": cursor})


@dataclass(frozen=True)
class Request:
    """The body and the headers of the request."""

    method: str
    path: str
    headers: dict[str, str]
    content: bytes | IO[bytes] | None = None
    files: list[tuple[str, tuple[str, bytes, str]]] | None = None
    query: dict[str, str] = field(default_factory=dict)
    #: Whether it has the same effect when it arrives twice.
    is_safe: bool = True

    @property
    def is_repeatable(self) -> bool:
        """Whether the body can be read a second time."""
        return self.content is None or isinstance(self.content, bytes)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def request_of(call: Call, accept: str) -> Request:
    """Returns the request of a call. One that starts or changes something gets an idempotency key."""
    path = call.path
    for name, value in call.params.items():
        # Values are escaped, so that an id cannot lead anywhere else.
        path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
    key = (call.idempotency_key or str(uuid.uuid4())) if call.idempotent else None
    headers = {"Accept": accept, **({"Idempotency-Key": key} if key else {}), **(call.headers or {})}
    query = {name: _text(value) for name, value in call.query.items() if value is not None}
    is_safe = call.method != "POST" or key is not None
    content: bytes | IO[bytes] | None = None
    files: list[tuple[str, tuple[str, bytes, str]]] | None = None
    match call.body:
        case None:
            pass
        case Content(body, media_type):
            content, headers["Content-Type"] = body, media_type
        case bytes(body):
            content, headers["Content-Type"] = body, "application/octet-stream"
        case str(text):
            content, headers["Content-Type"] = text.encode(), "text/plain; charset=utf-8"
        case [FormFile(), *_] as forms:
            files = [("file", (one.name, one.body, one.type)) for one in forms]
        case value:
            content = json.dumps(value, ensure_ascii=False).encode()
            headers["Content-Type"] = "application/json"
    return Request(call.method, path, headers, content, files, query, is_safe)
