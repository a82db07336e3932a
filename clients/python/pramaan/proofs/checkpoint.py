"""Signed checkpoints (C2SP signed-note, tlog-checkpoint, tlog-cosignature)."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import Forged
from .ed25519 import is_signed_by
from .tree import sha256

LOG, WITNESS = 1, 4

_KEY = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})")
_NAME = r"[^\s+\0-\x1f\x7f-\x9f\ufeff]+"
_LINE = r"[^\0-\x1f]+\n"
_NOTE = re.compile(
    rf"({_LINE})(0|[1-9][0-9]{{0,15}})\n(\S{{44}})\n(?:{_LINE})*\n((?:— {_NAME} [A-Za-z0-9+/=]+\n){{1,100}})"
)


@dataclass(frozen=True)
class VerifierKey:
    """An Ed25519 key that signs notes: a log's, or a witness's."""

    name: str
    id: bytes
    kind: int
    public_key: bytes

    def signed(self, text: bytes, signature: bytes) -> bool:
        """Returns whether this key signed a text; a witness also signs the time at which it saw the text."""
        if self.kind == LOG:
            return is_signed_by(self.public_key, text, signature)
        time = int.from_bytes(signature[:8], "big")
        return is_signed_by(self.public_key, b"cosignature/v1\ntime %d\n" % time + text, signature[8:])


@dataclass(frozen=True)
class Checkpoint:
    """A statement about the first rows of a log."""

    origin: str
    size: int
    root: bytes


def decode(text: str) -> bytes:
    """Decodes base64 in its only canonical form. Raises ValueError."""
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data).decode() != text:
        raise ValueError("not canonical base64")
    return data


def read_keys(text: str) -> list[VerifierKey]:
    """Reads verifier keys, one a line; skips empty lines and lines that start with `#`. Raises Forged."""
    lines = [line.strip() for line in text.split("\n")]
    keys = [_read_key(line) for line in lines if line and not line.startswith("#")]
    if not any(key.kind == LOG for key in keys):
        raise Forged("these are not the verifier keys of a log")
    return keys


def _read_key(line: str) -> VerifierKey:
    match = _KEY.fullmatch(line)
    if match is None:
        raise Forged("a line is not a verifier key")
    name, key_id, encoded = match.groups()
    data = base64.b64decode(encoded)
    id = sha256(name.encode() + b"\n" + data)[:4]
    if data[0] not in (LOG, WITNESS) or len(data) != 33 or id.hex() != key_id:
        raise Forged("a line is not a verifier key")
    return VerifierKey(name, id, data[0], data[1:])


def open_checkpoint(note: str, keys: Sequence[VerifierKey]) -> Checkpoint:
    """Reads the checkpoint in a note.

    Raises Forged unless a key of its log signed it, and no signature by a known key is wrong.
    """
    match = _NOTE.fullmatch(note) if len(note) <= 1_000_000 else None
    if match is None:
        raise Forged("not a signed checkpoint")
    origin, size, encoded, lines = match.groups()
    origin = origin[:-1]
    try:
        text = note[: -len(lines) - 1].encode()
        root = decode(encoded)
        marks = [(name, decode(mark)) for name, mark in re.findall(r"— (\S+) (\S+)\n", lines)]
    except ValueError:
        raise Forged("not a signed checkpoint") from None
    if int(size) >= 2**53 or len(root) != 32 or any(len(mark) < 5 for _, mark in marks):
        raise Forged("not a signed checkpoint")
    known = [
        (key, key.signed(text, mark[4:]))
        for name, mark in marks
        for key in keys
        if key.name == name and key.id == mark[:4]
    ]
    own = any(good and key.kind == LOG and key.name == origin for key, good in known)
    if not own or not all(good for _, good in known):
        raise Forged("no key of the log has signed the checkpoint, or a signature is wrong")
    return Checkpoint(origin, int(size), root)
