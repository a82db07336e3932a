"""Recognises total rows among a table's rows, by their words and by whether their figures add up."""

import math
import re

from .figures import LONGEST, to_number
from .notes import plural

TOTAL = re.compile(
    r'(?:(?:grand|sub|net|page|closing|overall|column|gross)[ -]*)?totals?(?:\s*\(.*\))?\s*:?|sum\s*:?|\*{1,4}'
    r'|(?:कुल|योग|कुल योग|महायोग|जोड़|एकूण|মোট|કુલ|மொத்தம்|మొత్తం|ಒಟ್ಟು|ആകെ)\s*:?',
    re.I,
)
# Words that may mark a total. The row only counts as a total if its figures add up.
_MAYBE = re.compile(
    r'.*\b(?:sub[ -]?)?totals?\s*(?:\(.*\))?\s*:?|(?:sub[ -]?)?totals?\s*(?:for|of|in|at|[-:])\s*.*'
    r'|.*\b(?:closing|ending)\b.*|.*\bc/[fd]\b.*|.*(?:कुल|योग)\s*:?|(?:कुल|योग)\s.*',
    re.I,
)
# A quick first check: text that matches _MAYBE or _AVERAGE contains one of these words, and most rows contain none.
_HINT = re.compile(r'total|closing|ending|c/[fd]|average|avg|mean|कुल|योग|औसत', re.I)
# Parts of all words that mark a certain or a possible total, in lower case, for a search through a whole column.
HINTS = (
    '*', 'total', 'sum', 'closing', 'ending', 'c/f', 'c/d', 'carried', 'average', 'avg', 'mean', 'कुल', 'योग', 'जोड़', 'एकूण', 'औसत',
    'মোট', 'કુલ', 'மொத்தம்', 'మొత్తం', 'ಒಟ್ಟು', 'ആകെ',
)
_WORD = re.compile(r'total|कुल|योग', re.I)
_AVERAGE = re.compile(r'(?:average|avg\.?|mean|औसत)\s*:?', re.I)
# A cell that contains both the word and the total.
_SAID = re.compile(r'(?:(?:grand|sub|net)[ -]*)?totals?\s*(?:\(.*\))?\s*[:=-]\s*\S*\d\S*', re.I)
# Exact labels that mark a carried total after a date or number. They are only looked up, because such rows are many.
CARRIED = frozenset((
    'c/f', 'c/d', 'carried forward', 'carried down', 'balance c/f', 'balance c/d', 'by balance c/f', 'to balance c/d', 'closing balance',
    'closing bal', 'total', 'totals', 'grand total', 'sub total', 'subtotal', 'sub-total',
))
# Maximum number of rows for checking sums, because calculating with text is slow. In a longer table, doubtful rows are only
# noted.
_MAX_ROWS = 50_000


# Words of a total that may stand above its rows.
_ABOVE = re.compile(r'(?:grand |over)?(?:total|all)\b.*|entire .*|whole .*|.*\btotal\s*:?|(?:कुल|योग)(?:\s.*)?|सभी.*', re.I)


def first_is_total(columns):
    """Returns what the first row is if its figures are the sums of all other rows': 'total' if its first cell says so, 'maybe' if not;
    otherwise None. `columns` are lists of cells."""
    label = str(columns[0][0] or '').strip() if columns and len(columns[0]) > 3 else ''
    if len(columns[0] if columns else ()) > _MAX_ROWS or not label or len(label) > LONGEST or _number(label) is not None:
        return None
    agreed = False
    for cells in columns[1:]:
        stated = _number(cells[0])
        if stated is None:
            if str(cells[0] or '').strip():
                return None
            continue
        others = [_number(cell) for cell in cells[1:]]
        if not math.isclose(sum(value for value in others if value is not None), stated, rel_tol=1e-9, abs_tol=0.005):
            return None
        agreed = agreed or sum(1 for value in others if value) > 1
    return ('total' if _ABOVE.fullmatch(label) else 'maybe') if agreed else None


def may_be_total(label):
    """Returns whether a row's first words may mark a total, so that its figures must be checked."""
    return len(label) <= LONGEST and _HINT.search(label) is not None and (_MAYBE.fullmatch(label) or _AVERAGE.fullmatch(label)) is not None


def says_total(cell):
    """Returns whether a single cell states a total, such as 'Total: 300'."""
    return len(cell) <= LONGEST and _SAID.fullmatch(cell) is not None


