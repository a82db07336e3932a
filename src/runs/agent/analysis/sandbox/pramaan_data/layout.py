"""Builds a table from records, and separates its rows from the records around and between them."""

import re
from dataclasses import dataclass, field
from itertools import islice

import pyarrow as pa

from .cells import united
from .figures import LONGEST
from .header import filled, find_header, is_value, unique_names
from .joins import rejoined
from .notes import MAX_LINES, listed, plural
from .rows import LineNumbers
from .totals import CARRIED, TOTAL, Marks, first_is_total, may_be_total, says_total

_SAMPLE = 300
_RULE = re.compile(r'[-=:+_ ]{2,}')
_CHUNK = 20_000
_KEPT = 1_000


def is_total(cells):
    """Returns whether a row's non-empty cells are a word for a total followed by figures."""
    return len(cells[0]) <= LONGEST and TOTAL.fullmatch(cells[0]) is not None and all(is_value(cell) for cell in cells[1:])


@dataclass
class Table:
    names: list
    # A pyarrow array of text for each column.
    columns: list
    # Each row's line number.
    lines: LineNumbers
    rejected: list = field(default_factory=list)
    rejected_count: int = 0
    totals: list = field(default_factory=list)
    preamble: list = field(default_factory=list)
    footer: list = field(default_factory=list)
    # By a total's line number, the column indexes of its figures that add up.
    sound: dict = field(default_factory=dict)


