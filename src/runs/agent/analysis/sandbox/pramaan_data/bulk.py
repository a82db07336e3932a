"""Reads the rows of large regular files in bulk, which is many times faster than row by row.

A file is regular if another parser cannot understand it differently: its quotes enclose whole cells and no line breaks, and it
has no NUL characters and no carriage returns of their own. Rows that may be something else than rows, such as totals, are still
examined one by one.
"""

import csv

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from .cells import Content, holds, repeats, trim, values_of, SAMPLED
from .totals import HINTS

# Smaller files are read row by row.
LEAST_BYTES = 1 << 20
_STEP = 8 << 20
_BLOCK = 1 << 22
_NEWLINE, _RETURN, _QUOTE = 10, 13, 34
# Maximum share of rows that are examined one by one, beyond which reading in bulk gains nothing.
_FEW = 0.2
_RULES = '=:+_ -'
_TEXT = pa.string()
# A column with few distinct values is read as these values and, for each row, the index of one.
_ENCODED = pa.dictionary(pa.int32(), _TEXT)


class Bulk:
    """The part of a file that follows its first lines."""

    def __init__(self, signs, delimiter):
        self._signs = signs
        self._data = signs.data
        self._delimiter = delimiter

    def read(self, lines_before, width, first_name):
        """`first_name` is the first cell of the header, which may be repeated. Returns (columns of text, odd rows as (position, line, cells), line number of the first row); None if the rest of the
        file is not regular. An odd row with cells has another width and comes before the row at its position. One without is in
        the columns."""
        start = self._start(lines_before)
        rest = memoryview(self._data)[start:]
        if len(rest) == 0 or not _is_regular(rest, ord(self._delimiter), self._signs):
            return None
        ragged = []

        def keep(row):
            ragged.append((row.number, row.text))
            return 'skip'

        first = memoryview(self._data)[start:self._start(lines_before + SAMPLED)]
        try:
            kinds = [_ENCODED if repeats(column) else _TEXT for column in self._parse(first, [_TEXT] * width, _skip).columns]
            table = self._parse(rest, kinds, keep)
        except pa.ArrowInvalid:
            return None
        columns = table.columns if len(table) else [pa.chunked_array([], _TEXT)] * width
        places = _odd_places(columns, first_name)
        if len(places) + len(ragged) > max(1_000, _FEW * len(table)):
            return None
        # The parser numbers rows from 1 and counts the rows that it skips.
        odd = [(number - 1 - n, number - 1, _cells(text, self._delimiter)) for n, (number, text) in enumerate(ragged)]
        lines = np.array([number - 1 for number, _ in ragged])
        skipped = np.searchsorted(lines - np.arange(len(lines)), places, side='right')
        odd += [(int(at), int(at + skip), None) for at, skip in zip(places, skipped)]
        odd.sort(key=lambda row: row[1])
        return columns, odd

    def _parse(self, data, kinds, invalid):
        names = [str(n) for n in range(len(kinds))]
        return arrow_csv.read_csv(
            pa.BufferReader(pa.py_buffer(data)),
            arrow_csv.ReadOptions(column_names=names, use_threads=False, block_size=_BLOCK),
            arrow_csv.ParseOptions(
                delimiter=self._delimiter, ignore_empty_lines=False, invalid_row_handler=invalid, quote_char='"' if self._signs.quotes else False,
            ),
            arrow_csv.ConvertOptions(column_types=dict(zip(names, kinds)), strings_can_be_null=False, check_utf8=False),
        )

    def _start(self, lines):
        at = 0
        for _ in range(lines):
            at = self._data.find(b'\n', at) + 1
            if at == 0:
                return len(self._data)
        return at


def _skip(_):
    return 'skip'


def _cells(text, delimiter):
    return next(csv.reader([text.rstrip('\r\n')], delimiter=delimiter, skipinitialspace=delimiter != '\t'), [])