class Marks:
    """Certain and possible total rows, each with the number of table rows before it."""

    def __init__(self):
        self.sure = []
        self.maybe = []
        # By line number, the column indexes of figures that equal the sum of the rows since the last total or of all rows.
        self.sound = {}

    def settle(self, columns, rows, notes):
        """Checks whether the figures add up, and returns the positions of the possible rows that are totals. `columns` is
        called for lists of cells only if they are needed."""
        if not self.sure and not self.maybe:
            return []
        if rows > _MAX_ROWS or len(self.maybe) > rows // 2:
            # Only words raise a doubt here: in many tables, the first column is just often empty.
            self._tell_kept([line for _, line, cells in self.maybe if any(_HINT.search(str(cell)) for cell in cells if cell)], notes)
            return []
        sums = _Sums(columns())
        marks = sorted([(at, True, line, cells) for at, line, cells in self.sure] + [(at, False, line, cells) for at, line, cells in self.maybe])
        found, wrong, guessed = [], [], []
        for at, sure, line, cells in marks:
            agrees, self.sound[line] = sums.agree(at, cells)
            if sure:
                sums.next_block(at, skip=False)
                if not agrees:
                    wrong.append(line)
            elif agrees:
                sums.next_block(at, skip=True)
                found.append(at)
                if not any(_WORD.search(str(cell)) for cell in cells if cell):
                    guessed.append(line)
        if wrong:
            notes.add(
                'totals-differ', f'{plural(len(wrong), "row")} called a total was set aside although its figures are not the sum of the rows '
                'above; it may be an ordinary row.', lines=wrong, ambiguous=True,
            )
        if guessed:
            notes.add(
                'totals-guessed', f'{plural(len(guessed), "row")} set aside because the figures are the sum or the mean of the rows above, '
                'although no word marks it as a total.', lines=guessed, ambiguous=True,
            )
        return found

    @staticmethod
    def _tell_kept(lines, notes):
        if lines:
            notes.add(
                'totals-kept', f'{plural(len(lines), "row")} may be totals but were kept as rows, so sums count them.', lines=lines,
                ambiguous=True,
            )


class _Block:
    """The running sum and count of one column's rows since the last total."""

    __slots__ = ('cells', 'at', 'sum', 'count', 'before')

    def __init__(self, cells):
        self.cells = cells
        self.at = self.sum = self.count = 0
        # Sum of the blocks before this one.
        self.before = 0

    def reach(self, at):
        """Adds the rows up to `at`. Callers go through rows in order, so that each is read only once no matter how many may
        be totals."""
        for cell in self.cells[self.at:at]:
            value = _number(cell)
            if value is not None:
                self.sum += value
                self.count += 1
        self.at = max(self.at, at)
        return self

    def close(self, start):
        self.before += self.sum
        self.at, self.sum, self.count = start, 0, 0


class _Sums:
    """Column sums since the last total and since the beginning."""

    def __init__(self, columns):
        self._blocks = [_Block(cells) for cells in columns]
        self._start = 0

    def agree(self, at, cells):
        """Returns (whether most of the figures of a row that follows `at` rows are sums or means; the column indexes of
        those that are)."""
        label = next((str(cell).strip() for cell in cells if cell), '')
        if _number(label) is not None and at - self._start < 2:
            # Without a word that marks a total, the "sum" of a single row is just that row repeated.
            return False, set()
        mean = _AVERAGE.fullmatch(label) is not None
        good = bad = 0
        sound = set()
        for n, cell in enumerate(cells[:len(self._blocks)]):
            stated = _number(cell)
            if stated is None:
                continue
            block = self._blocks[n].reach(at)
            own = _means(block) if mean else (block.sum, block.before + block.sum)
            if any(math.isclose(value, stated, rel_tol=1e-9, abs_tol=0.005) for value in own):
                good += stated != 0
                sound.add(n)
            else:
                bad += 1
        return good > 0 and (good >= bad if _number(label) is None else bad == 0), sound

    def next_block(self, at, skip):
        """Begins a new block after a total. With `skip`, the total itself is still among the rows and is left out of the
        sums."""
        self._start = at + skip
        for block in self._blocks:
            block.reach(at).close(self._start)


def _means(block):
    if block.count == 0:
        return ()
    mean = block.sum / block.count
    return mean, round(mean, 2)


def _number(cell):
    if cell is None or isinstance(cell, bool):
        return None
    if isinstance(cell, (int, float)):
        return None if cell != cell else cell
    cell = str(cell)
    value = to_number(cell)
    return to_number(cell, ',') if value is None else value
