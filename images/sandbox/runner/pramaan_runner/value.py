"""Encodes the last expression's value for the response: as JSON if possible, and otherwise as its repr()."""

import builtins

# Submitted code may replace any built-in function; this module keeps the original ones.
__builtins__ = dict(vars(builtins))

import json
import math
import sys

from pramaan_runner import shared

_MAX_DEPTH = 64
# Above this, a JavaScript reader would see a different number.
_MAX_INTEGER = (1 << 53) - 1
_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(',', ':')).encode
_isfinite = math.isfinite


def describe(value, limit):
    """Returns (kind, bytes, truncated). Errors in a repr() are the program's own and are raised."""
    if value is None:
        return shared.NO_RESULT, b'', False
    value = _plain_scalar(value)
    if _is_json(value, _MAX_DEPTH):
        data = _encode(value).encode('ascii')
        if len(data) <= limit:
            return shared.JSON_RESULT, data, False
    text = value if type(value) is str else repr(value)
    # No character needs more than four bytes, so text that would be truncated anyway need not be encoded.
    data = str.encode(text[:limit], 'utf-8', 'replace')
    return shared.REPR_RESULT, data[:limit], len(data) > limit or len(text) > limit


def _plain_scalar(value):
    """Converts numpy's numbers and booleans to Python's."""
    numpy = sys.modules.get('numpy')
    if numpy is None or not isinstance(value, (numpy.number, numpy.bool_)):
        return value
    plain = value.item()
    return plain if type(plain) in (bool, int, float) else value


def _is_json(value, depth):
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return True
    if kind is int:
        return -_MAX_INTEGER <= value <= _MAX_INTEGER
    if kind is float:
        return _isfinite(value)
    if depth == 0:
        return False
    if kind is list or kind is tuple:
        return all(_is_json(item, depth - 1) for item in value)
    return kind is dict and all(type(key) is str and _is_json(item, depth - 1) for key, item in value.items())
