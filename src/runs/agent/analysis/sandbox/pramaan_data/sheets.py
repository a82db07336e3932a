"""Reads every visible sheet with a table from a spreadsheet. Notes formulas without a stored value, hidden sheets and merged
cells."""

import datetime
import re
import zipfile

from .header import find_header, is_value
from .layout import is_total
from .notes import Unreadable, listed, plural
from .parts import borders, tell
from .totals import Marks, may_be_total, says_total
from .typed import table_of

_SMALL = 4 << 20
_MAX_UNPACKED = 400 << 20
_ERRORS = frozenset(('#N/A', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#NULL!', '#SPILL!', '#CALC!'))


def read_xlsx(path, size, notes):
    """Returns [(sheet, Table)]. Raises Unreadable."""
    import openpyxl

    with zipfile.ZipFile(path) as archive:
        if sum(item.file_size for item in archive.infolist()) > _MAX_UNPACKED:
            raise Unreadable('large', 'the spreadsheet is more than 400 MiB when unpacked')
    small = size <= _SMALL
    try:
        values = openpyxl.load_workbook(path, read_only=not small, data_only=True)
        formulas = openpyxl.load_workbook(path, read_only=not small, data_only=False)
    except Exception as error:
        raise Unreadable('damaged', f'the spreadsheet cannot be opened ({type(error).__name__})') from None
    if not small:
        # Some programs store the size of a sheet as A1, and a sheet that is read as a stream would end there.
        for sheet in values.worksheets + formulas.worksheets:
            sheet.reset_dimensions()
    hidden = [sheet.title for sheet in values.worksheets if sheet.sheet_state != 'visible']
    if hidden:
        notes.add('hidden-sheets', f'{plural(len(hidden), "hidden sheet")} not read: {listed(hidden)}.')
    tables, empty = [], []
    for sheet in values.worksheets:
        if sheet.sheet_state != 'visible':
            continue
        rows = _xlsx_rows(sheet, formulas[sheet.title], notes)
        found = _tables(sheet.title, rows, notes)
        if not found:
            empty.append(sheet.title)
        else:
            tables += found
            if small:
                _tell_merged(sheet, found[0][1].lines, notes)
                _tell_hidden(sheet, found[0][1].lines, notes)
    if empty:
        notes.add('sheets-without-table', f'{plural(len(empty), "sheet")} without a table: {listed(empty)}.')
    return tables


def _xlsx_rows(sheet, twin, notes):
    rows, missing, errors = [], [], []
    for number, (cells, sources) in enumerate(zip(sheet.iter_rows(), twin.iter_rows()), 1):
        row = []
        for cell, source in zip(cells, sources):
            value = cell.value
            if value is None and isinstance(source.value, str) and source.value.startswith('='):
                missing.append(source.coordinate)
            elif isinstance(value, str) and value in _ERRORS:
                errors.append(f'{cell.coordinate} ({value})')
                value = None
            row.append(_shown(value, getattr(cell, 'number_format', None)))
        rows.append((number, row))
    if missing:
        notes.add(
            'formula-without-value',
            f'On sheet "{sheet.title}" {plural(len(missing), "formula")} without a stored value, read as missing, not as 0: {listed(missing)}. '
            'Open the file in a spreadsheet program and save it to calculate them.', ambiguous=True,
        )
    if errors:
        notes.add('error-values', f'On sheet "{sheet.title}" error values count as missing: {listed(errors)}.', ambiguous=True)
    return rows


def _shown(value, form):
    """Returns the value as a person sees it, including leading zeros that only the cell's format adds."""
    if form and isinstance(value, int) and not isinstance(value, bool) and re.fullmatch(r'0{2,}', form):
        return str(value).zfill(len(form))
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if isinstance(value, (datetime.time, datetime.timedelta)):
        return str(value)
    return value


def _tell_merged(sheet, lines, notes):
    first = lines[0] if len(lines) else 0
    ranges = [str(area) for area in sheet.merged_cells.ranges if area.min_row != area.max_row and area.max_row >= first]
    if ranges:
        notes.add(
            'merged-cells', f'On sheet "{sheet.title}" merged cells have their value in the first row only: {listed(ranges)}; ffill() '
            'fills the others.', ambiguous=True,
        )


def _tell_hidden(sheet, lines, notes):
    rows = [line for line in lines if line in sheet.row_dimensions and sheet.row_dimensions[line].hidden]
    hidden = [letter for letter, column in sheet.column_dimensions.items() if column.hidden]
    if rows:
        notes.add(
            'hidden-rows', f'On sheet "{sheet.title}" {plural(len(rows), "hidden row")} (a filter may be set) read like the others.',
            lines=rows, ambiguous=True,
        )
    if hidden:
        notes.add('hidden-columns', f'On sheet "{sheet.title}" {plural(len(hidden), "hidden column")} read like the others: {listed(hidden)}.')


def read_xls(data, notes):
    """Returns [(sheet, Table)] from a file in the old format. Raises Unreadable."""
    import xlrd

    try:
        book = xlrd.open_workbook(file_contents=data)
    except xlrd.XLRDError as error:
        raise Unreadable('encrypted' if 'encrypt' in str(error).lower() else 'damaged', 'the spreadsheet cannot be opened') from None
    except Exception as error:
        raise Unreadable('damaged', f'the spreadsheet cannot be opened ({type(error).__name__})') from None
    tables = []
    for sheet in book.sheets():
        if sheet.visibility != 0:
            notes.add('hidden-sheets', f'1 hidden sheet not read: {sheet.name}.')
            continue
        rows = [(n + 1, [_xls_value(cell, book.datemode) for cell in sheet.row(n)]) for n in range(sheet.nrows)]
        tables += _tables(sheet.name, rows, notes)
    return tables


def _xls_value(cell, datemode):
    import xlrd

    if cell.ctype == xlrd.XL_CELL_DATE:
        try:
            return xlrd.xldate_as_datetime(cell.value, datemode)
        except Exception:
            return cell.value
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return bool(cell.value)
    if cell.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK, xlrd.XL_CELL_ERROR):
        return None
    return _shown(cell.value, None)


def _tables(title, rows, notes):
    """Returns [(name, Table)] of the tables on a sheet, which may be side by side with an empty column between them, or below each
    other with an empty row between them."""
    parts = _side_by_side(rows)
    beside = len(parts)
    parts = [below for part in parts for below in _below_each_other(part, notes)]
    found = [table for part in parts if (table := _table(part, notes)) is not None]
    if beside > 1:
        notes.add('side-by-side', f'On sheet "{title}" {plural(beside, "table")} side by side were read as tables of their own.', ambiguous=True)
    return [(title if n == 0 else f'{title} ({n + 1})', table) for n, table in enumerate(found)]


def _side_by_side(rows):
    """Splits rows at empty columns if each part has two or more columns and the parts have rows of different numbers. Parts with
    equally many rows may be one table with a gap."""
    width = max((_last(row) for _, row in rows), default=0)
    used = [any(n < len(row) and row[n] not in (None, '') for _, row in rows) for n in range(width)]
    parts, start = [], None
    for n, is_used in enumerate([*used, False]):
        if is_used and start is None:
            start = n
        elif not is_used and start is not None:
            parts.append((start, n))
            start = None
    cut = [[(line, row[first:end]) for line, row in rows] for first, end in parts]
    ends = {max(line for line, row in part if _filled(row)) for part in cut}
    if len(parts) < 2 or any(end - first < 2 for first, end in parts) or len(ends) < 2:
        return [rows]
    return cut


def _below_each_other(rows, notes):
    starts = [0, *borders([_texts(row) for _, row in rows])]
    if len(starts) > 1:
        tell([rows[start][0] for start in starts[1:]], notes)
    return [rows[start:end] for start, end in zip(starts, [*starts[1:], len(rows)])]


def _table(rows, notes):
    """Builds a Table from records of (line, values); returns None if the sheet does not contain a table."""
    while rows and all(value is None for value in rows[-1][1]):
        rows.pop()
    width = max((last for _, row in rows if (last := _last(row))), default=0)
    rows = [(line, row[:width] + [None] * (width - len(row))) for line, row in rows]
    if width == 0 or sum(1 for _, row in rows if _filled(row)) < 2:
        return None
    shown = [(line, ['' if value is None else str(value) for value in row]) for line, row in rows[:300]]
    header = find_header(shown, notes)
    if not header.names or header.data_from >= len(rows):
        return None
    body, totals, footer, sound = _sorted(rows[header.data_from:], width, notes)
    while len(header.names) > 1 and not header.names[-1].strip() and all(row[len(header.names) - 1] is None for _, row in body):
        header.names.pop()
    first = 0
    while first < len(header.names) - 1 and not header.names[first].strip() and all(row[first] is None for _, row in body):
        first += 1
    columns = [[_stripped(row[n]) for _, row in body] for n in range(first, len(header.names))]
    table = table_of(header.names[first:], columns, [line for line, _ in body], notes)
    table.totals, table.preamble, table.footer, table.sound = totals, header.preamble, footer, sound
    for code, what, found in (
        ('preamble', 'above the header not part of the table', header.preamble), ('totals', 'of totals set aside', totals),
        ('footer', 'below the last row not part of the table', footer),
    ):
        if found:
            notes.add(code, f'{plural(len(found), "row")} {what}.', lines=[line for line, _ in found])
    return table


def _sorted(rows, width, notes):
    """Returns (table rows, totals, footer rows, and which figures of the totals add up)."""
    body, totals, footer, marks = [], [], [], Marks()
    for line, row in rows:
        count = _filled(row)
        if count == 0:
            continue
        words = [str(value).strip() for value in row if value is not None and value != '']
        if count >= 2 and is_total(words):
            totals.append((line, _texts(row)))
            marks.sure.append((len(body), line, row))
            continue
        if count == 1 and says_total(words[0]):
            totals.append((line, _texts(row)))
            continue
        own = next((word for word in words if not is_value(word)), '')
        if count >= 2 and may_be_total(own) or row[0] in (None, '') and own == '':
            marks.maybe.append((len(body), line, row))
        body.append((line, row))
    gone = set(marks.settle(lambda: list(zip(*(row for _, row in body))) or [()] * width, len(body), notes))
    if gone:
        totals = sorted(totals + [(line, _texts(row)) for at, line, row in marks.maybe if at in gone])
        body = [item for at, item in enumerate(body) if at not in gone]
    while body and width > 2 and _filled(body[-1][1]) == 1 and isinstance(next(v for v in body[-1][1] if v is not None), str):
        line, row = body.pop()
        footer.insert(0, (line, _texts(row)))
    return body, totals, footer, marks.sound


def _texts(row):
    return ['' if value is None else str(value) for value in row]


def _stripped(value):
    return (value.strip() or None) if isinstance(value, str) else value


def _filled(row):
    return sum(1 for value in row if value is not None and value != '')


def _last(row):
    return next((n + 1 for n in range(len(row) - 1, -1, -1) if row[n] is not None), 0)
