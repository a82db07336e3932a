"""Reads records of delimited text, with the line on which each begins. Repairs broken quotes line by line and lists those
lines."""

import csv
import re
from bisect import bisect_right

from .figures import LONGEST
from .notes import Unreadable, listed

# Maximum number of lines in a record. A quoted field that is longer was never closed.
MAX_LINES_OF_RECORD = 1_000
MAX_BROKEN = 100
LONGEST_LINE = 2_000
DELIMITERS = (',', ';', '\t', '|', '^', '\x1f')
# Lines of a printed page that belong to no row, such as "--- Page 1 of 2 ---".
_FURNITURE = re.compile(r'\W*(?:page\W{0,3}\d+(?:\s*(?:of|/)\s*\d+)?|पृष्ठ\W{0,3}\d+)?\W*', re.I)
_NUMBER = re.compile(r'[\s(+-]*[\d.,\' ]*\d[\d.,\' )%]*')

csv.field_size_limit(4 << 20)


class _Runaway(Exception):
    """A record has taken too many lines."""


class Lines:
    """Iterates over a text file's lines, counting them and removing NUL characters. The lines of the last record can be put
    back."""

    def __init__(self, file):
        self._file = iter(file)
        self._back = []
        self._taken = []
        self.number = 0
        self.nul_lines = []
        self.escaped = None

    def __iter__(self):
        return self

    def __next__(self):
        if len(self._taken) >= MAX_LINES_OF_RECORD:
            raise _Runaway
        line = self._back.pop() if self._back else next(self._file)
        self.number += 1
        if '\0' in line:
            self.nul_lines.append(self.number)
            line = line.replace('\0', '')
        self._taken.append(line)
        return line

    def begin(self):
        """Begins a new record, after which the earlier lines can no longer be put back."""
        self._taken.clear()

    def put_back(self):
        """Puts back all but the first line of the record, and returns that line."""
        first = self._taken[0]
        self._back.extend(reversed(self._taken[1:]))
        self.number -= len(self._taken) - 1
        return first


class LineNumbers:
    """The line numbers of rows, as a list. Most rows follow each other, so only the gaps are stored."""

    def __init__(self, lines=()):
        # For each run of consecutive rows, its first row and that row's line.
        self._rows, self._lines = [], []
        self._count = 0
        self._next = None
        for line in lines:
            self.append(line)

    def append(self, line):
        if line != self._next:
            self._rows.append(self._count)
            self._lines.append(line)
        self._count += 1
        self._next = line + 1

    def extend(self, line, count):
        """Adds rows on consecutive lines, beginning with `line`."""
        if line != self._next:
            self._rows.append(self._count)
            self._lines.append(line)
        self._count += count
        self._next = line + count

    def __len__(self):
        return self._count

    def __getitem__(self, row):
        if not 0 <= row < self._count:
            raise IndexError(row)
        run = bisect_right(self._rows, row) - 1
        return self._lines[run] + int(row) - self._rows[run]


class Records:
    """Iterates over (line, cells)."""

    def __init__(self, lines, delimiter, escaped=False, quote='"'):
        self._lines = lines
        self._options = {'delimiter': delimiter or ',', 'quotechar': quote, 'skipinitialspace': delimiter not in (None, '\t')}
        self._single = delimiter is None
        if escaped:
            self._options |= {'escapechar': '\\', 'doublequote': False}
        self.broken = []

    def __iter__(self):
        if self._single:
            for line in self._lines:
                self._lines.begin()
                yield self._lines.number, [_unquoted(line.rstrip('\r\n'))]
            return
        reader = None
        while True:
            self._lines.begin()
            start = self._lines.number + 1
            reader = reader or csv.reader(self._lines, strict=True, **self._options)
            try:
                cells = next(reader)
            except StopIteration:
                return
            except (csv.Error, _Runaway):
                cells = self._mend(start)
                reader = None
            yield start, cells

    def _mend(self, start):
        """Reads a line with broken quotes by treating quotes as ordinary characters, on this line only."""
        self.broken.append(start)
        if len(self.broken) > MAX_BROKEN:
            raise Unreadable('quotes', f'quotes are broken on more than {MAX_BROKEN} lines: {listed(self.broken)}')
        line = self._lines.put_back().rstrip('\r\n')
        return next(csv.reader([line], delimiter=self._options['delimiter'], quoting=csv.QUOTE_NONE), [])


def _unquoted(cell):
    return cell[1:-1].replace('""', '"') if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def choose_delimiter(sample):
    """Returns the delimiter that splits most lines into the same number of cells and leaves the cleanest cells; None if none
    splits any line."""
    best, choice = (0, 0), None
    quote = quote_of(sample)
    for delimiter in DELIMITERS:
        if delimiter == ',' and _only_groups(sample):
            continue
        lines = Lines(iter(sample))
        try:
            widths = [(len(cells), cells) for _, cells in Records(lines, delimiter, quote=quote)]
        except Unreadable:
            continue
        wide = [width for width, _ in widths if width > 1]
        if not wide:
            continue
        usual = max(set(wide), key=lambda width: (wide.count(width), width))
        cells = [cell for width, row in widths if width == usual for cell in row]
        clean = sum(1 for cell in cells if not _holds_another(cell, delimiter)) / len(cells)
        score = (round(wide.count(usual) * clean, 2), usual)
        if score > best:
            best, choice = score, delimiter
    return choice


