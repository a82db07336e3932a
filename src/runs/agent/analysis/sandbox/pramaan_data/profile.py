"""Describes a dataset: its shape, columns, types and a few samples. Of personal identifiers, mentions only that they are
present."""

import math

import numpy as np
import pandas as pd

MAX_COLUMNS = 120
_SAMPLES = 3
_CUT = 60
FEW = 12
_MANY = 100_000
# Blocks of this many numbers stay in the processor's cache.
_BLOCK = 1 << 15


def describe(name, frame, facts, table):
    """Returns a table's profile for JSON."""
    columns = [_column(frame, own, facts.get(own, {}), n) for n, own in enumerate(frame.columns[:MAX_COLUMNS])]
    profile = {
        'name': name,
        'rows': len(frame),
        'columns_count': len(frame.columns),
        'columns': columns,
        'rejected': table.rejected_count,
        'blocks': {
            'above': [_cut(' '.join(cell for cell in cells if cell)) for _, cells in table.preamble[:10]],
            'below': [_cut(' '.join(cell for cell in cells if cell)) for _, cells in table.footer[:10]],
        },
    }
    if table.totals:
        profile['totals'] = [_total(line, cells, frame, facts, table.sound.get(line, ())) for line, cells in table.totals[:10]]
    return profile


def _column(frame, name, facts, position):
    series = frame.iloc[:, position]
    missing = 0 if series.dtype == 'int64' else int(series.isna().sum())
    counts = facts.pop('counts', None)
    known = len(series) - missing
    fact = {'name': name[:200], 'dtype': str(series.dtype), **facts, 'missing': missing}
    try:
        if 'distinct' not in fact:
            fact['distinct'] = _distinct(series)
    except TypeError:
        pass
    if 'pii' in facts:
        return {**fact, 'samples': 'withheld'}
    # Without missing values, pandas would still look for them, once for each figure.
    values = series.to_numpy() if series.dtype in ('int64', 'float64') and not missing else series
    if facts.get('type') in ('number', 'date', 'time') and known:
        fact['min'], fact['max'] = _json(values.min()), _json(values.max())
    if facts.get('type') == 'number' and known:
        fact['sum'] = _json(values.sum())
    if facts.get('type') == 'text' and fact.get('distinct', FEW + 1) <= FEW:
        counts = series.value_counts() if counts is None else counts
        fact['values'] = {_cut(str(value)): int(count) for value, count in counts.items()}
    else:
        fact['samples'] = [_json(value) for value in _first(series, 2_000).drop_duplicates().head(_SAMPLES)]
    return fact


def _first(series, count):
    """Returns the first values that are not missing."""
    near = series.iloc[:4 * count].dropna()
    return near.iloc[:count] if len(near) >= count else series.iloc[np.flatnonzero(series.notna())[:count]]


def _distinct(series):
    """Returns the number of distinct values."""
    if series.dtype in ('int64', 'float64') and len(series) >= _MANY:
        found = _ticked(series.to_numpy())
        if found is not None:
            return found
    return int(series.nunique())


def _ticked(values):
    """Counts numbers that lie close together with a table of flags, which is many times faster than hashing
    them. Returns None if they do not, or are neither whole numbers nor amounts with two decimals."""
    scale = 1 if values.dtype.kind == 'i' else 100
    least, most = np.fmin.reduce(values), np.fmax.reduce(values)
    if not (np.isfinite(least) and np.isfinite(most) and max(abs(int(least)), abs(int(most))) * scale < 1 << 53):
        return None
    first, last = round(float(least) * scale), round(float(most) * scale)
    if last - first >= 4 * len(values):
        return None
    seen = np.zeros(last - first + 1, bool)
    for start in range(0, len(values), _BLOCK):
        block = values[start:start + _BLOCK]
        if scale > 1:
            cents = block[~np.isnan(block)] * scale
            block = np.rint(cents)
            if np.abs(cents - block).max(initial=0) > 1e-4:
                return None
            block = block.astype(np.int64)
        seen[block - first] = True
    return int(seen.sum())


def _total(line, cells, frame, facts, sound):
    """Compares a total row with the rows that it sums up. `sound` contains the column indexes of figures that equal the sum
    of some of them."""
    from .figures import to_number

    total = {'line': line, 'agrees': [], 'differs': []}
    for place, (name, cell) in enumerate(zip(frame.columns, cells)):
        if facts.get(name, {}).get('type') != 'number' or not cell.strip():
            continue
        stated = to_number(cell)
        own = float(frame[name].sum())
        if stated is not None:
            close = place in sound or math.isclose(stated, own, rel_tol=1e-9, abs_tol=0.005)
            total['agrees' if close else 'differs'].append(name if close else f'{name}: stated {stated}, rows {round(own, 6)}')
    return total


def _json(value):
    if value is None or value is pd.NaT:
        return None
    if isinstance(value, pd.Timestamp):
        return value.isoformat()
    if hasattr(value, 'item'):
        value = value.item()
    if isinstance(value, bool) or isinstance(value, int) and abs(value) < 1 << 53:
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return _cut(str(value))


def _cut(text):
    text = text.strip()
    return text if len(text) <= _CUT else text[:_CUT - 1] + '…'
