"""Server-sent events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

#: The id of a stream's last event.
LAST = "end"


@dataclass(frozen=True)
class Event:
    """An event of a stream. `data` is parsed JSON, or text if it is not JSON."""

    id: str
    event: str
    data: Any


class Decoder:
    """Reads events from bytes. An event that the connection cuts off is left out, because its empty line is missing."""

    def __init__(self) -> None:
        self._rest = b""
        self._id, self._event = "", ""
        self._data: list[str] = []
        #: Seconds that the service asks clients to wait before they reconnect.
        self.retry = 0.0

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Yields the events that a chunk completes."""
        # Only line feeds end a line; Python's splitlines would also split at other separators, which
        # text may contain.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            event = self._line(line.decode().removesuffix("\r"))
            if event is not None:
                yield event

    def _line(self, line: str) -> Event | None:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if line == "":
            return self._complete()
        if field == "id":
            self._id = value
        elif field == "event":
            self._event = value
        elif field == "data":
            self._data.append(value)
        elif field == "retry" and value.isdigit():
            self.retry = int(value) / 1000
        return None

    def _complete(self) -> Event | None:
        event, data = self._event or "message", "\n".join(self._data)
        has_data = bool(self._data)
        self._event, self._data = "", []
        if not has_data:
            return None
        try:
            return Event(self._id, event, json.loads(data))
        except ValueError:
            return Event(self._id, event, data)
