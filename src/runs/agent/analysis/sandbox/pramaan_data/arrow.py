"""Reads files whose columns have types: Parquet and Arrow."""

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from . import identifiers
from .columns import tell_zeros_lost
from .header import unique_names

# Types for columns with missing values. Without them, whole numbers would become floats and lose digits, and missing flags
# would be neither true nor false.
_WITH_GAPS = {
    pa.int8(): pd.Int8Dtype(), pa.int16(): pd.Int16Dtype(), pa.int32(): pd.Int32Dtype(), pa.int64(): pd.Int64Dtype(),
    pa.uint8(): pd.UInt8Dtype(), pa.uint16(): pd.UInt16Dtype(), pa.uint32(): pd.UInt32Dtype(), pa.uint64(): pd.UInt64Dtype(),
    pa.bool_(): pd.BooleanDtype(),
}


def frame_of(table, notes):
    """Returns (frame, facts by column)."""
    names = unique_names(table.column_names, notes)
    columns, facts = [], {}
    for name, column in zip(names, table.columns):
        column, facts[name] = _column(name, column, notes)
        columns.append(column)
    series = [column.to_pandas(types_mapper=_WITH_GAPS.get if column.null_count else None) for column in columns]
    return pd.DataFrame(dict(zip(names, series)), copy=False), facts


def _column(name, column, notes):
    kind = column.type
    if pa.types.is_dictionary(kind):
        column = column.cast(kind.value_type)
        kind = column.type
    if pa.types.is_nested(kind):
        import json

        notes.add('nested', 'Lists and structures are kept as JSON text.', name)
        texts = [None if value is None else json.dumps(value, default=str, ensure_ascii=False) for value in column.to_pylist()]
        return pa.chunked_array([pa.array(texts, pa.string())]), {'type': 'text'}
    if pa.types.is_decimal(kind):
        if kind.precision > 15:
            notes.add('decimals', 'Decimals are floats here: beyond 15 digits they are rounded.', name)
        return pc.cast(column, pa.float64()), {'type': 'number'}
    if pa.types.is_boolean(kind):
        return column, {'type': 'boolean'}
    if pa.types.is_integer(kind):
        tell_zeros_lost(name, [str(value) for value in column.slice(0, 2_000).to_pylist() if value is not None], notes)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return column, {'type': 'number', **_identifier(name, column)}
    if pa.types.is_date(kind):
        return pc.cast(column, pa.timestamp('ms')), {'type': 'date'}
    if pa.types.is_temporal(kind):
        return column, {'type': 'time'}
    return column, {'type': 'text', **_identifier(name, column)}


def _identifier(name, column):
    sample = [_shown(value) for value in column.slice(0, 2_000).to_pylist() if value is not None]
    kind = identifiers.kind_of(name, list(dict.fromkeys(sample)))
    return {} if kind is None else {'pii': kind}


def _shown(value):
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
