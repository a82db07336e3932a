"""Reports how the Python client handles a service that responds late, or a proxy that responds in its place.
Prints one JSON object; needs no service."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
from pramaan import AsyncClient, Client, Forged, TimedOut, verify_export, verify_webhook

#: A status and a JSON body; without one, a page of a proxy.
Given = tuple[int, "dict[str, str] | None"]

URL = "http://service.example"
RUNNING, ENDED = {"id": "run_1", "status": "running"}, {"id": "run_1", "status": "succeeded"}
TOOK_TOO_LONG = {"type": "urn:pramaan:problem:request-timeout"}


def served(*responses: Given) -> httpx.MockTransport:
    """Returns these responses one after the other, and then the last one forever."""
    left = list(responses)

    def respond(_: httpx.Request) -> httpx.Response:
        status, body = left.pop(0) if len(left) > 1 else left[0]
        return httpx.Response(status, json=body) if body else httpx.Response(status, text="Try again")

    return httpx.MockTransport(respond)


def failure(work: Callable[[], object]) -> Exception:
    try:
        return AssertionError(f"this should have failed, but returned {work()}")
    except (TimedOut, Forged) as error:
        return error


def trickle() -> Iterator[bytes]:
    while True:
        time.sleep(0.01)
        yield b" "


async def trickle_later() -> AsyncIterator[bytes]:
    while True:
        await asyncio.sleep(0.01)
        yield b" "


async def read_later() -> object:
    endless = httpx.MockTransport(lambda _: httpx.Response(200, content=trickle_later()))
    async with AsyncClient(URL, "k", transport=endless) as client:
        return await client.get_me(timeout=0.1)


async def wait_later(*responses: Given, timeout: float) -> Any:
    async with AsyncClient(URL, "k", retries=0, transport=served(*responses)) as client:
        return await client.wait_for_run("run_1", timeout=timeout, every=0.001)


def wait(*responses: Given, timeout: float) -> Any:
    with Client(URL, "k", retries=0, transport=served(*responses)) as client:
        return client.wait_for_run("run_1", timeout=timeout, every=0.001)


def webhook(body: bytes, secret: bytes) -> object:
    sent_at = str(int(time.time()))
    signature = hmac.new(secret, b"evt_1." + sent_at.encode() + b"." + body, hashlib.sha256).digest()
    headers = {
        "webhook-id": "evt_1",
        "webhook-timestamp": sent_at,
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
    return verify_webhook(body, headers, [f"whsec_{base64.b64encode(secret).decode()}"])


away: list[Given] = [(502, None), (503, None), (504, None), (408, TOOK_TOO_LONG)]
back, still = (200, ENDED), (200, RUNNING)
over = [
    failure(lambda: wait(still, timeout=0.02)),
    failure(lambda: asyncio.run(wait_later(still, timeout=0.02))),
]
endless = Client(URL, "k", transport=httpx.MockTransport(lambda _: httpx.Response(200, content=trickle())))
event = b'{"type":"run.escalated","timestamp":"2026-11-29T10:15:30.123Z","data":{}}'
example = Path("docs/ledger/example")
text, keys = (example / "export.jsonl").read_text(), (example / "keys.txt").read_text()
part = verify_export(text.replace('"chain"', '"segment"', 1).encode().splitlines(keepends=True), keys)
json.dump(
    {
        "waited": [
            wait(*away, back, timeout=60)["status"],
            asyncio.run(wait_later(*away, back, timeout=60))["status"],
        ],
        "over": [getattr(error, "id", None) for error in over],
        "trickled": [
            type(failure(lambda: endless.get_me(timeout=0.1))).__name__,
            type(failure(lambda: asyncio.run(read_later()))).__name__,
        ],
        "part": [part.scope, part.covered],
        "forged": [
            type(failure(work)).__name__
            for work in (
                lambda: webhook(event, b""),
                lambda: webhook(b"\xff", b"secret"),
                lambda: webhook(b"[]", b"secret"),
            )
        ],
    },
    sys.stdout,
)
