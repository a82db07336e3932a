"""Finds tables below each other: after a blank row, a header of words above values, where the table before has other columns."""

from .header import filled, is_value
from .notes import plural

# Number of rows on either side of a possible border that are compared.
_NEAR = 20


def borders(rows):
    """Returns the positions of rows of text cells at which another table begins. The first table begins at 0."""
    found, names = [], None
    for at in range(1, len(rows) - 1):
        if names is None and _is_names(rows[at - 1]) and filled(rows[at]) > 1:
            names = _words(rows[at - 1])
        if filled(rows[at - 1]) == 0 and _begins(rows, at, found[-1] if found else 0) and _words(rows[at]) != names:
            found.append(at)
            names = _words(rows[at])
    return found


def tell(lines, notes):
    notes.add(
        'tables-below', f'{plural(len(lines), "further table")} below the first, after a blank row, read apart from it.', lines=lines, ambiguous=True,
    )


def _words(row):
    return [cell.strip() for cell in row if cell.strip()]


def _is_names(row):
    words = _words(row)
    return len(words) > 1 and not any(is_value(word) for word in words) and len(set(words)) == len(words)


def _begins(rows, at, start):
    """Returns whether a table begins with the row at `at`: a row of names above a row with as many cells and some values, and
    below a row with values in one of the same columns."""
    row = rows[at]
    if not _is_names(row) or any(not cell.strip() for cell in row[:_last(row)]):
        return False
    below = rows[at + 1]
    if filled(below) != filled(row) or not any(is_value(cell) for cell in below if cell.strip()):
        return False
    before = [other for other in rows[max(start, at - _NEAR):at] if filled(other) > 1]
    values = [n for n in range(_last(row)) if any(n < len(other) and other[n].strip() and is_value(other[n]) for other in before)]
    return len(before) > 1 and bool(values)


def _last(row):
    return max((n + 1 for n, cell in enumerate(row) if cell.strip()), default=0)
