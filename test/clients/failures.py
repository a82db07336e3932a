"""Reports how the Python client handles failures. Prints one JSON object."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pramaan import AsyncClient, Client, PramaanError, problems, verify_export, verify_receipt, verify_webhook

# The first address cuts its connections again and again, the second never does.
url, whole_url, key, other_key, run = sys.argv[1:]
example = Path("docs/ledger/example")
keys = (example / "keys.txt").read_text()


def failure(work: Callable[[], object]) -> PramaanError:
    try:
        work()
    except PramaanError as error:
        return error
    raise AssertionError("this should have failed")


async def follow() -> list[str]:
    async with AsyncClient(url, key) as client:
        return [event.id async for event in client.follow_run(run)]


def webhook(body: bytes, secret: bytes) -> str:
    sent_at = str(int(time.time()))
    signature = hmac.new(b"right", b"evt_1." + sent_at.encode() + b"." + body, hashlib.sha256).digest()
    headers = {
        "Webhook-Id": "evt_1",
        "Webhook-Timestamp": sent_at,
        "Webhook-Signature": f"v1,{base64.b64encode(signature).decode()}",
    }
    return verify_webhook(body, headers, [f"whsec_{base64.b64encode(secret).decode()}"]).type


def silent() -> str:
    """Returns the address of a server that accepts connections and never responds."""
    server = socket.create_server(("127.0.0.1", 0))
    silents.append(server)
    return f"http://127.0.0.1:{server.getsockname()[1]}"


silents: list[socket.socket] = []
found: dict[str, Any] = {}
with Client(url, key) as client:
    found["sync"] = [event.id for event in client.follow_run(run)]
    found["async"] = asyncio.run(follow())
    found["not_found"] = [type(missing := failure(lambda: client.get_run("run_0"))).__name__, getattr(missing, "status")]
    invalid = failure(lambda: client.list_runs(limit=0))
    assert isinstance(invalid, problems.InvalidRequest)
    found["invalid"] = ["InvalidRequest", invalid.problem["errors"][0]["pointer"]]
with Client(whole_url, other_key, retries=0) as impatient:
    limited = failure(lambda: [impatient.get_me() for _ in iter(int, 1)])
    assert isinstance(limited, problems.RateLimited)
    found["limited"] = [limited.status, (limited.retry_after or 0) > 0]
with Client(whole_url, other_key) as patient:
    found["waited"] = "team" in patient.get_me()
found["unauthenticated"] = type(failure(lambda: Client(url, "pmn_live_x").get_me())).__name__
found["timed_out"] = type(failure(lambda: Client(silent(), key).get_me(timeout=0.2))).__name__
with socket.create_server(("127.0.0.1", 0)) as closed:
    dead = f"http://127.0.0.1:{closed.getsockname()[1]}"
found["unreachable"] = type(failure(lambda: Client(dead, key, retries=1).get_me())).__name__

receipt = json.loads((example / "receipt.json").read_text())
export = (example / "export.jsonl").read_bytes().splitlines(keepends=True)
body = b'{"type":"run.escalated","timestamp":"2026-11-29T10:15:30.123Z","data":{}}'
found["receipt"] = verify_receipt(receipt, keys).size
found["export"] = verify_export(export, keys, [(example / "checkpoint.txt").read_text()]).covered
found["webhook"] = webhook(body, b"right")
changed = json.loads(json.dumps(receipt).replace("Found 1", "Found 2"))
checkpoint = json.loads(json.dumps(receipt).replace("\\n5\\n", "\\n6\\n"))
found["forged"] = [
    type(failure(work)).__name__
    for work in (
        lambda: verify_receipt(changed, keys),
        lambda: verify_receipt(checkpoint, keys),
        lambda: verify_export([*export[:2], *export[3:]], keys),
        lambda: webhook(body, b"wrong"),
    )
]
print(json.dumps(found))
