"""The trimmed cells of a text column. Each distinct value is examined only once."""

from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .figures import INVISIBLE, clean, is_missing
from .notes import MAX_LINES

SAMPLE = 2_000
# Patterns by which spreadsheets and bank exports mark digits as text: ="011001" and '011001.
_GUARDED = r'^=\s*"([^"]*)"$'
_QUOTED = r"^'([^']*\d[^']*)$"


class Cells:
    """The cells of a column. `lines` contains each row's line number for use in notes."""

    def __init__(self, name, text, lines):
        self.name = name
        trimmed = pc.utf8_trim_whitespace(text)
        # Invisible characters would turn one city into two, and make a number unrecognisable.
        self.invisible = pc.any(pc.match_substring_regex(trimmed, f'[{INVISIBLE}]')).as_py() is True
        if self.invisible:
            trimmed = pc.utf8_trim_whitespace(pc.replace_substring_regex(trimmed, f'[{INVISIBLE}]', ''))
        self.guarded = False
        for pattern in (_GUARDED, _QUOTED):
            marked = pc.match_substring_regex(trimmed, pattern)
            if pc.any(marked).as_py() is True and (pattern is _GUARDED or 2 * pc.sum(marked).as_py() > len(text) - text.null_count):
                self.guarded = True
                trimmed = pc.replace_substring_regex(trimmed, pattern, r'\1')
        self.text = pc.if_else(pc.equal(trimmed, ''), pa.scalar(None, pa.string()), trimmed)
        self.lines = lines

    @property
    def rows(self):
        return len(self.text)

    @cached_property
    def empty(self):
        return self.text.null_count

    def every(self, pattern):
        """Returns whether there are values and all of them fully match an RE2 pattern."""
        return self.empty < self.rows and pc.all(pc.match_substring_regex(self.text, f'^(?:{pattern})$')).as_py()

    def any(self, pattern):
        """Returns whether any value fully matches a pattern."""
        return pc.any(pc.match_substring_regex(self.text, f'^(?:{pattern})$')).as_py() is True

    @cached_property
    def _encoded(self):
        return pc.dictionary_encode(self.text).combine_chunks() if self.rows else None

    @cached_property
    def values(self):
        """The distinct values, in order of first occurrence."""
        return self._encoded.dictionary.to_pylist() if self.rows else []

    @cached_property
    def _places(self):
        """For each row, the index of its value in `values`; -1 if it is empty."""
        return pc.fill_null(self._encoded.indices, -1).to_numpy(zero_copy_only=False)

    @cached_property
    def counts(self):
        """For each of `values`, the number of rows that have it."""
        return np.bincount(self._places[self._places >= 0], minlength=len(self.values))

    @cached_property
    def tokens(self):
        """Indexes of the values that mean "nothing here"."""
        return [place for place, value in enumerate(self.values) if is_missing(clean(value))]

    def sample(self):
        return self.values[:SAMPLE]

    def spread(self, by_value, missing):
        """Expands a list with one item per value to an array with one item per row."""
        table = np.array([*by_value, missing], dtype=object)
        return table[self._places]

    def lines_of(self, places):
        """Returns the line numbers of the first rows that contain one of the given values."""
        rows = np.flatnonzero(np.isin(self._places, list(places)))[:MAX_LINES]
        return [self.lines[row] for row in rows]

    def rows_with(self, places):
        return int(self.counts[list(places)].sum()) if len(places) else 0
