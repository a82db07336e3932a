"""The state of a stream that continues over several connections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import httpx

from ._call import Call, Request, request_of
from ._events import LAST, Decoder, Event
from ._policy import is_retryable, wait_before
from .errors import PramaanError, Unreachable

ACCEPT = "text/event-stream, application/problem+json"
#: The service sends a sign of life every 15 seconds.
SILENCE = 45.0


class StreamState:
    """Knows which event is the last one, how to continue after it, and when to give up."""

    def __init__(self, call: Call, retries: int) -> None:
        self._call = call
        self._request = request_of(call, ACCEPT)
        self._retries = retries
        self._failures = 0
        self._last_id = call.last_event_id
        self._decoder = Decoder()
        self.has_ended = False

    def request(self) -> Request:
        """Returns the next request."""
        self._decoder = Decoder()
        if self._last_id is None:
            return self._request
        return replace(self._request, headers={**self._request.headers, "Last-Event-ID": self._last_id})

    def connected(self, response: httpx.Response) -> None:
        """Takes the head of a response. A live run starts with its stream, and is followed where it is."""
        self.has_ended = response.status_code == 204
        run = response.headers.get("X-Run-Id")
        if self._call.method == "POST" and run is not None:
            path, query = "/v1/workforce/runs/{id}/events", self._call.query
            self._request = request_of(Call("GET", path, {"id": run}, query, None, False), ACCEPT)

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Yields the events that a chunk completes."""
        for event in self._decoder.feed(chunk):
            self._failures, self._last_id = 0, event.id
            self.has_ended = event.id == LAST
            yield event

    def broken(self, error: PramaanError | None) -> float:
        """Returns how long to wait before the next connection. Raises the error if there is none."""
        if error is not None and not is_retryable(error, self._request.is_safe):
            raise error
        self._failures += 1
        if self._failures > self._retries:
            raise error or Unreachable("the stream broke again and again")
        # The first attempt to reconnect follows soon, because a process of the service that stops ends its streams at once.
        if self._failures == 1:
            return wait_before(0, error)
        return max(self._decoder.retry, wait_before(self._failures, error))
