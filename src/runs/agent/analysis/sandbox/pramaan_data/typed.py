"""Converts columns from formats with types (JSON, spreadsheets). Columns with consistent types are kept, and others become
text."""

import datetime
import json
import math

import numpy as np
import pandas as pd
import pyarrow as pa

from . import identifiers, moments
from .columns import Ready, tell_serials, tell_zeros_lost
from .header import unique_names
from .layout import Table
from .rows import LineNumbers

_EXACT = 1 << 53
# Spreadsheets only keep 15 digits of a number, so whole numbers from this size may have lost digits.
_SHORTENED = 1e15


def table_of(names, columns, lines, notes):
    """Builds a Table from lists of Python values."""
    names = unique_names(names, notes)
    contents = [column(name, values, notes) for name, values in zip(names, columns)]
    return Table(names, contents, LineNumbers(lines))


def column(name, values, notes):
    """Returns a Ready column, or text that is then treated like text from a file without types."""
    kinds = {type(value) for value in values} - {type(None)}
    if kinds and kinds <= {int, float}:
        return _numbers(name, values, kinds, notes)
    if kinds == {bool}:
        return Ready(pd.array(values, dtype='boolean'), {'type': 'boolean'})
    if kinds and kinds <= {datetime.datetime, datetime.date}:
        return _moments(values)
    if len(kinds) > 1:
        _tell_swapped(name, values, notes)
        names_of = {str: 'text', int: 'numbers', float: 'numbers', bool: 'true and false'}
        mixed = sorted({names_of.get(kind, kind.__name__) for kind in kinds})
        if mixed != ['numbers', 'text'] or any(isinstance(value, str) and value.strip() for value in values):
            notes.add('mixed-types', f'Holds {" and ".join(mixed)}.', name)
    return pa.chunked_array([pa.array([_text(value) for value in values], pa.string())])


def _numbers(name, values, kinds, notes):
    if float in kinds and any(isinstance(value, float) and math.isinf(value) for value in values):
        notes.add('not-numbers', 'A number is beyond the range of a float; read as missing, not as infinite.', name, ambiguous=True)
        values = [None if isinstance(value, float) and math.isinf(value) else value for value in values]
    whole = [value for value in values if value is not None]
    if float in kinds and _are_codes(name, whole):
        # Identifiers and codes become floats where some are missing. As such, they would no longer be recognised.
        values = [None if value is None or value != value else int(value) for value in values]
        return _numbers(name, values, {int}, notes)
    if kinds == {int} and any(abs(value) > _EXACT for value in whole):
        notes.add('kept-as-text', 'Numbers of more than 15 digits are kept as written.', name)
        return pa.chunked_array([pa.array([_text(value) for value in values], pa.string())])
    texts = [str(value) for value in whole[:2_000] if isinstance(value, int)]
    if whole and all(20_000 <= value < 60_000 for value in whole if value == value):
        tell_serials(name, notes)
    if kinds == {int} and (identifiers.is_code_name(name) or identifiers.kind_of(name, texts)):
        tell_zeros_lost(name, texts, notes)
        return pa.chunked_array([pa.array([_text(value) for value in values], pa.string())])
    if float in kinds and any(abs(value) >= _SHORTENED and value == value and abs(value) != math.inf and value % 1 == 0 for value in whole):
        notes.add(
            'digits-lost', 'Numbers of more than 15 digits: a spreadsheet or a program stored them, so the last digits are not reliable.',
            name, ambiguous=True,
        )
        if identifiers.is_code_name(name):
            texts = [None if value is None else str(int(value)) if value % 1 == 0 else str(value) for value in values]
            return pa.chunked_array([pa.array(texts, pa.string())])
    if kinds == {int} and len(whole) == len(values):
        return Ready(np.array(values, dtype='int64'), {'type': 'number'})
    if kinds == {int}:
        return Ready(pd.array(values, dtype='Int64'), {'type': 'number'})
    return Ready(np.array([np.nan if value is None else float(value) for value in values]), {'type': 'number'})


def _tell_swapped(name, values, notes):
    """Notes that a spreadsheet may have swapped day and month. With the wrong setting, it turns 03/04 into the third of the other
    month, and leaves 13/04 as text, because there is no such month."""
    dates = [value for value in values if isinstance(value, (datetime.datetime, datetime.date))]
    texts = [moments.read(value) for value in values if isinstance(value, str) and value.strip()]
    if not dates or not texts or any(moment is None or moment.order != 'numeric' for moment in texts):
        return
    if all(moment.first > 12 or moment.second > 12 for moment in texts) and all(value.day <= 12 for value in dates):
        notes.add(
            'maybe-swapped', 'All dates that are text have a day after the 12th, and all stored as dates have none: a spreadsheet may '
            'have swapped the day and the month of the latter.', name, ambiguous=True,
        )


def _are_codes(name, values):
    """Returns whether floats are all whole numbers that must be kept digit by digit, such as phone numbers."""
    known = [value for value in values if value == value]
    if not known or not all(float(value).is_integer() and abs(value) < _SHORTENED for value in known):
        return False
    return identifiers.is_code_name(name) or identifiers.kind_of(name, [str(int(value)) for value in known[:2_000]]) is not None


def _moments(values):
    clocks = any(isinstance(value, datetime.datetime) and value.time() != datetime.time() for value in values)
    series = pd.to_datetime(pd.Series(values, dtype=object), errors='coerce')
    return Ready(series, {'type': 'time' if clocks else 'date'})


def _text(value):
    """Returns a value as its file would show it; None if it is empty."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return 'TRUE' if value else 'FALSE'
    if isinstance(value, float):
        return None if math.isnan(value) else str(int(value)) if value.is_integer() and abs(value) < _EXACT else repr(value)
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat(sep=' ') if isinstance(value, datetime.datetime) else value.isoformat()
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)
