"""Verification of Ed25519 signatures (RFC 8032, section 5.1), on extended points."""

from __future__ import annotations

import hashlib
from typing import TypeAlias

Point: TypeAlias = tuple[int, int, int, int]

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
NEUTRAL: Point = (0, 1, 1, 0)


def is_signed_by(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Returns whether a key signed a message."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    a, r, s = _point(public_key), _point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % L
    left, right = _times(s, BASE), _add(r, _times(k, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (
        left[1] * right[2] - right[1] * left[2]
    ) % P == 0


def _add(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(n: int, point: Point) -> Point:
    result = NEUTRAL
    for bit in bin(n)[2:]:
        result = _add(result, result)
        if bit == "1":
            result = _add(result, point)
    return result


def _point(data: bytes) -> Point | None:
    """Decompresses a point. Returns None if it is not on the curve."""
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT_OF_MINUS_ONE % P
    if y >= P or (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def _base() -> Point:
    base = _point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    assert base is not None
    return base


BASE = _base()
