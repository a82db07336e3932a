"""Detects a text file's character encoding."""

import codecs
import re

from .notes import Unreadable, plural

_BOMS = (
    (codecs.BOM_UTF8, 'utf-8-sig', 'UTF-8'),
    (codecs.BOM_UTF32_LE, 'utf-32', 'UTF-32'),
    (codecs.BOM_UTF32_BE, 'utf-32', 'UTF-32'),
    (codecs.BOM_UTF16_LE, 'utf-16', 'UTF-16'),
    (codecs.BOM_UTF16_BE, 'utf-16', 'UTF-16'),
)
# A non-ASCII character in UTF-8 (RFC 3629, section 4).
_MULTIBYTE = re.compile(
    rb'[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]'
    rb'|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}'
)
_HIGH = re.compile(rb'[\x80-\xff]')
# Bytes that Windows-1252 leaves undefined.
_UNDEFINED = re.compile(rb'[\x81\x8d\x8f\x90\x9d]')
# Control characters that do not occur in text: all except white space and field separators.
_CONTROL = re.compile(rb'[\x01-\x08\x0e-\x1a\x1b\x7f]')
_SAMPLE = 1 << 20
_STEP = 1 << 18


class Signs:
    """A file's bytes, and whether they contain any sign that determines how they can be read. `data` is bytes
    or a mapped file."""

    def __init__(self, data):
        self.data = data
        self.ascii, self.quotes, self.returns, self.nul = True, False, False, False
        # Each part is searched for all signs while it is in the processor's cache.
        for start in range(0, len(data), _STEP):
            part = data[start:start + _STEP]
            self.ascii = self.ascii and part.isascii()
            self.quotes = self.quotes or b'"' in part
            self.returns = self.returns or b'\r' in part
            self.nul = self.nul or b'\0' in part


def detect(data, signs, notes):
    """Returns (codec name for Python, name for people, error handling)."""
    for bom, codec, name in _BOMS:
        if data[:len(bom)] == bom:
            return codec, name, 'replace'
    wide = _wide(data[:_SAMPLE])
    if wide is not None:
        notes.add('encoding', f'There is no byte order mark; read as {wide.upper()} by the position of its zero bytes.')
        return wide, wide.upper(), 'replace'
    try:
        if not signs.ascii:
            codecs.decode(data, 'utf-8')
        return 'utf-8', 'UTF-8', 'strict'
    except UnicodeDecodeError:
        data = bytes(data)
    if len(_CONTROL.findall(data[:_SAMPLE])) > len(data[:_SAMPLE]) * 0.02:
        raise Unreadable('kind', 'the file is neither text nor a spreadsheet nor Parquet')
    high = len(_HIGH.findall(data))
    good = sum(len(found) for found in _MULTIBYTE.findall(data))
    if good > (high - good) * 4:
        notes.add(
            'encoding-damaged',
            f'UTF-8 with {plural(high - good, "damaged byte")}, shown as \N{REPLACEMENT CHARACTER}.',
            lines=_lines_with(data, high - good),
        )
        return 'utf-8', 'UTF-8', 'replace'
    return _single_byte(data, notes)


def _single_byte(data, notes):
    if not _UNDEFINED.search(data):
        notes.add(
            'encoding',
            'Not UTF-8; read as Windows-1252 (Western European). If names look wrong, it was saved in another encoding.',
            ambiguous=True,
        )
        return 'cp1252', 'Windows-1252', 'strict'
    guess = None
    try:
        from charset_normalizer import from_bytes

        guess = from_bytes(data[:_SAMPLE]).best()
    except Exception:
        pass
    codec = guess.encoding if guess is not None else 'latin-1'
    notes.add(
        'encoding',
        f'Neither UTF-8 nor Windows-1252; read as {codec}, which is a guess: check names, or save the file as UTF-8.',
        ambiguous=True,
    )
    return codec, codec, 'replace'


def _wide(sample):
    """Detects UTF-16 without a byte order mark, in which nearly every second byte of Latin text is zero."""
    if len(sample) < 4 or len(sample) % 2 and len(sample) < _SAMPLE:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) / 2
    if odd > half * 0.3 and even < half * 0.02:
        return 'utf-16-le'
    if even > half * 0.3 and odd < half * 0.02:
        return 'utf-16-be'
    if odd > 1 and even == 0 and _reads_well(sample, 'utf-16-le'):
        return 'utf-16-le'
    if even > 1 and odd == 0 and _reads_well(sample, 'utf-16-be'):
        return 'utf-16-be'
    return None


def _reads_well(sample, codec):
    """Returns whether the text decodes to Indian and European letters. Pairs of bytes from other encodings would decode to
    East Asian characters."""
    text = sample[:len(sample) // 2 * 2].decode(codec, 'replace')
    near = sum(1 for character in text if character < '\u2000' or '\u20a0' <= character <= '\u20bf')
    return '\n' in text and near > len(text) * 0.95


def _lines_with(data, damaged):
    if damaged > 1_000:
        return []
    return [
        number
        for number, line in enumerate(data.split(b'\n'), 1)
        if len(_HIGH.findall(line)) != sum(len(found) for found in _MULTIBYTE.findall(line))
    ]