class _Rows:
    """Separates a table's rows from other records."""

    def __init__(self, header, delimiter):
        self._delimiter = delimiter
        self.rejoined = []
        self.width = header.width
        self._header = header
        self._first = header.cells[0] if header.cells else None
        self._chunk = []
        self._parts = [[] for _ in range(header.width)]
        self.lines = LineNumbers()
        self.waiting = []
        self.rejected, self.rejected_count = [], 0
        self.totals, self.again, self.sparse, self.blank = [], [], [], 0
        self.marks = Marks()

    def take(self, line, cells):
        # Fast path for nearly all rows of a large file. None of the special records below begins with a digit and has a
        # value in its last cell.
        if len(cells) == self.width > 1 and cells[-1] and cells[0][:1].isdigit() and cells[0] != self._first:
            if self.waiting:
                self._settle()
            if cells[1].lower() in CARRIED:
                self.marks.maybe.append((len(self.lines), line, cells))
            self._keep(line, cells)
            return
        count = filled(cells)
        if count == 0 or all(_RULE.fullmatch(cell) for cell in cells if cell.strip()):
            # The record is blank, or a line drawn under a header.
            self.blank += 1
        elif self._is_total(cells, count):
            self.waiting.append(('total', line, cells))
        elif len(cells) > self.width and self._delimiter == ',' and not self._fits(cells) and (joined := rejoined(cells, self.width)):
            self.rejoined.append(line)
            self.take(line, joined)
        elif len(cells) != self.width and not self._fits(cells):
            self.waiting.append(('ragged', line, cells))
        elif [cell.strip().strip('\ufeff') for cell in cells] == self._header.cells:
            self.again.append(line)
        elif count == 1 and self.width > 2:
            self.waiting.append(('sparse', line, cells))
        else:
            if self.waiting:
                self._settle()
            if self._may_be_total(cells, count):
                self.marks.maybe.append((len(self.lines), line, cells))
            self._keep(line, cells)

    def _total(self, line, cells):
        self.totals.append((line, cells))
        if filled(cells) > 1:
            self.marks.sure.append((len(self.lines), line, cells))

    def _fits(self, cells):
        """Returns whether the extra cells are all empty, because of delimiters at the end of the line."""
        return len(cells) > self.width and not filled(cells[self.width:])

    def _may_be_total(self, cells, count):
        """Returns whether the row may be a total, because of its first words or because it has no words at all."""
        if self.width == 1:
            return False
        if cells[0][:1].isalpha():
            return count > 1 and may_be_total(cells[0].strip())
        if not cells[0].strip() and all(is_value(cell) for cell in cells if cell.strip()):
            return True
        return count > 1 and may_be_total(next((cell for cell in cells if cell.strip() and not is_value(cell)), '').strip())

    def _is_total(self, cells, count):
        if count == 1:
            return says_total(next(cell for cell in cells if cell.strip()).strip())
        return self.width > 1 and is_total([cell.strip() for cell in cells if cell.strip()])

    def _settle(self):
        """Handles the waiting records, which turned out to be between rows."""
        for kind, line, cells in self.waiting:
            if kind == 'total':
                self._total(line, cells)
            elif kind == 'sparse':
                self.sparse.append(line)
                self._keep(line, cells)
            else:
                self._reject(line, cells)
        self.waiting = []

    def _reject(self, line, cells):
        self.rejected_count += 1
        if len(self.rejected) < _KEPT:
            self.rejected.append({'line': line, 'cells': len(cells), 'values': cells})

    def _keep(self, line, cells):
        self.lines.append(line)
        self._chunk.append(cells[:self.width])
        if len(self._chunk) == _CHUNK:
            self._flush()

    def take_many(self, columns, odd, line):
        """Takes rows in bulk: all of `columns` apart from the odd ones, which are examined. `line` is the first row's."""
        taken = 0
        for at, offset, cells in odd:
            self._keep_many(columns, taken, at, line + offset - at)
            if cells is None:
                cells = [column[at].as_py().lstrip(' ') for column in columns]
                taken = at + 1
            else:
                taken = at
            self.take(line + offset, cells)
        rest = len(columns[0])
        skipped = sum(1 for _, _, cells in odd if cells is not None)
        self._keep_many(columns, taken, rest, line + skipped)

    def _keep_many(self, columns, start, end, line):
        if start >= end:
            return
        if self.waiting:
            self._settle()
        self._flush()
        for parts, column in zip(self._parts, columns):
            parts.extend(column.slice(start, end - start).chunks)
        self.lines.extend(line + start, end - start)

    def _flush(self):
        if self._chunk:
            for parts, values in zip(self._parts, zip(*self._chunk)):
                parts.append(pa.array(values, pa.string()))
            self._chunk = []

    def finish(self):
        """Handles the waiting records, which come after the last row. Returns the footer."""
        footer = []
        last = max((at for at, (kind, _, cells) in enumerate(self.waiting) if kind == 'total' and filled(cells) > 1), default=-1)
        for at, (kind, line, cells) in enumerate(self.waiting):
            if kind == 'total':
                self._total(line, cells)
            elif kind == 'sparse' and at < last and cells[0].strip():
                # A label without figures, directly above the total, is a row.
                self.sparse.append(line)
                self._keep(line, cells)
            elif filled(cells) == 1 and self.width > 1 and not (kind == 'ragged' and len(cells) > 1):
                footer.append((line, cells))
            else:
                self._reject(line, cells)
        self._flush()
        return footer

    def columns(self):
        return [_joined(parts) for parts in self._parts]

    def without_totals(self, notes):
        """Sets aside rows whose words and figures show that they are totals."""
        places = self.marks.settle(lambda: [column.to_pylist() for column in self.columns()], len(self.lines), notes)
        if not places:
            return
        gone = set(places)
        self.totals = sorted(self.totals + [(line, cells) for at, line, cells in self.marks.maybe if at in gone])
        self._leave_out(gone)

    def without_first_total(self, notes):
        """Sets aside a first row that is the total of all others, or says that it may be one."""
        if not 3 < len(self.lines) <= _CHUNK or self.width < 2:
            return
        columns = [column.to_pylist() for column in self.columns()]
        found = first_is_total(columns)
        if found == 'maybe':
            notes.add(
                'totals-kept', 'The figures of the first row are the sums of all others; it was kept as a row, so sums count it.',
                lines=[self.lines[0]], ambiguous=True,
            )
        elif found == 'total':
            self.totals = sorted([*self.totals, (self.lines[0], [column[0] for column in columns])])
            self._leave_out({0})

    def _leave_out(self, gone):
        keep = [at for at in range(len(self.lines)) if at not in gone]
        self._parts = [[column.combine_chunks().take(pa.array(keep))] for column in self.columns()]
        self.lines = LineNumbers(self.lines[at] for at in keep)


