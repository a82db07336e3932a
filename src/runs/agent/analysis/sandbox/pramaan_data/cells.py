"""The cells of one column of text: trimmed, each different value looked at once."""

from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .figures import INVISIBLE, clean, is_missing
from .notes import MAX_LINES

SAMPLE = 2_000
# How spreadsheets and bank exports mark digits as text: ="011001" and '011001.
_GUARDED = r'^=\s*"([^"]*)"$'
_QUOTED = r"^'([^']*\d[^']*)$"


class Cells:
    """`lines` has the line of each row, so that a note can say where."""

    def __init__(self, name, text, lines):
        self.name = name
        trimmed = pc.utf8_trim_whitespace(text)
        # What is not seen would make two cities of one, and no number of a number.
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
        """Whether all values match a pattern of RE2 whole, and there is one."""
        return self.empty < self.rows and pc.all(pc.match_substring_regex(self.text, f'^(?:{pattern})$')).as_py()

    def any(self, pattern):
        """Whether some value matches whole."""
        return pc.any(pc.match_substring_regex(self.text, f'^(?:{pattern})$')).as_py() is True

    @cached_property
    def _encoded(self):
        return pc.dictionary_encode(self.text).combine_chunks() if self.rows else None

    @cached_property
    def values(self):
        """Each different value once, in the order of their first rows."""
        return self._encoded.dictionary.to_pylist() if self.rows else []

    @cached_property
    def _places(self):
        """For each row the place of its value in `values`, -1 where it is empty."""
        return pc.fill_null(self._encoded.indices, -1).to_numpy(zero_copy_only=False)

    @cached_property
    def counts(self):
        """How many rows have each of `values`."""
        return np.bincount(self._places[self._places >= 0], minlength=len(self.values))

    @cached_property
    def tokens(self):
        """Places of the values that stand for "nothing here"."""
        return [place for place, value in enumerate(self.values) if is_missing(clean(value))]

    def sample(self):
        return self.values[:SAMPLE]

    def spread(self, by_value, missing):
        """A list over `values` as an array over the rows."""
        table = np.array([*by_value, missing], dtype=object)
        return table[self._places]

    def lines_of(self, places):
        """Lines of the first rows that hold one of some values."""
        rows = np.flatnonzero(np.isin(self._places, list(places)))[:MAX_LINES]
        return [self.lines[row] for row in rows]

    def rows_with(self, places):
        return int(self.counts[list(places)].sum()) if len(places) else 0
