"""Stores tables to be returned with the answer."""

import json
import math
import os

FILE = '/tmp/.pramaan/tables.json'
MAX_TABLES = 10
MAX_ROWS = 200
MAX_COLUMNS = 50
_CUT = 500

_tables = {}


def show_table(frame, name='table'):
    """Adds a frame or series to the answer, up to 200 rows and 50 columns. A second table with the same name replaces the
    first."""
    import pandas as pd

    if isinstance(frame, pd.Series):
        frame = frame.to_frame(name=frame.name if frame.name is not None else 'value')
    if not isinstance(frame, pd.DataFrame):
        frame = pd.DataFrame(frame)
    if not (isinstance(frame.index, pd.RangeIndex) and frame.index.name is None):
        frame = frame.reset_index()
    name = str(name)[:120]
    if name not in _tables and len(_tables) >= MAX_TABLES:
        raise ValueError(f'at most {MAX_TABLES} tables')
    shown = frame.iloc[:MAX_ROWS, :MAX_COLUMNS]
    _tables[name] = {
        'name': name,
        'columns': [str(column)[:_CUT] for column in shown.columns],
        'rows': [[_plain(value) for value in row] for row in shown.itertuples(index=False, name=None)],
        'rows_total': len(frame),
        'truncated': shown.shape != frame.shape,
    }
    text = json.dumps(list(_tables.values()), ensure_ascii=False, allow_nan=False)
    os.makedirs(os.path.dirname(FILE), exist_ok=True)
    with open(FILE, 'w', encoding='utf-8') as file:
        file.write(text)
    print(frame.to_string(max_rows=20, max_cols=20))


def _plain(value):
    if value is None:
        return None
    if hasattr(value, 'isoformat'):
        text = value.isoformat()
        return None if text == 'NaT' else text
    if hasattr(value, 'item'):
        value = value.item()
    if isinstance(value, (bool, str)):
        return value[:_CUT] if isinstance(value, str) else value
    if isinstance(value, int):
        return value if abs(value) < 1 << 53 else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return None if str(value) in ('<NA>', 'NaT') else str(value)[:_CUT]
