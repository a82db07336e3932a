"""Finds where a table begins: its header, its width and its column names."""

import re
from dataclasses import dataclass, field

from . import moments
from .figures import INVISIBLE, LONGEST
from .joins import width_of_names
from .notes import listed, plural

_VALUE = re.compile(
    r'[\s(+-]*(?:₹|rs\.?|inr|\$|€|£)?\s*[\d.,\'\u0966-\u096f ]*[\d\u0966-\u096f][\d.,\'\u0966-\u096f ]*(?:e[+-]?\d+)?\s*'
    r'(?:%|cr|dr)?\s*[)-]?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?|\d{1,2}[- ][a-z]{3,9}[- ,]+\d{2,4}'
    r'|true|false|na|n/a|null|none|nan|-',
    re.I,
)
_YEAR = re.compile(r'(?:19|20)\d\d')
_MAX_NAME = 200
_MAX_GROUPS = 3


@dataclass
class Header:
    names: list
    width: int
    # Index, in the sample, of the first record with data.
    data_from: int
    preamble: list = field(default_factory=list)
    cells: list = field(default_factory=list)


def is_value(cell):
    """Returns whether a cell looks like data rather than a column name."""
    cell = cell.strip()
    return len(cell) <= LONGEST and _VALUE.fullmatch(cell) is not None


def filled(cells):
    return sum(1 for cell in cells if cell.strip())


def find_header(sample, notes, delimiter=None):
    """Finds the header in a sample of (line, cells), where cells are text that `delimiter` has separated."""
    width = _usual_width([cells for _, cells in sample if filled(cells)])
    first = next((at for at, (_, cells) in enumerate(sample) if _is_header(cells) and filled(cells) > 1), None)
    if first is not None and delimiter == ',':
        width = width_of_names([cells for _, cells in sample[first:] if filled(cells)], width)
    preamble = []
    for index, (line, cells) in enumerate(sample):
        if not filled(cells):
            continue
        if not _may_be_row(cells, width) or _is_before_header(sample[index:], width):
            preamble.append((line, cells))
            continue
        if _is_header(cells) or _has_dates_as_names(cells, [row for _, row in sample[index + 1:index + 21] if filled(row)]):
            return _named(sample, index, width, preamble, notes)
        return _unnamed(index, width, preamble, notes)
    return Header([], width, len(sample), preamble)


def _usual_width(rows):
    """Returns the most common number of cells in a row. Rows with one cell only count if there are no others."""
    widths = [len(row) for row in rows if len(row) > 1] or [1]
    return max(set(widths), key=lambda width: (widths.count(width), width))


