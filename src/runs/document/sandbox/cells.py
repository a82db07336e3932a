"""Reads the cells of a bill's table again where recognition lost or misread a number, and lets the arithmetic of a line choose.

Recognition reads words in sentences. A single digit in a narrow column is lost without a trace, or becomes a letter.
"""

import re
from itertools import product

from rupees import DOUBTFUL, is_sum

# Confidence of the numbers of a line whose quantity times price equals its amount, to the paisa.
PROVEN = 75
_QUANTITY = re.compile(r'[0-9]{1,4}\Z')
# Maximum number of letters that a misread quantity may have, and the gap around a cell as a multiple of its height.
SHORT, GAP = 4, 0.9
# Space around a row's writing, as a share of its height.
ABOVE = 0.25


def completed(rows, read):
    """Returns the rows with the lost cells of their tables. A row is a list of words: the characters, the
    confidence, the box, and the second engine's reading, or None. `read` returns the second engine's
    reading of a box, and the box around that ink.
    """
    columns = columns_of(rows)
    found = []
    for row in rows:
        row = with_sums(row, columns, read) if columns else row
        if row is not None and len(sums_in(row)) >= 2:
            row = proven(with_quantity(row, read))
        found.append(row)
    return found


def sums_in(row):
    """Returns the indices of the sums at the end of a row."""
    found = []
    for at in range(len(row) - 1, -1, -1):
        if row[at][2] and is_sum(plain_of(row[at])):
            found.insert(0, at)
        elif found or any(char.isalnum() for char in row[at][0]):
            break
    return found


def plain_of(word):
    """Returns a sum according to one of the engines."""
    return word[3] if word[3] and is_sum(word[3]) and not is_sum(word[0]) else word[0]


def columns_of(rows):
    """Returns the extents (left, right) of the columns of prices and amounts; None if the page has no table with both."""
    pairs = [[row[at][2] for at in sums_in(row)[-2:]] for row in rows if len(sums_in(row)) >= 2]
    if len(pairs) < 2:
        return None
    columns = [(min(pair[nth][0] for pair in pairs), max(pair[nth][2] for pair in pairs)) for nth in (0, 1)]
    return columns if columns[0][1] < columns[1][0] else None


def with_sums(row, columns, read):
    """Adds a lost price or amount to a row that has the other one and a quantity."""
    sums = sums_in(row)
    last = sums[-1] if sums else next((at for at in range(len(row) - 1, -1, -1) if row[at][2] and is_sum(row[at][0])), None)
    if last is None or len(sums) > 1:
        return row
    height = row[last][2][3] - row[last][2][1]
    own = row[last][2]
    before = [word for word in row[:last] if word[2] and _QUANTITY.match(word[0])]
    if not before or not any(overlaps(own, column) for column in columns):
        return row
    left, right = columns[0] if overlaps(own, columns[1]) else columns[1]
    if overlaps(own, (left, right)):
        return row
    box = (left - height // 2, own[1] - round(ABOVE * height), right + height // 2, own[3] + round(ABOVE * height))
    chars, place = read(box)
    if not is_sum(chars):
        return row
    kept = [word for word in row if not (word[2] and overlaps(word[2], (left, right)))]
    return sorted([*kept, (chars, DOUBTFUL, place, chars)], key=lambda word: word[2][0] if word[2] else 0)


def overlaps(box, column):
    return box[0] < column[1] and column[0] < box[2]


def with_quantity(row, read):
    """Adds the quantity before a row's sums if it was lost, or replaces letters in its place."""
    first = sums_in(row)[-2]
    own = row[first][2]
    height = own[3] - own[1]
    start = first
    while start > 0 and row[start - 1][2]:
        following = row[start][2][0] if start < first else own[0] - height
        if start < first and following - row[start - 1][2][2] > GAP * height:
            break
        start -= 1
    cell = row[start:first]
    chars = ''.join(word[0] for word in cell)
    if start == 0 or (cell and _QUANTITY.match(chars)):
        return row
    if cell and len(chars) <= SHORT:
        left = min(word[2][0] for word in cell)
    else:
        # Everything up to the sums is the description.
        start, left = first, row[first - 1][2][2] if row[first - 1][2] else None
        if left is None or own[0] - left < 2 * height:
            return row
        left += height // 3
    box = (left, own[1] - round(ABOVE * height), own[0] - height // 3, own[3] + round(ABOVE * height))
    chars, place = read(box)
    if not _QUANTITY.match(chars):
        return row
    return [*row[:start], (chars, DOUBTFUL, place, chars), *row[first:]]


def proven(row):
    """Chooses between two readings of a row's numbers if quantity times price equals the amount for only one
    choice."""
    *_, price, amount = sums_in(row)
    if price == 0:
        return row
    places = (price - 1, price, amount)
    choices = [{row[at][0], row[at][3] or row[at][0]} for at in places]
    found = {}
    for quantity, each, total in product(*choices):
        if _QUANTITY.match(quantity) and int(quantity) * (paise_of(each) or 0) == (paise_of(total) or -1):
            found[int(quantity), paise_of(each), paise_of(total)] = (quantity, each, total)
    if len(found) != 1:
        return row
    row = list(row)
    for at, chars in zip(places, next(iter(found.values()))):
        row[at] = (chars, max(row[at][1], PROVEN), *row[at][2:])
    return row


def paise_of(chars):
    """Returns a sum in paise; None if it is neither rupees with paise nor whole rupees."""
    match = re.fullmatch(r'₹?([0-9][0-9,]*)(?:\.([0-9]{2}))?', chars)
    return None if match is None else int(match[1].replace(',', '')) * 100 + int(match[2] or 0)
