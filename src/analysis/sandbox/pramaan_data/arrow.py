"""Tables that have types: Parquet and Arrow files."""

import pyarrow as pa
import pyarrow.compute as pc

from . import identifiers
from .header import unique_names


def frame_of(table, notes):
    """(frame, facts by column)."""
    names = unique_names(table.column_names, notes)
    columns, facts = [], {}
    for name, column in zip(names, table.columns):
        column, facts[name] = _column(name, column, notes)
        columns.append(column)
    return pa.table(columns, names=names).to_pandas(), facts


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
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return column, {'type': 'number', **_identifier(name, column)}
    if pa.types.is_temporal(kind):
        return column, {'type': 'date' if pa.types.is_date(kind) else 'time'}
    return column, {'type': 'text', **_identifier(name, column)}


def _identifier(name, column):
    sample = [str(value) for value in column.slice(0, 2_000).to_pylist() if value is not None]
    kind = identifiers.kind_of(name, list(dict.fromkeys(sample)))
    return {} if kind is None else {'pii': kind}
