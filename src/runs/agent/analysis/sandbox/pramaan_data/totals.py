"""Rows between the rows that add the others up: told by their words, and by whether their figures do add up."""

import math
import re

from .figures import LONGEST, to_number
from .notes import plural

TOTAL = re.compile(
    r'(?:(?:grand|sub|net|page|closing|overall|column|gross)[ -]*)?totals?(?:\s*\(.*\))?\s*:?|sum\s*:?'
    r'|(?:कुल|योग|कुल योग|महायोग|जोड़|एकूण|মোট|કુલ|மொத்தம்|మొత్తం|ಒಟ್ಟು|ആകെ)\s*:?',
    re.I,
)
# Words that may stand for a total; only figures that add up make it one.
_MAYBE = re.compile(
    r'.*\b(?:sub[ -]?)?totals?\s*(?:\(.*\))?\s*:?|(?:sub[ -]?)?totals?\s*(?:for|of|in|at|[-:])\s*.*'
    r'|.*\b(?:closing|ending)\b.*|.*\bc/[fd]\b.*|.*(?:कुल|योग)\s*:?|(?:कुल|योग)\s.*',
    re.I,
)
# What one of these two has in it, looked for first: most rows have none.
_HINT = re.compile(r'total|closing|ending|c/[fd]|average|avg|mean|कुल|योग|औसत', re.I)
_WORD = re.compile(r'total|कुल|योग', re.I)
_AVERAGE = re.compile(r'(?:average|avg\.?|mean|औसत)\s*:?', re.I)
# A total as a sentence of its own.
_SAID = re.compile(r'(?:(?:grand|sub|net)[ -]*)?totals?\s*(?:\(.*\))?\s*[:=-]\s*\S*\d\S*', re.I)
# Behind a date or a number, where rows are many: words alone, and looked up.
CARRIED = frozenset((
    'c/f', 'c/d', 'carried forward', 'carried down', 'balance c/f', 'balance c/d', 'by balance c/f', 'to balance c/d', 'closing balance',
    'closing bal', 'total', 'totals', 'grand total', 'sub total', 'subtotal', 'sub-total',
))
# Reckoning with text is slow; a longer table has its doubtful rows told instead.
_MAX_ROWS = 50_000


def may_be_total(label):
    """Whether the first words of a row may stand for a total, so that its figures have to be looked at."""
    return len(label) <= LONGEST and _HINT.search(label) is not None and (_MAYBE.fullmatch(label) or _AVERAGE.fullmatch(label)) is not None


def says_total(cell):
    """Whether one cell says what a total is: 'Total: 300'."""
    return len(cell) <= LONGEST and _SAID.fullmatch(cell) is not None


class Marks:
    """Total rows and doubtful ones, each with how many rows of the table stand before it."""

    def __init__(self):
        self.sure = []
        self.maybe = []
        # By line, the places of the figures that add up: to the rows since the last total, or to all.
        self.sound = {}

    def settle(self, columns, rows, notes):
        """
        Tells whether the figures add up. `columns` gives lists of cells, on demand.
        Gives the places of the doubtful rows that are totals.
        """
        if not self.sure and not self.maybe:
            return []
        if rows > _MAX_ROWS or len(self.maybe) > rows // 2:
            self._tell_kept([line for _, line, _ in self.maybe], notes)
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
    """What the rows of one column since the last total come to, as far as they were looked at."""

    __slots__ = ('cells', 'at', 'sum', 'count', 'before')

    def __init__(self, cells):
        self.cells = cells
        self.at = self.sum = self.count = 0
        # Of the blocks before this one.
        self.before = 0

    def reach(self, at):
        """Adds the rows up to `at`. Rows are asked for in their order, so that each is read once however many may be totals."""
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
    """Sums of columns: since the last total, and since the beginning."""

    def __init__(self, columns):
        self._blocks = [_Block(cells) for cells in columns]
        self._start = 0

    def agree(self, at, cells):
        """(whether most figures of a row before which `at` rows stand add up, or are the mean; the places of those that do)."""
        label = next((str(cell).strip() for cell in cells if cell), '')
        if _number(label) is not None and at - self._start < 2:
            # Without a word for it, the sum of one row is that row once more.
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
        """Begins a block behind a total; one that was kept so far as a row is none of those that are added up."""
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