def _joined(parts):
    """Joins the parts of a column. If some of them are stored as distinct values and indexes, all are
    afterwards."""
    if not any(pa.types.is_dictionary(part.type) for part in parts):
        return pa.chunked_array(parts, pa.string())
    return pa.chunked_array([united([part if pa.types.is_dictionary(part.type) else part.dictionary_encode() for part in parts])])


def build(records, notes, delimiter=None, bulk=None, lines=None):
    """Builds a table from records of (line, text cells); returns None if there is no table. `bulk` can read the records in bulk
    after the first ones, and `lines` counts the lines taken for those."""
    records = iter(records)
    sample = list(islice(records, _SAMPLE))
    header = find_header(sample, notes, delimiter)
    if not header.names:
        return None
    rows = _Rows(header, delimiter)
    for line, cells in sample[header.data_from:]:
        rows.take(line, cells)
    found = bulk.read(lines.number, header.width, header.cells[0] if header.cells else '') if bulk is not None and header.width > 1 else None
    if found is None:
        for line, cells in records:
            rows.take(line, cells)
    else:
        rows.take_many(*found, lines.number + 1)
    footer = rows.finish()
    rows.without_totals(notes)
    rows.without_first_total(notes)
    names, columns = _without_empty_ends(header.names, rows.columns())
    table = Table(
        unique_names(names, notes), columns, rows.lines, rows.rejected, rows.rejected_count,
        rows.totals, header.preamble, footer,
    )
    table.sound = rows.marks.sound
    _tell(table, rows, notes)
    return table


def _without_empty_ends(names, columns):
    """Removes columns without name and content, which come from delimiters at either end of every line."""
    while len(names) > 1 and not names[-1].strip() and _is_empty(columns[-1]):
        names, columns = names[:-1], columns[:-1]
    while len(names) > 1 and not names[0].strip() and _is_empty(columns[0]):
        names, columns = names[1:], columns[1:]
    return names, columns


def _is_empty(column):
    return all(not value.strip() for part in column.chunks for value in part.unique().to_pylist())


def _tell(table, rows, notes):
    if table.preamble:
        lines = [line for line, _ in table.preamble]
        notes.add('preamble', f'Not part of the table: {plural(len(lines), "line")} above the header.', lines=lines)
    if table.footer:
        lines = [line for line, _ in table.footer]
        notes.add('footer', f'Not part of the table: {plural(len(lines), "line")} below the last row.', lines=lines)
    if table.totals:
        lines = [line for line, _ in table.totals]
        notes.add('totals', f'{plural(len(lines), "total row")} set aside, so that sums do not count them twice.', lines=lines)
    if rows.rejoined:
        notes.add(
            'amounts-rejoined', f'Amounts with commas and without quotes split {plural(len(rows.rejoined), "row")}; joined again, as in '
            '1,200 for the cells 1 and 200.', lines=rows.rejoined, ambiguous=True,
        )
    if rows.again:
        notes.add('header-again', f'The header is repeated on {plural(len(rows.again), "line")}; left out.', lines=rows.again)
    if rows.sparse:
        notes.add(
            'sparse-rows', f'{plural(len(rows.sparse), "row")} with a single value kept as rows.', lines=rows.sparse, ambiguous=True,
        )
    if table.rejected_count:
        some = [f'line {item["line"]} has {item["cells"]}' for item in table.rejected[:MAX_LINES]]
        notes.add(
            'rejected',
            f'{plural(table.rejected_count, "row")} rejected for the number of cells ({rows.width} expected): {listed(some)}. '
            'They are in `rejected` and not in any sum.',
            lines=[item['line'] for item in table.rejected],
            ambiguous=True,
        )
