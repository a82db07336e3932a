"""The trimmed cells of a text column. Each distinct value is examined only once."""

from functools import cached_property

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from .figures import INVISIBLE, clean, is_missing
from .notes import MAX_LINES

SAMPLE = 2_000
_HEAD = 1_000
_NEAR = 50_000
_BLOCK = 1 << 15
_SEARCHED = 1 << 17
# Up to this number of distinct values, two bytes are enough for an index.
_MOST_SHORT = 32_000
# Number of first values that tell whether a column has few distinct ones.
SAMPLED = 4 * _HEAD
# All white space of ASCII is at most this.
_HIGHEST_BLANK = 0x20
# Patterns by which spreadsheets and bank exports mark digits as text: ="011001" and '011001.
_GUARDED = r'^=\s*"([^"]*)"$'
_QUOTED = r"^'([^']*\d[^']*)$"
_TEXT = pd.StringDtype(na_value=np.nan)


def repeats(text):
    """Returns whether the first values of a column suggest that few are distinct."""
    return len(text) <= _HEAD or len(pc.unique(text.slice(0, SAMPLED))) < 2 * _HEAD


def is_encoded(column):
    return pa.types.is_dictionary(column.type)


def values_of(column):
    """Returns the values to examine: the distinct values of each part of an encoded column, all values of any
    other."""
    return pa.chunked_array([chunk.dictionary for chunk in column.chunks], pa.string()) if is_encoded(column) else column


def holds(column, test):
    """Returns for each row whether a test holds for its value."""
    hits = np.asarray(test(values_of(column)))
    if not is_encoded(column):
        return hits
    if not hits.any():
        return np.zeros(len(column), bool)
    ends = np.cumsum([len(chunk.dictionary) for chunk in column.chunks])
    return np.concatenate([hits[end - len(chunk.dictionary):end][chunk.indices.to_numpy()] for end, chunk in zip(ends, column.chunks)])


def united(parts):
    """Joins the parts of an encoded column into one whose values are distinct. Each index is copied only once."""
    if len(parts) == 1:
        return parts[0]
    if any(part.indices.null_count for part in parts):
        return pa.chunked_array(parts).unify_dictionaries().combine_chunks()
    # Slices of one part share its values.
    values = {_address(part): part.dictionary for part in parts}
    starts = dict(zip(values, np.cumsum([0, *map(len, values.values())])))
    encoded = pa.concat_arrays(list(values.values())).dictionary_encode()
    places = encoded.indices.to_numpy()
    if len(encoded.dictionary) <= _MOST_SHORT:
        places = places.astype(np.int16)
    joined = np.empty(sum(map(len, parts)), places.dtype)
    end = 0
    for part in parts:
        start, end = end, end + len(part)
        np.take(places[starts[_address(part)]:], part.indices.to_numpy(), out=joined[start:end], mode='clip')
    return pa.DictionaryArray.from_arrays(pa.array(joined), encoded.dictionary)


def _address(part):
    """Returns a key that distinguishes a part's values from those of others."""
    _, offsets, _ = part.dictionary.buffers()
    return offsets.address if offsets else 0, part.dictionary.offset, len(part.dictionary)


def trim(text, content):
    """Removes white space around cells, if there is any."""
    return text if content.ascii and content.least > _HIGHEST_BLANK else pc.utf8_trim_whitespace(text)


