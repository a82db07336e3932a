"""Reads a PDF page's text layer."""

import ctypes
import re
from collections import Counter

import pypdfium2.raw as raw

from forms import filled_in
from layout import text_of, words_of

MAX_CHARACTERS = 400_000
# Character codes that the library makes up, for line ends, removed hyphens or missing characters.
NO_SIGN = (0, 2, 10, 13, 0xFFFE, 0xFFFF)
UPRIGHT = 0.35


# Of a page with more words, the text is read, but the places of the further words are left out. Fifty such pages stay below the
# result limit.
MAX_PLACES = 1_500


def layer_of(page, formenv):
    """Reads a page as (text, its words' places, number of words with digits that the library itself reads
    differently). Text at the same height becomes one line, regardless of its order in the file. Form-field
    values appear at their fields' positions.
    """
    textpage = page.get_textpage()
    own = textpage.get_text_range()
    signs, turned = signs_of(textpage)
    if turned > len(signs) / 2:
        lines = [line.strip() for line in own.splitlines()]
        filled, _ = text_of(filled_in(page, formenv, []))
        return '\n'.join([*lines, filled]).rstrip('\n'), [], 0
    words = words_of(signs)
    differing = differences(' '.join(word[0] for word in words), own)
    text, places = text_of(words + filled_in(page, formenv, words))
    return text, places, differing


def placed(page, places, length):
    """Returns the size of a displayed page and its first words: their places in the text, and on the page from its upper left
    corner."""
    left, bottom, right, top = page.get_cropbox()
    turn = page.get_rotation()
    width, height = page.get_size()
    words = []
    boxes = []
    for start, end, (_, start_x, end_x, low, high) in places[:MAX_PLACES]:
        if end > length:
            break
        words.append([start, end, 1])
        boxes.append(turned_box((start_x - left, top - high, end_x - left, top - low), turn, right - left, top - bottom))
    return {'size': [round(width, 1), round(height, 1)], 'words': words, 'boxes': boxes}


def turned_box(box, turn, width, height):
    """Returns a box of a page (left, top, right, bottom) as displayed after a clockwise turn of 0, 90, 180 or 270 degrees."""
    left, top, right, bottom = box
    if turn == 90:
        box = height - bottom, left, height - top, right
    elif turn == 180:
        box = width - right, height - bottom, width - left, height - top
    elif turn == 270:
        box = top, width - right, bottom, width - left
    return [round(edge, 1) for edge in box]


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
