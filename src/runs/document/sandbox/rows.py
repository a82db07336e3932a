"""Puts columns of figures that were recognised as blocks of their own back beside the lines that they belong to, and reads columns of
prose one after the other."""

import re

FIGURE = re.compile(r'[-–—]|[\d.,/%₹()*×x+-]*\d[\d.,/%₹()*×x+-]*|(?:rs|inr|nos|pcs)\.?|₹', re.IGNORECASE)
# Minimum share of a block's lines that consist of figures, and minimum number of them.
MOSTLY = 0.6
LEAST_LINES = 2
# Maximum distance between the middles of two lines on one row, as a share of the lower line's height.
NEAR = 0.5

# Minimum number of rows with a gap at the same place between two columns of prose, the minimum width of that gap as a multiple of the
# words' height, and the minimum mean number of words in a line of each column. Cells of forms and tables have fewer.
# The columns end where the distance to the next row is that much larger than between their first two.
LEAST_ROWS, GUTTER, LEAST_WORDS, APART = 3, 1.0, 3.5, 1.5
# Lines of prose fill their column: minimum share of its width, and minimum share of the lines above the last one. And they show
# sentences: minimum share of lines that begin with a small letter or end with a full stop. Long columns need none, because not every
# script has them. Labels and the values beside them do neither.
FILLED, MOST_FILLED, IN_SENTENCES, LONG_COLUMN = 0.7, 0.7, 0.4, 6
_FULL_STOPS = ('.', '।')


def rows_of(blocks):
    """
    Returns the lines of all blocks in reading order. A block is a list of lines, and a line is a list of words: the characters,
    the confidence and the box (left, top, right, bottom; None if unknown).
    """
    blocks = [[line for line in block if line] for block in blocks]
    columns = [block for block in blocks if is_column(block)]
    texts = [block for block in blocks if not is_column(block)]
    places = [(line, place) for block in texts for line in block if (place := around(line)) is not None]
    beside = {}
    for block in columns:
        for line in block:
            found = row_for(around(line), places)
            if found is not None:
                beside.setdefault(id(found), []).append(line)
    joined = {id(line) for lines in beside.values() for line in lines}
    rows = []
    for block in blocks:
        for line in block:
            if id(line) in joined:
                continue
            parts = [line, *beside.get(id(line), ())]
            rows.append([word for part in sorted(parts, key=left_of) for word in part])
    return rows


def is_column(block):
    figures = sum(all(FIGURE.fullmatch(word[0]) for word in line) for line in block)
    return figures >= LEAST_LINES and figures >= MOSTLY * len(block)


def around(line):
    """Returns the box around a line's words, or None."""
    boxes = [word[2] for word in line if word[2]]
    if not boxes:
        return None
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def left_of(line):
    place = around(line)
    return place[0] if place is not None else 0


def row_for(place, places):
    """Returns the line at the same height, to the left or to the right, or None."""
    if place is None:
        return None
    middle = (place[1] + place[3]) / 2
    found = None
    least = None
    for line, other in places:
        if other[0] < place[2] and place[0] < other[2]:
            continue
        distance = abs((other[1] + other[3]) / 2 - middle)
        height = min(other[3] - other[1], place[3] - place[1])
        if distance <= NEAR * height and (least is None or distance < least):
            found, least = line, distance
    return found


def columned(rows):
    """Returns rows in which two columns of prose that stand beside each other follow one another."""
    found = []
    at = 0
    while at < len(rows):
        end, gutter = at, None
        while end < len(rows) and (narrowed := gap_in(rows[end], gutter)) is not None:
            if end - at >= 2 and middle_of(rows[end]) - middle_of(rows[end - 1]) > APART * (middle_of(rows[at + 1]) - middle_of(rows[at])):
                break
            end, gutter = end + 1, narrowed
        sides = [sides_of(row, gutter) for row in rows[at:end]]
        if end - at >= LEAST_ROWS and all(is_prose([pair[nth] for pair in sides]) for nth in (0, 1)):
            found += [left for left, _ in sides if left] + [right for _, right in sides if right]
        else:
            end = at + 1
            found.append(rows[at])
        at = end
    return found


def gap_in(row, gutter):
    """Returns the part of a gutter (left, right; None for anywhere) that a row's words leave free; None if they leave none."""
    boxes = sorted(box for _, _, box in row if box)
    if not boxes or len(boxes) < len(row):
        return None
    least = GUTTER * sorted(box[3] - box[1] for box in boxes)[len(boxes) // 2]
    gaps = [(one[2], other[0]) for one, other in zip(boxes, boxes[1:])]
    if gutter is not None:
        # The last lines of two columns do not end alike, so a row may also end before the gutter, or begin after it.
        gaps += [(boxes[-1][2], gutter[1]), (gutter[0], boxes[0][0])]
        gaps = [(max(left, gutter[0]), min(right, gutter[1])) for left, right in gaps]
    widest = max(gaps, key=lambda gap: gap[1] - gap[0], default=None)
    return widest if widest is not None and widest[1] - widest[0] >= least else None


def middle_of(row):
    place = around(row)
    return (place[1] + place[3]) / 2


def sides_of(row, gutter):
    middle = (gutter[0] + gutter[1]) / 2
    return [word for word in row if word[2][0] < middle], [word for word in row if word[2][0] >= middle]


def is_prose(lines):
    """Returns whether the lines of a column are sentences, and not labels, values, codes and figures."""
    words = [word[0] for line in lines for word in line]
    letters = sum(any(char.isalpha() for char in chars) and not chars.endswith(':') for chars in words)
    filled = [line for line in lines if line]
    if len(filled) < LEAST_ROWS or len(words) < LEAST_WORDS * len(filled) or letters < 0.8 * len(words):
        return False
    places = [around(line) for line in filled]
    left, right = min(place[0] for place in places), max(place[2] for place in places)
    long = sum(place[2] - left >= FILLED * (right - left) for place in places[:-1])
    in_sentences = sum(line[0][0][:1].islower() or line[-1][0].endswith(_FULL_STOPS) for line in filled[1:])
    return long >= MOST_FILLED * (len(filled) - 1) and (
        in_sentences >= IN_SENTENCES * (len(filled) - 1) or len(filled) >= LONG_COLUMN
    )
