"""The trimmed cells of a text column. Each distinct value is examined only once."""

from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .figures import INVISIBLE, clean, is_missing
from .notes import MAX_LINES

SAMPLE = 2_000
_HEAD = 1_000
# All white space of ASCII is at most this.
_HIGHEST_BLANK = 0x20
# Patterns by which spreadsheets and bank exports mark digits as text: ="011001" and '011001.
_GUARDED = r'^=\s*"([^"]*)"$'
_QUOTED = r"^'([^']*\d[^']*)$"


def _repeats(text):
    return len(text) <= _HEAD or len(pc.unique(text.slice(0, 4 * _HEAD))) < 2 * _HEAD


def distinct_if_few(text):
    """Returns a column's distinct values if its first values suggest that they are few, otherwise None."""
    return pc.unique(text) if _repeats(text) else None


def trim(text, content):
    """Removes white space around cells, if there is any."""
    return text if content.ascii and content.least > _HIGHEST_BLANK else pc.utf8_trim_whitespace(text)


class Cells:
    """The cells of a column. `lines` contains each row's line number for use in notes."""

    def __init__(self, name, text, lines):
        self.name = name
        # Searching the column's bytes is much faster than matching patterns cell by cell.
        content = Content(text)
        trimmed = trim(text, content)
        # Invisible characters would turn one city into two, and make a number unrecognisable.
        self.invisible = not content.ascii and pc.any(pc.match_substring_regex(trimmed, f'[{INVISIBLE}]')).as_py() is True
        if self.invisible:
            trimmed = pc.utf8_trim_whitespace(pc.replace_substring_regex(trimmed, f'[{INVISIBLE}]', ''))
        self.guarded = False
        for pattern in (_GUARDED, _QUOTED):
            if not content.has(b'"' if pattern is _GUARDED else b"'"):
                continue
            marked = pc.match_substring_regex(trimmed, pattern)
            if pc.any(marked).as_py() is True and (pattern is _GUARDED or 2 * pc.sum(marked).as_py() > len(text) - text.null_count):
                self.guarded = True
                trimmed = pc.replace_substring_regex(trimmed, pattern, r'\1')
        if pc.min(pc.binary_length(trimmed)).as_py() == 0:
            trimmed = pc.if_else(pc.equal(trimmed, ''), pa.scalar(None, pa.string()), trimmed)
        self.text = trimmed
        self.lines = lines
        if trimmed is text:
            self.content = content

    @cached_property
    def longest(self):
        """The length in bytes of the longest cell."""
        return pc.max(pc.binary_length(self.text)).as_py() or 0

    def has(self, *parts):
        """Returns whether the column's bytes contain one of some parts."""
        return self.content.has(*parts)

    @cached_property
    def content(self):
        return Content(self.text)

    @property
    def rows(self):
        return len(self.text)

    @cached_property
    def empty(self):
        return self.text.null_count

    def every(self, pattern):
        """Returns whether there are values and all of them fully match an RE2 pattern."""
        if self.empty == self.rows:
            return False
        # The first values of most columns decide.
        return all(
            pc.all(pc.match_substring_regex(text, f'^(?:{pattern})$')).as_py() is not False for text in (self._head, self._most)
        )

    def every_first(self, pattern):
        """Returns whether the first values fully match a pattern, so that it is worth looking at the others."""
        return pc.all(pc.match_substring_regex(self._head, f'^(?:{pattern})$')).as_py() is not False

    def any(self, pattern):
        """Returns whether any value fully matches a pattern."""
        return pc.any(pc.match_substring_regex(self._most, f'^(?:{pattern})$')).as_py() is True

    @cached_property
    def _head(self):
        return self.text.slice(0, _HEAD)

    @cached_property
    def repeats(self):
        """Whether the first values suggest that the column has few distinct ones."""
        return _repeats(self.text)

    @property
    def _most(self):
        """The text that a pattern must match: the distinct values if they are few, otherwise all."""
        return self._encoded.dictionary if self.rows and self.repeats else self.text

    @cached_property
    def distinct(self):
        """The number of distinct values."""
        return len(self._encoded.dictionary) if self.rows else 0

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
        """Returns some of the distinct values, in order of first occurrence."""
        if self.repeats or self.rows <= 10 * SAMPLE:
            return self.values[:SAMPLE]
        return [value for value in pc.unique(self.text.slice(0, 10 * SAMPLE)).to_pylist() if value is not None][:SAMPLE]

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


class Content:
    """The bytes of a column, without gaps between its cells."""

    def __init__(self, text):
        self._parts = []
        for chunk in text.chunks if isinstance(text, pa.ChunkedArray) else [text]:
            _, offsets, content = chunk.buffers()
            if content is not None and len(chunk):
                ends = np.frombuffer(offsets, np.int32)
                part = np.frombuffer(content, np.uint8)[ends[chunk.offset]:ends[chunk.offset + len(chunk)]]
                if len(part):
                    self._parts.append(part)
        self.least = min((int(part.min()) for part in self._parts), default=0xff)
        self.most = max((int(part.max()) for part in self._parts), default=0)

    @property
    def ascii(self):
        return self.most < 0x80

    def has(self, *wanted):
        wanted = [one for one in wanted if self.least <= min(one) and max(one) <= self.most]
        return any(one in part for part in self._bytes for one in wanted) if wanted else False

    @cached_property
    def _bytes(self):
        return [part.tobytes() for part in self._parts]
