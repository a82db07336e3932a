"""Merkle trees (RFC 9162, section 2.1)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _leaf(row_hash: bytes) -> bytes:
    return sha256(b"\0" + row_hash)


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right)


def is_included(seq: int, size: int, row_hash: bytes, path: Sequence[bytes], root: bytes) -> bool:
    """Returns whether a row leads to a root. The path's first hash is the leaf's sibling."""
    if not 0 < seq <= size or len(row_hash) != 32 or any(len(one) != 32 for one in path):
        return False
    place, last, reached = seq - 1, size - 1, _leaf(row_hash)
    for sibling in path:
        if last == 0:
            return False
        if place % 2 == 1 or place == last:
            reached = _node(sibling, reached)
            while place != 0 and place % 2 == 0:
                place, last = place // 2, last // 2
        else:
            reached = _node(reached, sibling)
        place, last = place // 2, last // 2
    return last == 0 and reached == root


class GrowingTree:
    """A tree of which only the roots of full subtrees are kept, the largest first."""

    def __init__(self, size: int = 0, peaks: Sequence[bytes] = ()) -> None:
        self.size = size
        self._peaks = list(peaks)

    @property
    def is_whole(self) -> bool:
        """Whether there are as many subtrees as a tree of this size has."""
        return len(self._peaks) == self.size.bit_count()

    def append(self, row_hash: bytes) -> None:
        top, n = _leaf(row_hash), self.size
        while n & 1:
            top, n = _node(self._peaks.pop(), top), n >> 1
        self._peaks.append(top)
        self.size += 1

    def root(self) -> bytes:
        if not self._peaks:
            return sha256(b"")
        root = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            root = _node(peak, root)
        return root
