"""Webhooks (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import Forged
from .proofs.ed25519 import is_signed_by


@dataclass(frozen=True)
class WebhookEvent:
    """What a webhook delivered. `id` is the same each time it is delivered."""

    id: str
    type: str
    timestamp: str
    data: Mapping[str, Any]


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    keys: Sequence[str],
    *,
    tolerance: float = 300.0,
    now: float | None = None,
) -> WebhookEvent:
    """Checks the signature and the time of a webhook.

    `body` is what came, byte for byte: parsing it first would break the signature. `keys` are secrets (`whsec_…`) or public keys
    (`whpk_…`) of the webhook; one that fits is enough. Raises Forged unless one of them signed it just now.
    """
    found = {name.lower(): value for name, value in headers.items()}
    try:
        id, sent_at, signatures = (found[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise Forged(f"the webhook has no header {missing}") from None
    now = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", sent_at) or abs(now - int(sent_at)) > tolerance:
        raise Forged("the webhook was sent at another time")
    signed = f"{id}.{sent_at}.".encode() + body
    if not any(_fits(signature, key, signed) for signature in signatures.split(" ") for key in keys):
        raise Forged("none of the keys signed this webhook")
    try:
        event = json.loads(body)
        return WebhookEvent(id, event["type"], event["timestamp"], event["data"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Forged("the webhook is not an event in JSON") from None


def _fits(signature: str, key: str, signed: bytes) -> bool:
    version, _, text = signature.partition(",")
    kind, _, encoded = key.partition("_")
    try:
        given, material = (base64.b64decode(one, validate=True) for one in (text, encoded))
    except ValueError:
        return False
    # A secret that was not configured is empty, and anybody can sign with it.
    if not material:
        return False
    if version == "v1a" and kind == "whpk":
        return is_signed_by(material, signed, given)
    if version != "v1" or kind != "whsec":
        return False
    return hmac.compare_digest(hmac.new(material, signed, hashlib.sha256).digest(), given)