def _is_regular(data, delimiter, signs):
    if not (signs.quotes or signs.returns or signs.nul):
        return True
    content = np.frombuffer(data, np.uint8)
    quotes = 0
    for start in range(0, len(content), _STEP):
        part = content[start:start + _STEP]
        raw = bytes(part)
        if b'\0' in raw:
            return False
        if b'\r' in raw and not _followed(content, start + np.flatnonzero(part == _RETURN), (_NEWLINE,)):
            return False
        if b'"' not in raw and quotes % 2 == 0:
            continue
        marks = start + np.flatnonzero(part == _QUOTE)
        breaks = start + np.flatnonzero(part == _NEWLINE)
        if np.any((quotes + np.searchsorted(marks, breaks)) % 2):
            return False
        opening, closing = marks[quotes % 2::2], marks[1 - quotes % 2::2]
        begins = (opening == 0) | np.isin(content[opening - 1], (delimiter, _NEWLINE, _QUOTE))
        if not begins.all() or not _followed(content, closing, (delimiter, _NEWLINE, _RETURN, _QUOTE)):
            return False
        quotes += len(marks)
    return quotes % 2 == 0


def _followed(content, places, by):
    """Returns whether one of some bytes, or the end, follows each place."""
    inside = places[places + 1 < len(content)]
    return bool(np.isin(content[inside + 1], by).all())


def _odd_places(columns, first_name):
    """Returns the positions of rows that may be blank, lines drawn under a header, totals or the header again."""
    contents = [Content(values_of(column)) for column in columns]

    def is_blank(place):
        return holds(columns[place], lambda values: pc.equal(trim(values, contents[place]), ''))

    first, content = columns[0], contents[0]
    signs = [sign for sign in _RULES if content.has(sign.encode())]
    found = [_drawn(first, content, signs) if signs else np.flatnonzero(is_blank(0))]
    if first_name and content.has(first_name.encode()):
        found.append(np.flatnonzero(holds(first, lambda values: pc.match_substring(values, first_name))))
    found += [_hinted(column, content) for column, content in zip(columns, contents)]
    if len(columns) > 2:
        # A row with a single value may be a remark. The first is empty or is the only one.
        alone = is_blank(1)
        for place in range(2, len(columns)):
            if not alone.any():
                break
            alone &= is_blank(place)
        found.append(np.flatnonzero(alone))
    return np.unique(np.concatenate(found)).astype(np.int64)


def _drawn(column, content, signs):
    """Returns the positions of cells that are blank or consist of signs that lines are drawn with."""
    def test(values):
        values = trim(values, content)
        begins = pc.equal(values, '')
        for sign in signs:
            begins = pc.or_(begins, pc.starts_with(values, sign))
        return begins

    places = np.flatnonzero(holds(column, test))
    if not len(places):
        return places
    cells = column.take(pa.array(places))
    return places[holds(cells, lambda values: pc.match_substring_regex(trim(values, content), f'^[{_RULES}]*$'))]


def _hinted(column, content):
    """Returns the positions of cells with a word that may mark a total."""
    if content.most <= ord('9') and not content.has(b'*'):
        return np.array([], np.int64)
    values = values_of(column)
    found = _search(values)
    if values is column:
        return found
    marked = np.zeros(len(values), bool)
    marked[found] = True
    return np.flatnonzero(holds(column, lambda _: marked))


def _search(column):
    found, before = [], 0
    for chunk in column.chunks:
        _, offsets, content = chunk.buffers()
        ends = np.frombuffer(offsets, np.int32)[chunk.offset:chunk.offset + len(chunk) + 1]
        text = b'' if content is None else memoryview(content)[ends[0]:ends[-1]].tobytes()
        if text.translate(None, b'0123456789.,+- :/'):
            text = text.lower()
            for hint in HINTS:
                if not text.isascii() or hint.isascii():
                    found += _rows_with(hint.encode(), text, ends, before)
        before += len(chunk)
    return np.array(found, np.int64)


def _rows_with(hint, text, ends, before):
    at = text.find(hint)
    while at >= 0:
        row = int(np.searchsorted(ends, ends[0] + at, side='right')) - 1
        yield before + row
        # Goes on with the next cell.
        at = text.find(hint, int(ends[row + 1] - ends[0]))