def _only_groups(sample):
    """Returns whether commas only group digits, as in a list of lines such as "Sum insured: 5,00,000", which has no header."""
    lines = [line for line in sample if line.strip()]
    return bool(lines) and ',' not in lines[0] and not any(',' in _GROUPS.sub('', line) for line in lines)


def quote_of(sample):
    """Returns the sign that encloses cells: a single quote if it begins and ends nearly all lines, and no line has a double one."""
    lines = [line.strip() for line in sample if line.strip()]
    single = sum(1 for line in lines if len(line) > 1 and line[0] == line[-1] == "'")
    return "'" if len(lines) > 1 and single >= 0.9 * len(lines) and not any('"' in line for line in lines) else '"'


def _holds_another(cell, delimiter):
    if not any(other in cell for other in DELIMITERS if other != delimiter):
        return False
    is_number = len(cell) <= LONGEST and _NUMBER.fullmatch(cell) is not None
    return not is_number and not (delimiter != ',' and ', ' in cell)


ALIGNED = '\x1f'
_GAP = re.compile(r' {2,}')
_GROUPED = re.compile(r'(?<=\d),(?=\d)')
# A whole number in Indian or Western groups.
_GROUPS = re.compile(r'(?<![\d,])\d{1,3}(?:,\d{2})*,\d{3}(?![\d,])|(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])')


def is_aligned(sample):
    """Returns whether columns are separated by runs of spaces, and not by any delimiter. Commas between digits group them."""
    lines = [line.strip() for line in sample if not _FURNITURE.fullmatch(line.strip())]
    if any(delimiter in _GROUPED.sub('', line) for line in lines for delimiter in DELIMITERS):
        return False
    split = [len(_GAP.findall(line)) for line in lines]
    return len(lines) > 2 and sum(1 for gaps in split if gaps) >= len(lines) * 0.8


def split_aligned(lines, sample):
    """Yields lines with a delimiter between columns. These begin where all lines of the sample have a gap before them, so that
    an empty cell does not shift those after it. Other lines are split at two or more spaces."""
    starts = _starts([line.rstrip() for line in sample if _GAP.search(line.strip())])
    for line in lines:
        line = line.rstrip()
        fits = len(starts) > 1 and _GAP.search(line.strip()) and all(line[at - 2:at].strip() == '' for at in starts[1:])
        if fits:
            ends = [*starts[1:], len(line) + 1]
            yield ALIGNED.join(line[start:end].strip() for start, end in zip(starts, ends)) + '\n'
        else:
            yield _GAP.sub(ALIGNED, line.strip()) + '\n'


def _starts(lines):
    """Returns where columns begin, [] if the lines have no gaps in common that explain all cells."""
    width = max((len(line) for line in lines), default=0)
    if not lines or width > LONGEST_LINE or any('\t' in line for line in lines):
        return []
    blank = [all(at >= len(line) or line[at] == ' ' for line in lines) for at in range(width)]
    starts = [at for at in range(width) if not blank[at] and (at == 0 or blank[at - 1] and (at == 1 or blank[at - 2]))]
    cells = max(len(_GAP.split(line.strip())) for line in lines)
    return starts if len(starts) >= cells else []


_LABELLED = re.compile(r'\s*([^\W\d][^:=\t]{0,60}?)\s*[:=](?!//)\s*(.*?)\s*')


def by_label(lines):
    """Returns the records of a file that holds a name and a value on each line, as (line, cells) with a header first; None if it does
    not. A name that comes again begins the next record."""
    found, number = [{}], 0
    numbers = [1]
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        parts = _LABELLED.fullmatch(line.rstrip('\r\n'))
        if parts is None:
            return None
        if parts[1] in found[-1]:
            found.append({})
            numbers.append(number)
        found[-1][parts[1]] = parts[2]
    names = list(dict.fromkeys(name for record in found for name in record))
    if len(names) < 3 or len(names) > 100 or sum(len(record) for record in found) < 0.5 * len(names) * len(found):
        return None
    return [(1, names), *((line, [record.get(name, '') for name in names]) for line, record in zip(numbers, found))]


def uses_backslash(sample):
    """Returns whether quotes inside quotes are written \\" instead of doubled."""
    text = ''.join(sample)
    # Before the end of a cell, a backslash is more likely the end of a path.
    return re.search(r'\\"(?!\s*(?:[,;|\t\r\n]|$))', text) is not None and '""' not in re.sub(r'(^|[,;|\t])""(?=$|[,;|\t\r\n])|\\""', '', text, flags=re.M)
