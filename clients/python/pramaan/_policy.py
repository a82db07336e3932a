"""Which requests are sent again, and when."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import httpx

from .errors import PramaanError, ProblemError, TimedOut, Unreachable
from .problems import BY_CODE, DependencyAway, IdempotencyInFlight, RateLimited, RequestTimeout, SandboxesBusy

#: The service has done nothing yet, so any request can be sent again.
_NOTHING_DONE = (RateLimited, SandboxesBusy)
#: Something may have been done, so only a request that works once can be sent again.
_PERHAPS_DONE = (DependencyAway, IdempotencyInFlight, RequestTimeout)
#: A proxy responds with these while it cannot reach the service.
_PROXY_STATUS = {502, 503, 504}
_FIRST_WAIT = 0.25
_LONGEST_WAIT = 15.0
_PREFIX = "urn:pramaan:problem:"


def is_retryable(error: PramaanError | None, is_safe: bool) -> bool:
    """Returns whether a request can be sent again after an error."""
    if isinstance(error, ProblemError):
        if error.code == "unknown":
            return is_safe and error.status in _PROXY_STATUS
        return isinstance(error, _NOTHING_DONE) or (is_safe and isinstance(error, _PERHAPS_DONE))
    return is_safe and (error is None or isinstance(error, Unreachable))


def wait_before(attempt: int, error: PramaanError | None = None) -> float:
    """Returns how long to wait: as long as the service says, else twice as long each time."""
    if isinstance(error, ProblemError) and error.retry_after is not None:
        return error.retry_after
    longest = min(_LONGEST_WAIT, _FIRST_WAIT * 2.0**attempt)
    # Clients that failed together do not come back together.
    return longest / 2 + random.random() * longest / 2


def check_time(deadline: float, timeout: float) -> float:
    """Returns the time that is left of a call, which is more than 0. Raises TimedOut if it is over."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimedOut(f"no response within {timeout} s")
    return left


def problem_from(response: httpx.Response, content: bytes) -> ProblemError:
    """Reads the problem that a response reports."""
    try:
        body: Any = json.loads(content)
    except ValueError:
        body = {}
    problem = body if isinstance(body, dict) else {}
    code = str(problem.get("type", "")).removeprefix(_PREFIX)
    return BY_CODE.get(code, ProblemError)(response.status_code, problem, response.headers)


def error_from(error: httpx.HTTPError, url: str) -> PramaanError:
    """Returns the error that callers see."""
    if isinstance(error, httpx.TimeoutException) and not isinstance(error, httpx.ConnectTimeout):
        return TimedOut(f"{url} did not respond in time")
    return Unreachable(f"{url} does not respond: {error}")
