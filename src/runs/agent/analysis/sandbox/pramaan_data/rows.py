"""Reads records of delimited text, with the line on which each begins. Repairs broken quotes line by line and lists those
lines."""

import csv
import re

from .figures import LONGEST
from .notes import Unreadable, listed

# Maximum number of lines in a record. A quoted field that is longer was never closed.
MAX_LINES_OF_RECORD = 1_000
MAX_BROKEN = 100
LONGEST_LINE = 2_000
DELIMITERS = (',', ';', '\t', '|', '^', '\x1f')
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


class Records:
    """Iterates over (line, cells)."""

    def __init__(self, lines, delimiter, escaped=False):
        self._lines = lines
        self._options = {'delimiter': delimiter or ',', 'skipinitialspace': delimiter not in (None, '\t')}
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
    for delimiter in DELIMITERS:
        lines = Lines(iter(sample))
        try:
            widths = [(len(cells), cells) for _, cells in Records(lines, delimiter)]
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


def _holds_another(cell, delimiter):
    if not any(other in cell for other in DELIMITERS if other != delimiter):
        return False
    is_number = len(cell) <= LONGEST and _NUMBER.fullmatch(cell) is not None
    return not is_number and not (delimiter != ',' and ', ' in cell)


ALIGNED = '\x1f'
_GAP = re.compile(r' {2,}')
_GROUPED = re.compile(r'(?<=\d),(?=\d)')


def is_aligned(sample):
    """Returns whether columns are separated by runs of spaces, and not by any delimiter. Commas between digits group them."""
    lines = [line.strip() for line in sample if line.strip()]
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


def uses_backslash(sample):
    """Returns whether quotes inside quotes are written \\" instead of doubled."""
    text = ''.join(sample)
    return '\\"' in text and '""' not in re.sub(r'(^|[,;|\t])""(?=$|[,;|\t\r\n])', '', text, flags=re.M)
