"""Errors of this client."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from typing import Any


class PramaanError(Exception):
    """All errors of this client."""


class Unreachable(PramaanError):
    """The service did not respond, or the connection broke."""


class TimedOut(PramaanError):
    """The time that the caller allowed is over. What was started continues at the service."""

    def __init__(self, message: str, id: str | None = None) -> None:
        super().__init__(message)
        #: Id or ledger_ref of the work that was waited for; None if only a call took too long.
        self.id = id


class Forged(PramaanError):
    """A receipt, an export or a webhook is not what it claims to be."""


class ProblemError(PramaanError):
    """A response that reports a problem (RFC 9457). `pramaan.problems` has a class for each code."""

    #: `unknown` if something between client and service responded in its place.
    code = "unknown"

    def __init__(self, status: int, problem: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        title, detail = problem.get("title", f"HTTP {status}"), problem.get("detail")
        super().__init__(f"{title}: {detail}" if detail else title)
        self.status = status
        self.problem = problem
        self.request_id: str | None = problem.get("request_id") or headers.get("X-Request-Id")
        #: Seconds that the service asks a client to wait.
        self.retry_after = _seconds(headers.get("Retry-After"))


def _seconds(header: str | None) -> float | None:
    """Reads seconds or a date (RFC 9110, section 10.2.3)."""
    if header is None:
        return None
    if header.isascii() and header.isdigit():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