class Cells:
    """The cells of a column. `lines` contains each row's line number for use in notes."""

    def __init__(self, name, column, lines):
        self.name = name
        self.lines = lines
        self.rows = len(column)
        self.invisible = self.guarded = False
        # Whether the first values suggest that the column has few distinct ones.
        self.repeats = is_encoded(column) or repeats(column)
        if self.repeats and self.rows:
            encoded = united((column if is_encoded(column) else pc.dictionary_encode(column)).chunks)
            if _is_clean(encoded.dictionary):
                self._encoded = _tidy(encoded)
                return
            column = pa.chunked_array([encoded.dictionary_decode()])
        self.text = self._clean(column)

    def _clean(self, text):
        # Searching the column's bytes is much faster than matching patterns cell by cell.
        content = Content(text)
        trimmed = trim(text, content)
        # Invisible characters would turn one city into two, and make a number unrecognisable.
        self.invisible = not content.ascii and pc.any(pc.match_substring_regex(trimmed, f'[{INVISIBLE}]')).as_py() is True
        if self.invisible:
            trimmed = pc.utf8_trim_whitespace(pc.replace_substring_regex(trimmed, f'[{INVISIBLE}]', ''))
        for pattern in (_GUARDED, _QUOTED):
            if not content.has(b'"' if pattern is _GUARDED else b"'"):
                continue
            marked = pc.match_substring_regex(trimmed, pattern)
            if pc.any(marked).as_py() is True and (pattern is _GUARDED or 2 * pc.sum(marked).as_py() > len(text) - text.null_count):
                self.guarded = True
                trimmed = pc.replace_substring_regex(trimmed, pattern, r'\1')
        if pc.min(pc.binary_length(trimmed)).as_py() == 0:
            trimmed = pc.if_else(pc.equal(trimmed, ''), pa.scalar(None, pa.string()), trimmed)
        if trimmed is text:
            self.content = content
        return trimmed

    @cached_property
    def text(self):
        return pa.chunked_array([pc.take(self._encoded.dictionary, self._encoded.indices)])

    def to_series(self):
        """Returns the cells as a pandas series of text."""
        if '_encoded' not in self.__dict__ or 'text' in self.__dict__:
            return self.text.to_pandas().astype('str')
        # pandas needs the large form of text, which is made for the distinct values only.
        values = self._encoded.dictionary.cast(pa.large_string())
        return pd.Series(_TEXT.__from_arrow__(pa.chunked_array([pc.take(values, self._encoded.indices)])))

    @cached_property
    def longest(self):
        """The length in bytes of the longest cell."""
        return pc.max(pc.binary_length(self._most)).as_py() or 0

    def has(self, *parts):
        """Returns whether the column's bytes contain one of some parts."""
        return self.content.has(*parts)

    @cached_property
    def content(self):
        return Content(self._most)

    @cached_property
    def empty(self):
        return self._encoded.indices.null_count if '_encoded' in self.__dict__ else self.text.null_count

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

    def begins(self, *signs):
        """Returns whether any value begins with one of the signs."""
        return any(self.has(sign.encode()) and pc.any(pc.starts_with(self._most, sign)).as_py() is True for sign in signs)

    @cached_property
    def _head(self):
        if '_encoded' in self.__dict__:
            return pc.take(self._encoded.dictionary, self._encoded.indices.slice(0, _HEAD))
        return self.text.slice(0, _HEAD)

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
        if not self.rows:
            return None
        encoded = pc.dictionary_encode(self.text)
        return encoded.combine_chunks() if isinstance(encoded, pa.ChunkedArray) else encoded

    @cached_property
    def values(self):
        """The distinct values, in order of first occurrence."""
        return self._encoded.dictionary.to_pylist() if self.rows else []

    @cached_property
    def _places(self):
        """For each row, the index of its value in `values`; -1 if it is empty."""
        return _places_of(self._encoded.indices)

    @cached_property
    def counts(self):
        """For each of `values`, the number of rows that have it."""
        counts = np.zeros(len(self.values) + 1, np.int64)
        step = max(_BLOCK, len(counts))
        for start in range(0, self.rows, step):
            # Empty cells have the index -1.
            counts += np.bincount(self._places[start:start + step] + 1, minlength=len(counts))
        return counts[1:]

    def common(self, most):
        """Returns the values with their counts, the most frequent first; None if there are more than `most`."""
        if len(self.values) > most:
            return None
        pairs = zip(self.values, self.counts.tolist())
        return dict(sorted(pairs, key=lambda pair: -pair[1]))

    @cached_property
    def tokens(self):
        """Indexes of the values that mean "nothing here"."""
        return [place for place, value in enumerate(self.values) if is_missing(clean(value))]

    def sample(self):
        """Returns some of the distinct values, in order of first occurrence."""
        if self.repeats or self.rows <= 10 * SAMPLE:
            return self.values[:SAMPLE]
        return [value for value in pc.unique(self.text.slice(0, 2 * SAMPLED)).to_pylist() if value is not None][:SAMPLE]

    def spread(self, by_value, missing):
        """Expands a list with one item per value to an array with one item per row."""
        return values_at(np.array([*by_value, missing], dtype=object), self._places)

    def lines_of(self, places):
        """Returns the line numbers of the first rows that contain one of the given values."""
        rows = np.flatnonzero(np.isin(self._places, list(places)))[:MAX_LINES]
        return [self.lines[row] for row in rows]

    def rows_with(self, places):
        return int(self.counts[list(places)].sum()) if len(places) else 0


def _is_clean(values):
    """Returns whether a column's distinct values can stay as they are."""
    content = Content(values)
    return (
        (content.ascii and content.least > _HIGHEST_BLANK or pc.utf8_trim_whitespace(values).equals(values))
        and (content.ascii or pc.any(pc.match_substring_regex(values, f'[{INVISIBLE}]')).as_py() is not True)
        and not content.has(b'"', b"'")
    )


def _tidy(encoded):
    """Makes empty cells null, drops values that no row uses any more, and orders the others by first
    occurrence."""
    empty = pc.index(encoded.dictionary, '').as_py()
    # In most columns, all values occur near the beginning.
    order = pc.unique(encoded.indices.slice(0, _NEAR)).drop_null().to_numpy()
    if len(order) < len(encoded.dictionary):
        order = pc.unique(encoded.indices).drop_null().to_numpy()
    if empty < 0 and len(order) == len(encoded.dictionary) and np.array_equal(order, np.arange(len(order))):
        return encoded
    order = order[order != empty]
    # The last one stands for cells that are already empty.
    places = _places_of(encoded.indices)
    ranks = np.full(len(encoded.dictionary) + 1, -1, places.dtype)
    ranks[order] = np.arange(len(order), dtype=places.dtype)
    places = values_at(ranks, places)
    known = pa.py_buffer(np.packbits(places >= 0, bitorder='little'))
    indices = pa.Array.from_buffers(encoded.indices.type, len(places), [known, pa.py_buffer(places)])
    return pa.DictionaryArray.from_arrays(indices, encoded.dictionary.take(pa.array(order)))


def _places_of(indices):
    """Returns indexes as an array, with -1 for those that are null."""
    return (pc.fill_null(indices, -1) if indices.null_count else indices).to_numpy()


def values_at(values, places):
    """Returns the value at each of many positions. Works in blocks, so that intermediate data fits in the
    processor's cache."""
    found = np.empty(len(places), values.dtype)
    for start in range(0, len(places), _BLOCK):
        found[start:start + _BLOCK] = values[places[start:start + _BLOCK]]
    return found


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
        return bool(wanted) and any(_occur(wanted, part) for part in self._parts)


def _occur(wanted, content):
    """Returns whether one of some byte strings is in an array of bytes. Copies only blocks of it."""
    more = max(map(len, wanted)) - 1
    for start in range(0, len(content), _SEARCHED):
        block = content[start:start + _SEARCHED + more].tobytes()
        if any(one in block for one in wanted):
            return True
    return False
