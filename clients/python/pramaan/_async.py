"""The client for programs with an event loop."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import IO, Any, Self, TypeVar

import httpx

from . import types
from ._call import Call, Request, request_of
from ._events import Event
from ._operations import AsyncOperations
from ._policy import check_time, error_from, is_retryable, problem_from, wait_before
from ._stream import SILENCE, StreamState
from ._work import ASYNC, CHUNK, HasEnded, document_body, has_ended, is_decided, is_done
from .errors import PramaanError, TimedOut, Unreachable

T = TypeVar("T")


class AsyncClient(AsyncOperations):
    """Calls a service. Each operation of the API is a method; the methods below start work and wait for its end."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        retries: int = 4,
        timeout: float = 180.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`timeout` is in seconds, for all attempts of a call together."""
        self._url = url.rstrip("/")
        self._retries, self._timeout = retries, timeout
        headers = {"Authorization": f"Bearer {key}"}
        self._http = httpx.AsyncClient(base_url=self._url, headers=headers, transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def start_run_and_wait(
        self, vertical: types.VerticalId, case: types.Case | None = None, *, timeout: float = 600.0
    ) -> types.RunWithReceipt:
        """Starts a simulated run and waits for its end. Without a case, the vertical's sample case runs."""
        run = await self.start_run(vertical, {} if case is None else {"case": case})
        return await self.wait_for_run(run["id"], timeout=timeout)

    async def wait_for_run(self, id: str, *, timeout: float = 600.0, every: float = 0.5) -> types.RunWithReceipt:
        """Waits until a run has ended, whether it succeeded or not."""
        return await self._wait(id, lambda left: self.get_run(id, timeout=left), has_ended, timeout, every)

    async def run_task_and_wait(
        self, body: types.AgentTaskRequest, *, timeout: float = 600.0
    ) -> types.AgentTaskWithReceipt:
        """Gives an agent a task and waits for its answer."""
        ref = (await self.run_agent_task(body, headers=ASYNC))["ledger_ref"]
        return await self._wait(ref, lambda left: self.get_agent_task(ref, timeout=left), has_ended, timeout)

    async def analyze_and_wait(
        self, body: types.AnalysisRequest, *, timeout: float = 600.0
    ) -> types.AnalysisWithReceipt:
        """Asks a question about a dataset and waits for its answer."""
        ref = (await self.analyze(body, headers=ASYNC))["ledger_ref"]
        return await self._wait(ref, lambda left: self.get_analysis(ref, timeout=left), has_ended, timeout)

    async def run_operator_and_wait(
        self, body: types.StartOperator, *, timeout: float = 600.0
    ) -> types.OperatorRunWithReceipt:
        """Lets an operator work on a desktop and waits until it is done."""
        run = (await self.start_operator_run(body))["run_id"]
        return await self._wait(run, lambda left: self.get_operator_run(run, timeout=left), is_done, timeout)

    async def decide_act_and_wait(
        self, body: types.DecideAct, *, timeout: float = 600.0
    ) -> types.DecidedActWithReceipt:
        """Asks whether an agent may act, and waits while a person decides. Asking uses up an approval."""
        first = await self.decide_act(body)
        review = first["review_id"]
        if first["decision"] != "ask" or review is None:
            return first
        again: types.DecideAct = {**body, "review_id": review}
        return await self._wait(
            review, lambda left: self.decide_act(again, timeout=left), is_decided, timeout, 2.0
        )

    async def upload_document(self, *paths: str) -> types.StoredDocument:
        """Uploads files as one document, in their order."""
        return await self.create_document(await asyncio.to_thread(document_body, paths))

    async def _wait(
        self, id: str, read: Callable[[float], Awaitable[T]], ended: HasEnded, timeout: float, every: float = 0.5
    ) -> T:
        deadline = time.monotonic() + timeout
        timed_out = TimedOut(f"{id} has not ended within {timeout} s", id)
        while True:
            try:
                state = await read(max(0.001, deadline - time.monotonic()))
                if ended(state):
                    return state
            except TimedOut as error:
                raise timed_out from error
            except PramaanError as error:
                # The wait continues while asking again may help, for example while the service is
                # unavailable.
                if not is_retryable(error, True):
                    raise
            if time.monotonic() + every >= deadline:
                raise timed_out
            await asyncio.sleep(every)

    async def _json(self, call: Call) -> Any:
        return json.loads(await self._send(call, "application/json, application/problem+json"))

    async def _bytes(self, call: Call) -> bytes:
        return await self._send(call, "*/*")

    async def _pages(self, call: Call, items: str) -> AsyncIterator[Any]:
        while True:
            page = await self._json(call)
            for item in page[items]:
                yield item
            if page.get("next_cursor") is None:
                return
            call = call.on_page(page["next_cursor"])

    async def _events(self, call: Call) -> AsyncIterator[Event]:
        state = StreamState(call, self._retries)
        while True:
            error: PramaanError | None = None
            try:
                async with self._open(state.request(), SILENCE) as response:
                    if not response.is_success:
                        raise problem_from(response, await response.aread())
                    state.connected(response)
                    async for chunk in response.aiter_bytes():
                        for event in state.feed(chunk):
                            yield event
            except httpx.HTTPError as broken:
                error = Unreachable(f"the stream of {self._url} broke: {broken}")
            except PramaanError as problem:
                error = problem
            if state.has_ended:
                return
            await asyncio.sleep(state.broken(error))

    async def _send(self, call: Call, accept: str) -> bytes:
        request = request_of(call, accept)
        timeout = self._timeout if call.timeout is None else call.timeout
        deadline = time.monotonic() + timeout
        attempt = 0
        while True:
            left = check_time(deadline, timeout)
            error: PramaanError
            chunks: list[bytes] = []
            try:
                async with self._open(request, left) as response:
                    async for chunk in response.aiter_bytes():
                        chunks.append(chunk)
                        # httpx bounds only the silence between two chunks.
                        check_time(deadline, timeout)
                if response.is_success:
                    return b"".join(chunks)
                error = problem_from(response, b"".join(chunks))
            except httpx.HTTPError as thrown:
                error = error_from(thrown, self._url)
            wait = wait_before(attempt, error)
            may_repeat = request.is_repeatable and is_retryable(error, request.is_safe)
            if attempt >= self._retries or not may_repeat or time.monotonic() + wait >= deadline:
                raise error
            await asyncio.sleep(wait)
            attempt += 1

    def _open(self, request: Request, timeout: float) -> AbstractAsyncContextManager[httpx.Response]:
        content = request.content
        return self._http.stream(
            request.method,
            request.path,
            params=request.query,
            headers=request.headers,
            content=content if content is None or isinstance(content, bytes) else _chunks(content),
            files=request.files,
            timeout=timeout,
        )


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    while chunk := await asyncio.to_thread(file.read, CHUNK):
        yield chunk
