"""Reads JSON and JSON Lines. Each object becomes a row, and members of nested objects become columns with dots in their
names."""

import json
from dataclasses import dataclass, field

from .notes import Unreadable, listed, plural
from .typed import table_of

_MAX_DEPTH = 4
_MAX_COLUMNS = 2_000


@dataclass
class _Odd:
    """Deviations from JSON that the parser accepts."""

    # Names of members that occur twice in an object.
    doubled: set = field(default_factory=set)
    # NaN, Infinity, -Infinity.
    constants: set = field(default_factory=set)


def looks_like_json(text):
    """Returns 'json', 'lines' or None, judging by the text's beginning."""
    start = text.lstrip('\ufeff \t\r\n')
    if start[:1] not in ('{', '['):
        return None
    first = start.split('\n', 1)[0].strip()
    try:
        json.loads(first)
    except ValueError:
        return 'json'
    return 'lines' if start[:1] == '{' and len(start.strip()) > len(first) else 'json'


def read_json(text, notes):
    """Reads a Table. Raises Unreadable."""
    odd = _Odd()
    try:
        value = _parse(text, odd)
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError):
            raise Unreadable('json', f'not JSON: line {error.lineno}, column {error.colno}: {error.msg}') from None
        raise Unreadable('json', 'not JSON') from None
    except RecursionError:
        raise Unreadable('json', 'the JSON is nested too deeply') from None
    rows, where = _rows_in(value)
    if where:
        notes.add('json-place', f'The rows come from the list "{where}"; the members beside it were left out.', ambiguous='.' in where)
    return _table(rows, list(range(1, len(rows) + 1)), odd, notes)


def read_lines(lines, notes):
    """Reads a Table from lines with one object each. Other lines are rejected and listed."""
    rows, numbers, rejected, odd = [], [], [], _Odd()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = _parse(line.replace('\0', ''), odd)
        except (ValueError, RecursionError):
            rejected.append({'line': number, 'cells': 0, 'values': [line.strip()[:200]]})
            continue
        rows.append(value)
        numbers.append(number)
    if not rows or len(rejected) > len(rows):
        raise Unreadable('json', f'not JSON Lines: line {rejected[0]["line"] if rejected else 1} is not JSON')
    table = _table(rows, numbers, odd, notes)
    table.rejected, table.rejected_count = rejected[:1_000], len(rejected)
    if rejected:
        bad = [item['line'] for item in rejected]
        notes.add(
            'rejected', f'{plural(len(bad), "line")} rejected (not JSON): {listed(bad)}. They are in `rejected` and not in any sum.',
            lines=bad, ambiguous=True,
        )
    return table


def _parse(text, odd):
    def pairs(members):
        value = dict(members)
        if len(value) < len(members):
            seen = set()
            odd.doubled.update(name for name, _ in members if name in seen or seen.add(name))
        return value

    return json.loads(text, object_pairs_hook=pairs, parse_constant=odd.constants.add)


def _rows_in(value):
    """Returns (list of rows, name of the member that contained it)."""
    if isinstance(value, list):
        return value, None
    if not isinstance(value, dict):
        raise Unreadable('json', 'the JSON is a single value, not rows')
    names, rows = value.get('columns'), value.get('data')
    if isinstance(names, list) and isinstance(rows, list) and rows and all(isinstance(row, list) and len(row) == len(names) for row in rows):
        # This is the form that pandas writes with orient="split".
        return [dict(zip(map(str, names), row)) for row in rows], None
    lists = {name: inner for name, inner in value.items() if isinstance(inner, list)}
    if value and len(lists) == len(value) and len({len(inner) for inner in lists.values()}) == 1:
        if not any(isinstance(item, dict) for inner in lists.values() for item in inner):
            return [dict(zip(lists, row)) for row in zip(*lists.values())], None
    of_rows = {name: inner for name, inner in lists.items() if inner and all(isinstance(item, dict) for item in inner)}
    if len(of_rows) == 1:
        name = next(iter(of_rows))
        return of_rows[name], name
    if len(of_rows) > 1:
        raise Unreadable('json', 'there are several lists of rows; send one of them')
    deeper = _only_list_of_rows(value)
    if deeper is not None:
        return deeper
    inner = [item for item in value.values() if isinstance(item, dict)]
    if len(inner) == len(value) > 1:
        return [{'key': name, **item} for name, item in value.items()], None
    return [value], None


def _only_list_of_rows(value, prefix='', depth=1):
    """Returns (rows, path) of the only list of objects inside nested objects; None if there is none or more than one."""
    found = []
    for name, inner in value.items():
        if isinstance(inner, dict) and depth < _MAX_DEPTH:
            deeper = _only_list_of_rows(inner, f'{prefix}{name}.', depth + 1)
            found += [] if deeper is None else [deeper]
        elif isinstance(inner, list) and inner and all(isinstance(item, dict) for item in inner):
            found.append((inner, f'{prefix}{name}'))
    return found[0] if len(found) == 1 else None


def _table(rows, lines, odd, notes):
    if not rows:
        raise Unreadable('empty', 'there are no rows')
    if all(isinstance(row, list) for row in rows):
        width = max(len(row) for row in rows)
        names = [f'column_{n}' for n in range(1, width + 1)]
        if all(isinstance(cell, str) for cell in rows[0]) and len(rows[0]) == width and len(rows) > 1:
            names, rows, lines = rows[0], rows[1:], lines[1:]
        rows = [dict(zip(names, row)) for row in rows]
    # Replaces rows in place, because memory may not suffice for two copies of a large file's rows.
    flat = rows
    for at, row in enumerate(rows):
        flat[at] = _flat(row if isinstance(row, dict) else {'value': row})
    columns = {}
    for row in flat:
        for name in row:
            columns.setdefault(name, None)
        if len(columns) > _MAX_COLUMNS:
            raise Unreadable('columns', f'there are more than {_MAX_COLUMNS} columns')
    if odd.doubled:
        notes.add('duplicate-names', f'Members that occur twice in one object, read with the last value: {listed(sorted(odd.doubled))}.', ambiguous=True)
    if odd.constants:
        notes.add('not-numbers', f'{listed(sorted(odd.constants))} (not JSON) was read as missing, not as 0.', ambiguous=True)
    lists = [name for name in columns if any(isinstance(row.get(name), (list, dict)) for row in flat)]
    if lists:
        notes.add('nested', f'Lists are kept as JSON text: {listed(lists)}.')
    names = list(columns)
    values = [[row.get(name) for row in flat] for name in names]
    flat.clear()
    return table_of(names, values, lines, notes)


def _flat(row, prefix='', depth=1):
    if not any(isinstance(value, dict) for value in row.values()):
        return row if not prefix else {f'{prefix}{name}': value for name, value in row.items()}
    flat = {}
    for name, value in row.items():
        if isinstance(value, dict) and value and depth < _MAX_DEPTH:
            flat.update(_flat(value, f'{prefix}{name}.', depth + 1))
        else:
            flat[f'{prefix}{name}'] = value
    return flat
