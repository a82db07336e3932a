"""Reads a PDF page's text layer."""

import ctypes
import re
from collections import Counter

import pypdfium2.raw as raw

from forms import filled_in
from layout import lines_of, words_of

MAX_CHARACTERS = 400_000
# Character codes that the library makes up, for line ends, removed hyphens or missing characters.
NO_SIGN = (0, 2, 10, 13, 0xFFFE, 0xFFFF)
UPRIGHT = 0.35


def layer_of(page, formenv):
    """Reads a page as (text, number of words with digits that the library itself reads differently).

    Text at the same height becomes one line, regardless of its order in the file. Form-field values appear at their fields'
    positions.
    """
    textpage = page.get_textpage()
    own = textpage.get_text_range()
    signs, turned = signs_of(textpage)
    if turned > len(signs) / 2:
        lines = [line.strip() for line in own.splitlines()]
        lines += lines_of(filled_in(page, formenv, []))
        return '\n'.join(lines), 0
    words = words_of(signs)
    differing = differences(' '.join(word[0] for word in words), own)
    return '\n'.join(lines_of(words + filled_in(page, formenv, words))), differing


def signs_of(textpage):
    """Lists the characters with their boxes, and counts those that are not upright."""
    count = min(textpage.count_chars(), MAX_CHARACTERS)
    edges = [ctypes.c_double() for _ in range(4)]
    advance = raw.FS_RECTF()
    signs = []
    turned = 0
    for at in range(count):
        code = raw.FPDFText_GetUnicode(textpage, at)
        if code in NO_SIGN or 0xD800 <= code < 0xE000:
            continue
        char = chr(code)
        if char.isspace():
            signs.append((char, 0, 0, 0, 0))
            continue
        if not raw.FPDFText_GetCharBox(textpage, at, *edges):
            continue
        left, right, bottom, top = (edge.value for edge in edges)
        if raw.FPDFText_GetLooseCharBox(textpage, at, advance):
            left, right = min(left, advance.left), max(right, advance.right)
        angle = raw.FPDFText_GetCharAngle(textpage, at) % 6.2832
        turned += UPRIGHT < angle < 6.2832 - UPRIGHT
        signs.append((char, left, right, bottom, top))
    return signs, turned


def differences(text, own):
    """Counts the words with digits that the library reads but that are not in `text`."""
    return (numbers_in(own) - numbers_in(text)).total()


def numbers_in(text):
    # Splits into words first, because a single pattern for words with digits would take quadratic time on a long word
    # without digits.
    words = re.sub('[\x02\ufffe\uffff\0]', '', text).split()
    return Counter(word for word in words if re.search(r'\d', word))
