"""Finds words in upright block letters by hand. They do not lean, but printed capitals and figures end at the same heights, and those
that are written by hand do not."""

# Minimum number of letters and figures in a word, and minimum height of one as a share of the word's: lower ones are points and dashes.
LEAST_SIGNS, HIGH = 4, 0.6
# Maximum width of a letter as a multiple of its height. Wider ink is a line, or several letters that touch.
WIDE = 1.4
# Brightness below which a pixel is ink.
INK = 140
# Unevenness of a word in block letters as a share of its height, and as a multiple of that of the page's print. On a blurred or folded
# page, print is uneven, too. Beside several such words, less is enough.
LEAST, LEAST_BESIDE, MORE, SEVERAL = 0.028, 0.018, 2.2, 3
# How uneven the evenest quarter of a page's words is if hardly any of it is print.
ALL = 0.018
# Signs that are lower than a letter, and letters that reach below the line in print.
LOW, DEEP = '.,-:;_\'"', 'JQ'


def in_block_letters(image, words):
    """Returns the boxes of words in block letters. A word is its characters and its box in an evenly lit picture. Beside several of
    them, words with figures count, too, unless they are even."""
    found = [(chars, box, unevenness_of(image, chars, box)) for chars, box in words if is_level(chars) or has_figure(chars)]
    known = sorted(uneven for _, _, uneven in found if uneven is not None)
    if not known:
        return []
    usual = known[len(known) // 4]
    usual = 0 if usual >= ALL else MORE * usual
    least = max(LEAST, usual)
    if sum(uneven >= least for uneven in known) < SEVERAL:
        return [box for chars, box, uneven in found if is_level(chars) and (uneven or 0) >= least]
    least = max(LEAST_BESIDE, usual)
    return [box for _, box, uneven in found if uneven is None or uneven >= least]


def has_figure(chars):
    return any(char.isdigit() for char in chars)


def is_level(chars):
    """Returns whether a word has only characters that are equally high in print."""
    signs = [char for char in chars if char.isalnum()]
    return chars.isascii() and len(signs) >= LEAST_SIGNS and all(char.isdigit() or char.isupper() for char in signs)


def unevenness_of(image, chars, box):
    """Returns how far the tops and feet of a word's letters are from a line, as a share of their height; None if there are too few."""
    import numpy
    from scipy import ndimage

    if not is_level(chars):
        return None
    left, top, right, bottom = box
    margin = round((bottom - top) * 0.1)
    ink = numpy.asarray(image.crop((left, top - margin, right, bottom + margin))) < INK
    labels, _ = ndimage.label(ink, numpy.ones((3, 3)))
    signs = sorted(
        ((columns.start + columns.stop) / 2, rows.start, rows.stop)
        for rows, columns in ndimage.find_objects(labels)
        if rows.stop - rows.start >= HIGH * (bottom - top) and columns.stop - columns.start <= WIDE * (rows.stop - rows.start)
    )
    signs = level_ones(signs, [char for char in chars if char not in LOW])
    if len(signs) < LEAST_SIGNS:
        return None
    places, tops, feet = numpy.array(signs, float).T
    height = float(numpy.median(feet - tops))
    return sum(spread(places, ends) for ends in (tops, feet)) / (2 * height)


def level_ones(signs, chars):
    """Returns the signs without those that are higher or lower than capitals in print; none if it is unclear which these are."""
    is_other = [char in DEEP or not char.isalnum() for char in chars]
    if not any(is_other):
        return signs
    return [sign for sign, other in zip(signs, is_other) if not other] if len(signs) == len(chars) else []


def spread(places, ends):
    """Returns the usual distance of points from the line through them."""
    import numpy

    return float(numpy.abs(ends - numpy.polyval(numpy.polyfit(places, ends, 1), places)).mean())