def _may_be_row(cells, width):
    if width == 1:
        return True
    if len(cells) not in (width, width - 1):
        return False
    return filled(cells) >= max(2, (min(len(cells), width) + 1) // 2)


def _is_before_header(rows, width):
    """Returns whether the first row is a remark, or is one cell short and followed by a complete header."""
    cells = rows[0][1]
    if len(cells) == width:
        return False
    below = next((row for _, row in rows[1:] if filled(row)), [])
    return cells[0].lstrip().startswith('#') or (len(below) == width and filled(below) == width and _is_header(below))


def _is_header(cells):
    texts = [cell.strip() for cell in cells if cell.strip()]
    values = [text for text in texts if is_value(text)]
    years = [text for text in values if _YEAR.fullmatch(text)]
    # A table with a column per year has years as names, along with at least one word.
    return len(values) == 0 or (len(values) == len(years) and len(values) < len(texts))


def _has_dates_as_names(cells, below):
    """Returns whether the columns are called by days or months: two or more dates, increasing, above other values than dates."""
    places = [n for n, cell in enumerate(cells) if n > 0 and cell.strip()]
    dates = [moments.read(cells[n]) for n in places]
    if len(dates) < 2 or None in dates or not below or moments.read(cells[0]) is not None or is_value(cells[0]) and cells[0].strip():
        return False
    days = [moments.value_of(date, True) or moments.value_of(date, False) for date in dates]
    if None in days or days != sorted(set(days)):
        return False
    return all(n >= len(row) or moments.read(row[n]) is None for row in below for n in places)


def _unnamed(index, width, preamble, notes):
    notes.add('no-header', 'The first row holds values, so columns are called column_1, column_2 and so on.', ambiguous=True)
    return Header([f'column_{n}' for n in range(1, width + 1)], width, index, preamble)


def _named(sample, index, width, preamble, notes):
    line, cells = sample[index]
    names = [cell for cell in cells]
    data_from = index + 1
    below = next(((at, row) for at, (_, row) in enumerate(sample[index + 1:], index + 1) if filled(row)), None)
    groups = _groups_above(preamble, cells, width)
    if groups:
        del preamble[-len(groups):]
        for group in groups:
            names = _joined(group, names)
    elif below is not None and _is_second_row(cells, below[1], sample[below[0] + 1:below[0] + 6], width):
        names, data_from = _joined(cells, below[1]), below[0] + 1
    if names != list(cells):
        notes.add('header-rows-joined', f'Two header rows were joined into one: {listed(names)}.', lines=[line])
    if len(names) == width - 1:
        names = _shifted(sample[data_from:], names, width, notes)
    return Header(names, width, data_from, preamble, [cell.strip() for cell in cells])


def _groups_above(preamble, cells, width):
    """Returns the rows of headings for groups of columns directly above a row of names, from the lowest to the highest. There
    may be several if a name in the top row spans all of them."""
    above = [row for _, row in reversed(preamble) if len(row) == width]
    groups = []
    for row in above[:_MAX_GROUPS]:
        if filled(row) < 2 or not _is_header(row):
            break
        groups.append(row)
        if all(any(part[n].strip() for part in (cells, *groups)) for n in range(min(width, len(cells)))):
            further = above[len(groups):len(groups) + 1]
            spans = further and filled(further[0]) > 1 and _is_header(further[0]) and any(
                further[0][n].strip() and not row[n].strip() for n in range(width)
            )
            if not (spans and not all(cell.strip() for cell in cells)):
                return groups
    return groups if len(groups) == 1 and all(cell.strip() for cell in cells) else []


def _is_second_row(upper, lower, after, width):
    """Returns whether two rows form a header: an upper row with gaps, then a row of words, followed by rows of values."""
    if filled(upper) == width or len(lower) != width or not _is_header(lower):
        return False
    if any(not above.strip() and not own.strip() for above, own in zip(upper, lower)):
        return False
    if filled(lower) < width:
        # A name that spans both rows is only in the upper one. In the other columns, the lower row has words above values.
        over = [n for n in range(width) if lower[n].strip() and any(len(row) > n and is_value(row[n]) for _, row in after)]
        return len(over) > 1 and 2 * len(over) > filled(lower)
    repeated = len({cell.strip().lower() for cell in lower}) < width
    return repeated and any(is_value(cell) for _, row in after for cell in row)


def _joined(upper, lower):
    names, group = [], ''
    for above, own in zip(upper, lower):
        group = above.strip() or group
        names.append(own.strip() if group == own.strip() else f'{group} {own.strip()}'.strip())
        # A name that spans both rows is not a group heading for its neighbours.
        group = group if own.strip() else ''
    return names


def _shifted(rows, names, width, notes):
    """Completes a header that is one cell short. Either all last cells are empty, or the first column has no name."""
    full = [cells for _, cells in rows if len(cells) == width and filled(cells)]
    if all(not cells[-1].strip() for cells in full):
        return names + ['']
    notes.add(
        'header-short',
        f'The header has {width - 1} names for {width} cells; the first column was assumed to have no name.',
        ambiguous=True,
    )
    return [''] + names


def unique_names(names, notes):
    """Makes names unique by numbering repeated ones. A numbered name never equals another column's name."""
    plain = [re.sub(r'\s+', ' ', re.sub(f'[{INVISIBLE}]', '', name)).strip()[:_MAX_NAME] for name in names]
    taken = {name for name in plain if name}
    result, seen, numbers, renamed, unnamed = [], set(), {}, [], []
    for position, name in enumerate(plain, 1):
        if not name:
            own = _free(f'column_{position}', taken)
            unnamed.append(own)
        elif name in seen:
            # Continues from the last number used for this name, because thousands of columns may have the same name.
            number = numbers.get(name, 2)
            while f'{name} ({number})' in taken:
                number += 1
            own = f'{name} ({number})'
            numbers[name] = number + 1
            renamed.append(f'column {position} "{name}" is "{own}"')
        else:
            own = name
        seen.add(own)
        taken.add(own)
        result.append(own)
    if renamed:
        notes.add('duplicate-names', f'Columns of the same name: {listed(renamed)}.', ambiguous=True)
    if unnamed:
        notes.add('unnamed-columns', f'{plural(len(unnamed), "column")} without a name: {listed(unnamed)}.')
    folded = {}
    for name in result:
        folded.setdefault(name.casefold(), []).append(name)
    twins = [' and '.join(f'"{name}"' for name in group) for group in folded.values() if len(group) > 1]
    if twins:
        notes.add('names-alike', f'Names that differ only in case are different columns: {listed(twins)}.', ambiguous=True)
    return result


def _free(name, taken):
    number, own = 2, name
    while own in taken:
        own, number = f'{name} ({number})', number + 1
    return own
