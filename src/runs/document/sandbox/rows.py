"""Moves columns of figures that were recognised as separate blocks back beside the lines that they belong to."""

import re

FIGURE = re.compile(r'[-–—]|[\d.,/%₹()*×x+-]*\d[\d.,/%₹()*×x+-]*|(?:rs|inr|nos|pcs)\.?|₹', re.IGNORECASE)
# Minimum share of a block's lines that consist of figures, and minimum number of them.
MOSTLY = 0.6
LEAST_LINES = 2
# Maximum distance between the middles of two lines on one row, as a share of the lower line's height.
NEAR = 0.5


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
