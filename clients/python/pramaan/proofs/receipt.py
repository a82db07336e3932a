"""Receipts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..errors import Forged
from .checkpoint import Checkpoint, decode, open_checkpoint, read_keys
from .tree import is_included, sha256

HEX = re.compile(r"[0-9a-f]{64}")


def verify_receipt(receipt: Any, keys: str) -> Checkpoint:
    """Requires a receipt to hold.

    `receipt` is a receipt or a response with one in it, and `keys` are the log's verifier keys, one a line, from another channel than
    the receipt. Returns the checkpoint that covers its rows. Raises Forged with the first fault.
    """
    found = receipt.get("receipt", receipt) if isinstance(receipt, Mapping) else None
    texts = ("ledger_ref", "team_id", "origin", "checkpoint")
    if not isinstance(found, Mapping) or any(not isinstance(found.get(name), str) for name in texts):
        raise Forged("this is not a receipt")
    rows = found.get("rows")
    if not isinstance(rows, list) or not rows:
        raise Forged("the receipt has no rows")
    checkpoint = open_checkpoint(found["checkpoint"], read_keys(keys))
    if checkpoint.origin != found["origin"] or not checkpoint.origin.endswith(f"/{found['team_id']}"):
        raise Forged("the checkpoint belongs to another log than the one that the receipt names")
    for row in rows:
        fault = _fault_of(row, found, checkpoint)
        if fault is not None:
            raise Forged(f"row {row.get('seq') if isinstance(row, Mapping) else '?'} does not hold: {fault}")
    return checkpoint


def _fault_of(row: Any, receipt: Mapping[str, Any], checkpoint: Checkpoint) -> str | None:
    if not isinstance(row, Mapping) or type(row.get("seq")) is not int:
        return "unreadable"
    texts = [row.get(name) for name in ("prev_hash", "row_hash", "body")]
    path = row.get("inclusion")
    if not all(isinstance(one, str) for one in texts) or not isinstance(path, list):
        return "unreadable"
    before, hash, body = map(str, texts)
    try:
        if not HEX.fullmatch(before) or sha256(bytes.fromhex(before) + body.encode()).hex() != hash:
            return "hash"
        columns = json.loads(body)["columns"]
        says = [columns.get(name) for name in ("seq", "ledger_ref", "team_id")]
        if says != [row["seq"], receipt["ledger_ref"], receipt["team_id"]]:
            return "columns"
        hashes = [decode(one) for one in path]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "unreadable"
    included = is_included(row["seq"], checkpoint.size, bytes.fromhex(hash), hashes, checkpoint.root)
    return None if included else "path"
