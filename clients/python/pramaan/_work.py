"""What both clients know about work and documents."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from ._call import Content, FormFile, RawBody

HasEnded: TypeAlias = Callable[[Any], bool]

#: The service responds at once, so that no connection has to last as long as the work.
ASYNC: Mapping[str, str] = {"Prefer": "respond-async"}

# Files are sent in pieces of this size.
CHUNK = 1 << 16


def has_ended(state: Mapping[str, Any]) -> bool:
    """Returns whether a run, a task or an analysis has ended."""
    return bool(state["status"] != "running")


def is_done(state: Mapping[str, Any]) -> bool:
    """Returns whether an operator run has ended."""
    return bool(state["status"] == "done")


def is_decided(state: Mapping[str, Any]) -> bool:
    """Returns whether an act has been decided, so that it no longer waits for a person."""
    return bool(state["decision"] != "ask")


def document_body(paths: Sequence[str]) -> RawBody:
    """Reads files as the body of one document."""
    files = [FormFile(Path(path).name, Path(path).read_bytes(), _type_of(path)) for path in paths]
    return Content(files[0].body, files[0].type) if len(files) == 1 else files


def _type_of(path: str) -> str:
    return mimetypes.guess_type(path)[0] or "application/octet-stream"
