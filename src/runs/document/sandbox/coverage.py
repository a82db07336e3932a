"""Measures how much of a picture's writing was not read.

If recognition misses a row, it does not report words with low confidence; it reports no words at all. So the recognised
words are compared with the places where there is ink.
"""

from typing import NamedTuple

SIDE = 1300
MOST_AREAS = 200
# Ranges for the height in pixels, the ratio of width to height, and the density of ink in a line of writing.
LEAST_HEIGHT, MOST_HEIGHT = 6, 48
LEAST_RATIO = 3
DENSITY = (0.12, 0.5)
# A ruled line or the edge of the sheet, unlike writing, has no gaps between letters and is thin everywhere.
MOST_FILLED, THIN = 0.95, 4


class Gaps(NamedTuple):
    """The unread share (0 to 1) of the total length of written lines, and the places of those lines."""

    share: float
    areas: list


def gaps_of(image, boxes, lost=()):
    """Finds the writing outside `boxes` (left, top, right, bottom). `lost` are the boxes of words that were left out as guesses."""
    import numpy
    from scipy import ndimage

    from pictures import lit, ruled

    scale = min(1, SIDE / max(image.size))
    small = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    ink = numpy.asarray(lit(small, fine=True)) < 175
    ink &= ~ruled(ink)
    lost = [box for box in lost if not any(covers(other, box) for other in boxes)]
    read = 0
    for nth, (left, top, right, bottom) in enumerate([*boxes, *lost]):
        left, top, right, bottom = (round(edge * scale) for edge in (left, top, right, bottom))
        read += right - left if nth < len(boxes) else 0
        ink[max(0, top - 4) : bottom + 4, max(0, left - 8) : right + 8] = False
    # Smearing sideways joins the letters of a word, but keeps lines above each other separate.
    smeared = ndimage.binary_closing(numpy.pad(ink, 12), numpy.ones((1, 13), bool))[12:-12, 12:-12]
    labels, _ = ndimage.label(smeared)
    unread = sum(box[2] - box[0] for box in lost) * scale
    areas = [list(box) for box in lost]
    for number, (rows, columns) in enumerate(ndimage.find_objects(labels), 1):
        height, width = rows.stop - rows.start, columns.stop - columns.start
        if not LEAST_HEIGHT <= height <= MOST_HEIGHT or width < LEAST_RATIO * height:
            continue
        if is_writing(ink[rows, columns] & (labels[rows, columns] == number)):
            unread += width
            areas.append([edge / scale for edge in (columns.start, rows.start, columns.stop, rows.stop)])
    return Gaps(unread / (unread + read) if unread else 0.0, areas[:MOST_AREAS])


def covers(box, other):
    """Returns whether a box contains the middle of another one."""
    across, down = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= across <= box[2] and box[1] <= down <= box[3]


# Maximum width of a character, and height of a word, as a multiple of the height of the page's words.
MOST_WIDE, MOST_HIGH = 3, 2.5


def inked(rows):
    """Returns the boxes of a page's words that show where writing was read. A box that is too large for its
    word may hide unread writing, and isolated signs are often misread specks and lines."""
    words = [(chars, box) for row in rows for chars, _, box in row if box and any(char.isalnum() for char in chars)]
    if not words:
        return []
    height = sorted(box[3] - box[1] for _, box in words)[len(words) // 2]
    return [
        box
        for chars, box in words
        if box[3] - box[1] <= MOST_HIGH * height and box[2] - box[0] <= MOST_WIDE * len(chars) * max(height, box[3] - box[1])
    ]


def is_writing(ink):
    height, width = ink.shape
    columns = ink.sum(axis=0)
    filled = int((columns > 0).sum())
    if filled == 0 or (filled > MOST_FILLED * width and columns.sum() < THIN * filled):
        return False
    return DENSITY[0] <= float(columns.sum()) / (height * width) <= DENSITY[1]


# Brightness below which a pixel of an evenly lit picture is ink.
DARK = 150


def ink_in(image, box):
    """Returns the box around the ink in a part of an evenly lit picture; None if it is empty."""
    import numpy

    left, top, right, bottom = (max(0, round(edge)) for edge in box)
    if right - left < 2 or bottom - top < 2:
        return None
    ink = numpy.asarray(image.crop((left, top, right, bottom))) < DARK
    columns, rows = numpy.nonzero(ink.sum(axis=0) > 1)[0], numpy.nonzero(ink.any(axis=1))[0]
    if len(columns) == 0 or len(rows) == 0:
        return None
    return left + int(columns[0]), top + int(rows[0]), left + int(columns[-1]) + 1, top + int(rows[-1]) + 1
