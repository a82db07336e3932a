"""Remembers a dataset's identifiers as a Bloom filter of hashes. With it, the service masks them in every output, whatever form
code prints them in (src/governance/known-identifiers.ts), and charts mask them in their texts."""

import json
import os
import re

import numpy as np

FILE = '/tmp/.pramaan/known'
# Maximum size of the filter. A job returns at most 4 MiB of files.
_MAX_BITS = 24 << 20
_BITS_PER_KEY = 32
_LEAST_BITS_PER_KEY = 16
_HASHES = 12
_SEEDS = (2_166_136_261, 3_735_928_559)
_PRIME = np.uint32(16_777_619)
# Shorter values, such as the last four digits of a card, are not identifiers.
_SHORTEST = 8
_LONGEST = 34
_SHORTEST_SLICE = 6
# Maximum number of characters between two parts of one identifier.
_GAP = 4
_VISIBLE = 4
# Maximum share of arbitrary numbers that may be taken for a slice of an identifier.
_MISTAKEN = 1e-4
_SEVERAL = re.compile(r'[/,;|&\n]|\bor\b|\band\b')


def values_of(frames, profiles):
    """Returns the identifiers, as capital letters and digits, of all columns that hold identifiers."""
    found = set()
    for profile in profiles:
        frame = frames[profile['name']]
        for place, column in enumerate(profile['columns']):
            if 'pii' not in column or place >= len(frame.columns):
                continue
            for value in frame.iloc[:, place].dropna().unique():
                found.update(_forms(value))
    return found


def _forms(value):
    if isinstance(value, (float, np.floating)):
        value = f'{value:.0f}'
    for part in _SEVERAL.split(str(value)):
        part = re.sub(r'\.0+$', '', part.strip())
        word = ''.join(str(int(sign)) if sign.isdecimal() else sign for sign in part if sign.isalnum()).upper()
        if not _SHORTEST <= len(word) <= _LONGEST or not word.isascii():
            continue
        yield word
        # A phone number may be printed without its country code.
        if word.isdecimal() and len(word) in (11, 12) and word.startswith(('91', '0')):
            yield word[-10:]


class Filter:
    """Answers whether a word is an identifier or a slice of one."""

    def __init__(self, lengths, slice_length, bits):
        self.lengths = lengths
        self.slice_length = slice_length
        self._bits = bits

    def to_file(self):
        """Returns the bytes of the file that the service reads."""
        head = {'lengths': self.lengths, 'slice': self.slice_length, 'hashes': _HASHES}
        return json.dumps(head).encode() + b'\n' + np.packbits(self._bits, bitorder='little').tobytes()

    def has(self, word):
        """Returns 'as it is' or 'reversed'; None if the word is not known."""
        table = np.array([word, word[::-1]], dtype=f'S{len(word)}').view(np.uint8).reshape(2, -1)
        found = np.logical_and.reduce([self._bits[places] for places in _places(table, len(self._bits))])
        return 'as it is' if found[0] else 'reversed' if found[1] else None

    def mask(self, text):
        """Replaces the letters and digits of identifiers by X, apart from the last four of a whole one."""
        runs = list(re.finditer(r'[0-9A-Z]+', text.upper()))
        if len(text) != len(text.upper()) or sum(len(run[0]) for run in runs) < _SHORTEST_SLICE:
            return text
        hidden, claimed = set(), set()
        for first, run in enumerate(runs):
            joined = ''
            for at in range(first, len(runs)):
                if joined and runs[at].start() - runs[at - 1].end() > _GAP or len(joined) > self.lengths[-1]:
                    break
                joined += runs[at][0]
                way = self.has(joined) if len(joined) in self.lengths else None
                if way:
                    places = [place for place in range(run.start(), runs[at].end()) if text[place].isalnum()]
                    claimed.update(places)
                    hidden.update(places[:-_VISIBLE] if way == 'as it is' else places)
        for found in (*runs, *re.finditer(r'\d+(?:[,._\' -]\d+)+', text)):
            hidden.update(self._slices_in(found, claimed))
        return ''.join('X' if at in hidden else sign for at, sign in enumerate(text))

    def _slices_in(self, found, claimed):
        places = [at for at in range(*found.span()) if found.string[at].isalnum()]
        word = ''.join(found.string[at] for at in places)
        for length in (self.slice_length, *self.lengths):
            for at in range(len(word) - length + 1 if length else 0):
                if not claimed.issuperset(places[at:at + length]) and self.has(word[at:at + length]):
                    yield from places[at:at + length]


def build(values):
    """Returns the Filter of some identifiers."""
    by_length = {}
    for value in values:
        by_length.setdefault(len(value), []).append(value)
    slice_length = _slice_length(by_length)
    tables = [np.array(words, dtype=f'S{length}').view(np.uint8).reshape(-1, length) for length, words in by_length.items()]
    slices = [table[:, at:at + slice_length] for table in tables for at in range(table.shape[1] - slice_length + 1) if slice_length]
    if sum(len(part) for part in (*tables, *slices)) * _LEAST_BITS_PER_KEY > _MAX_BITS:
        slice_length, slices = 0, []
    keys = [*tables, *slices]
    size = min(_MAX_BITS, max(1_024, sum(len(part) for part in keys) * _BITS_PER_KEY)) // 8 * 8
    bits = np.zeros(size, bool)
    for part in keys:
        _add(bits, part)
    return Filter(sorted(by_length), slice_length, bits)


def _slice_length(by_length):
    """Returns the length of the shortest slice that is unlikely to be an ordinary number."""
    for length in range(_SHORTEST_SLICE, _LONGEST):
        windows = sum(len(words) * max(0, size - length + 1) for size, words in by_length.items())
        if windows <= _MISTAKEN * 10 ** length:
            return length
    return 0


def _add(bits, words):
    for places in _places(words, len(bits)):
        bits[places] = True


def _places(words, size):
    """Yields the places of words, as the rows of a table of bytes, in a filter of `size` bits."""
    first, second = (_hash(words, seed) for seed in _SEEDS)
    second |= np.uint32(1)
    for nth in range(_HASHES):
        yield (first + np.uint32(nth) * second) % np.uint32(size)


def _hash(words, seed):
    result = np.full(len(words), seed, np.uint32)
    for column in words.T:
        result = (result ^ column) * _PRIME
    return result


def remember(frames, profiles):
    """Writes the filter of a dataset's identifiers for the service. Returns it, or None if there are no identifiers."""
    values = values_of(frames, profiles)
    found = build(values) if values else None
    os.makedirs(os.path.dirname(FILE), exist_ok=True)
    with open(FILE, 'wb') as file:
        file.write(b'' if found is None else found.to_file())
    return found
