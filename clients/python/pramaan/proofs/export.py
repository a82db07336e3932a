"""Exports of a ledger (docs/ledger/auditor.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import Forged
from .checkpoint import Checkpoint, VerifierKey, decode, open_checkpoint, read_keys
from .receipt import HEX
from .tree import GrowingTree, is_included, sha256

_SCOPES = ("chain", "segment", "range", "ref")
_MAX_LINE = 2**20
_INTEGERS = ("seq", "v", "step")
_TEXTS = ("id", "ledger_ref", "action", "idem_key", "created_at", "prev_hash", "row_hash", "body")


@dataclass(frozen=True)
class VerifiedExport:
    """What an export proves."""

    team_id: str
    #: "chain" is the whole ledger. Anything else is a part, which says nothing about the rows that it leaves out.
    scope: str
    rows: int
    #: Position of the last row.
    last: int
    #: Position of the last row that a checkpoint covers; 0 if nobody signed any of them.
    covered: int
    #: Rows that no checkpoint covers yet.
    newer: int


def verify_export(
    lines: Iterable[bytes], keys: str, checkpoints: Sequence[str] = ()
) -> VerifiedExport:
    """Checks an export as a stream, in constant memory.

    `lines` are the lines of the export, such as a file opened in binary mode. `keys` are the log's verifier keys, one a line, and
    `checkpoints` are signed checkpoints that somebody has kept. Raises Forged with the kind of the first fault and its row.
    """
    known = read_keys(keys)
    given = iter(lines)
    check = _Check(_parse(next(given, b"")), known, checkpoints)
    end: int | None = None
    for line in given:
        parsed = _parse(line)
        if end is not None:
            raise _fault("unreadable")
        if "end" not in parsed:
            check.row(parsed)
        elif parsed["end"] is True and type(parsed.get("rows")) is int:
            end = parsed["rows"]
        else:
            raise _fault("unreadable")
    return check.end(end)


def _fault(kind: str, seq: int | None = None) -> Forged:
    return Forged(f"the export does not verify: {kind}" + ("" if seq is None else f" at row {seq}"))


def _parse(line: bytes) -> dict[str, Any]:
    """Parses a line, either plain or as an OCSF event with the line inside."""
    if len(line) > _MAX_LINE:
        raise _fault("unreadable")
    try:
        value = json.loads(line.decode())
        if isinstance(value, dict):
            inner = value.get("unmapped") if "class_uid" in value else value
            if isinstance(inner, dict):
                return inner
    except (ValueError, RecursionError):
        pass
    raise _fault("unreadable")


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and HEX.fullmatch(value) is not None


def _is_place(value: Any) -> bool:
    if value is None:
        return True
    return (
        isinstance(value, dict)
        and type(value.get("seq")) is int
        and value["seq"] >= 0
        and _is_hash(value.get("row_hash"))
    )


def _path(value: Any, seq: int | None) -> list[bytes]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise _fault("unreadable", seq)
    try:
        return [decode(one) for one in value]
    except ValueError:
        raise _fault("proof", seq) from None


class _Check:
    """Checks the rows of an export one after the other."""

    def __init__(
        self, header: Mapping[str, Any], keys: Sequence[VerifierKey], notes: Sequence[str]
    ) -> None:
        base, checkpoint = header.get("base"), header.get("checkpoint")
        is_header = (
            header.get("format") == "pramaan-ledger-export"
            and header.get("v") == 1
            and isinstance(header.get("team_id"), str)
            and header.get("scope") in _SCOPES
            and _is_place(header.get("after"))
            and _is_place(header.get("head"))
            and isinstance(checkpoint, (str, type(None)))
            and isinstance(base, (dict, type(None)))
        )
        if not is_header:
            raise _fault("unreadable")
        self._team, self._scope, self._head = header["team_id"], header["scope"], header["head"]
        self._is_whole = self._scope in ("chain", "segment")
        self._own = self._open(checkpoint, keys) if isinstance(checkpoint, str) else None
        after = header["after"]
        genesis = sha256(b"pramaan/ledger/v1/genesis\n" + self._team.encode()).hex()
        starts = after is not None and (base is not None or not self._is_whole)
        self._last: tuple[int, str] = (after["seq"], after["row_hash"]) if starts else (0, genesis)
        self._tree = GrowingTree() if base is None else self._sealed(base, keys)
        self._roots = {self._tree.size: self._tree.root()}
        kept = [self._open(note, keys) for note in notes]
        for one in [*kept, *([self._own] if self._own else [])]:
            if one.size < max(self._tree.size, 1):
                continue
            if self._roots.setdefault(one.size, one.root) != one.root:
                raise _fault("checkpoint_root")
        self._rows, self._newer, self._covered = 0, 0, self._tree.size

    def _open(self, note: str, keys: Sequence[VerifierKey]) -> Checkpoint:
        checkpoint = open_checkpoint(note, keys)
        if not checkpoint.origin.endswith(f"/{self._team}"):
            raise _fault("checkpoint_team")
        return checkpoint

    def _sealed(self, base: Mapping[str, Any], keys: Sequence[VerifierKey]) -> GrowingTree:
        """Returns the tree of the sealed rows that precede these."""
        sealed = self._open(str(base.get("checkpoint")), keys)
        tree = GrowingTree(sealed.size, _path(base.get("peaks"), None))
        seq, hash = self._last
        path = _path(base.get("inclusion"), None)
        is_sound = seq == sealed.size and tree.is_whole and tree.root() == sealed.root
        if not is_sound or not is_included(seq, seq, bytes.fromhex(hash), path, sealed.root):
            raise _fault("base", sealed.size)
        return tree

    def row(self, row: Mapping[str, Any]) -> None:
        """Raises Forged unless the row follows from the one before it and leads to the checkpoints."""
        self._check_row(row)
        seq = row["seq"]
        self._last = (seq, row["row_hash"])
        self._rows += 1
        self._newer += 1
        if self._is_whole:
            self._tree.append(bytes.fromhex(row["row_hash"]))
            if seq in self._roots:
                if self._roots[seq] != self._tree.root():
                    raise _fault("checkpoint_root", self._covered + 1)
                self._covered, self._newer = seq, 0
        else:
            self._check_path(row)

    def _check_row(self, row: Mapping[str, Any]) -> None:
        seq = row.get("seq") if type(row.get("seq")) is int else None
        typed = all(type(row.get(name)) is int for name in _INTEGERS) and all(
            isinstance(row.get(name), str) for name in _TEXTS
        )
        if seq is None or not typed or not _is_hash(row["prev_hash"]) or not _is_hash(row["row_hash"]):
            raise _fault("unreadable", seq)
        last, hash = self._last
        linked = self._scope != "ref"
        if seq <= last:
            raise _fault("order", seq)
        if linked and seq != last + 1:
            raise _fault("gap", seq)
        if linked and row["prev_hash"] != hash:
            raise _fault("prev_hash", seq)
        try:
            made = sha256(bytes.fromhex(row["prev_hash"]) + row["body"].encode())
        except UnicodeEncodeError:
            raise _fault("row_hash", seq) from None
        if made.hex() != row["row_hash"]:
            raise _fault("row_hash", seq)
        names = ("action", "created_at", "id", "idem_key", "ledger_ref")
        start = "".join(f'"{name}":"{row[name]}",' for name in names)
        start = f'{{"columns":{{{start}"seq":{seq},"step":{row["step"]},"team_id":"{self._team}","v":1}},"content":'
        if row["v"] != 1 or not row["body"].startswith(start):
            raise _fault("column_mismatch", seq)

    def _check_path(self, row: Mapping[str, Any]) -> None:
        seq, is_ref = row["seq"], self._scope == "ref"
        if row.get("inclusion") is None:
            if is_ref and seq <= (self._own.size if self._own else 0):
                raise _fault("proof", seq)
            return
        path, own = _path(row["inclusion"], seq), self._own
        if own is None or not is_included(seq, own.size, bytes.fromhex(row["row_hash"]), path, own.root):
            raise _fault("proof", seq)
        self._covered, self._newer = seq, self._newer - 1 if is_ref else 0

    def end(self, rows: int | None) -> VerifiedExport:
        """Raises Forged unless every row that should be there was there."""
        last, hash = self._last
        size = self._own.size if self._own else 0
        if rows != self._rows:
            raise _fault("cut_off", last + 1)
        anchor = min(last, size)
        if self._scope == "range" and anchor > last - self._rows and self._covered < anchor:
            raise _fault("proof", anchor)
        if self._scope == "chain":
            if self._head is None:
                raise _fault("no_head", max(last, 1))
            if (self._head["seq"], self._head["row_hash"]) != (last, hash):
                raise _fault("head_mismatch", min(self._head["seq"], last) + (self._head["seq"] != last))
        stated = self._roots if self._scope == "chain" else {}
        if self._is_whole and max([*stated, size]) > last:
            raise _fault("truncated", last + 1)
        return VerifiedExport(self._team, self._scope, self._rows, last, self._covered, self._newer)
