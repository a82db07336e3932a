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
    """The share (0 to 1) of the total length of written lines that was not read, and where those lines are."""

    share: float
    areas: list


def gaps_of(image, boxes):
    """Finds the writing outside `boxes` (left, top, right, bottom)."""
    import numpy
    from scipy import ndimage

    from pictures import lit, ruled

    scale = min(1, SIDE / max(image.size))
    small = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    ink = numpy.asarray(lit(small, fine=True)) < 175
    ink &= ~ruled(ink)
    read = 0
    for left, top, right, bottom in boxes:
        left, top, right, bottom = (round(edge * scale) for edge in (left, top, right, bottom))
        read += right - left
        ink[max(0, top - 4) : bottom + 4, max(0, left - 8) : right + 8] = False
    # Smearing sideways joins the letters of a word, but keeps lines above each other separate.
    smeared = ndimage.binary_closing(numpy.pad(ink, 12), numpy.ones((1, 13), bool))[12:-12, 12:-12]
    labels, _ = ndimage.label(smeared)
    unread = 0
    areas = []
    for number, (rows, columns) in enumerate(ndimage.find_objects(labels), 1):
        height, width = rows.stop - rows.start, columns.stop - columns.start
        if not LEAST_HEIGHT <= height <= MOST_HEIGHT or width < LEAST_RATIO * height:
            continue
        if is_writing(ink[rows, columns] & (labels[rows, columns] == number)):
            unread += width
            areas.append([edge / scale for edge in (columns.start, rows.start, columns.stop, rows.stop)])
    return Gaps(unread / (unread + read) if unread else 0.0, areas[:MOST_AREAS])


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
