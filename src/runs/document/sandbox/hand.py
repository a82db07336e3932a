"""Finds words that are written by hand among printed ones, because what is read of handwriting is a guess.

The strokes of print are upright. Those of handwriting lean, which shows in the directions of the edges between ink and paper.
"""

import functools
import importlib.util
import os

# Height to which a word is scaled, in pixels.
HEIGHT = 40
# Minimum number of letters and digits in a word.
LEAST_SIGNS = 4
# Directions of edges in degrees: of upright strokes, and of those that lean to the right.
UPRIGHT, LEANING = 8, 35
# How many times as much as in print a word leans if it is handwriting, and how many times as much as the page's other words: on a
# blurred photo, print seems to lean, too.
LEAST_LEAN, LEAST_MORE = 2.5, 2.2
# Number of words in handwriting from which less is enough for other words of the page, and how many times as much as its printed ones
# they must lean.
SEVERAL, MORE_BESIDE = 2, 1.6
# How much the words of a page lean on average if all of it is handwriting.
ALL_LEAN = 6


def handwritten(image, words):
    """Returns the boxes of the words that look like handwriting. A word is its characters and its box in an evenly lit picture."""
    leans = []
    for chars, box in words:
        if sum(char.isascii() and char.isalnum() for char in chars) >= LEAST_SIGNS and chars.isascii():
            found, printed = lean_of(image, box), lean_in_print(chars)
            if found is not None and printed is not None:
                leans.append((box, found / printed))
    if not leans:
        return []
    usual = sorted(lean for _, lean in leans)[len(leans) // 2]
    # On a page that is written by hand as a whole, nothing else is usual.
    least = LEAST_LEAN if usual >= ALL_LEAN else max(LEAST_LEAN, LEAST_MORE * usual)
    if sum(lean >= least for _, lean in leans) >= SEVERAL:
        printed = sorted(lean for _, lean in leans)[len(leans) // 4]
        least = min(least, max(LEAST_LEAN, MORE_BESIDE * printed))
    return [box for box, lean in leans if lean >= least]


# Faces to compare with. Letters with serifs, and those whose round strokes are thinner in one direction, lean more.
FACES = ('DejaVuSans.ttf', 'DejaVuSerif.ttf', 'STIXGeneral.ttf')


@functools.cache
def lean_in_print(chars):
    """Returns how much a word leans at most in print, because the strokes of some characters (7, 4, A, w, /) do; None if the image has
    no face to draw it."""
    found = [lean for lean in (lean_in_face(chars, path) for path in faces()) if lean is not None]
    return max(*found, LEAST_PRINTED) if found else None


@functools.cache
def faces():
    found = importlib.util.find_spec('matplotlib')
    paths = [os.path.join(os.path.dirname(found.origin), 'mpl-data/fonts/ttf', name) for name in FACES] if found else []
    return [path for path in paths if os.path.exists(path)]


def lean_in_face(chars, path):
    import PIL.Image
    import PIL.ImageDraw
    import PIL.ImageFont

    font = PIL.ImageFont.truetype(path, HEIGHT)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(chars))
    image = PIL.Image.new('L', (right + 10, bottom + 10), 255)
    PIL.ImageDraw.Draw(image).text((0, 0), chars, font=font, fill=0)
    return lean_of(image, (left, top, right, bottom))


# Words of upright strokes alone lean so little that a speck would multiply it.
LEAST_PRINTED = 0.25


def lean_of(image, box):
    """Returns the ratio of leaning to upright edges in a word; None if it is too small to tell."""
    import numpy
    import PIL.Image
    from scipy import ndimage

    left, top, right, bottom = box
    if bottom - top < 8 or right - left < 12:
        return None
    crop = image.crop((left - 3, top - 3, right + 3, bottom + 3))
    scale = HEIGHT / (bottom - top)
    size = max(8, round(crop.width * scale)), max(8, round(crop.height * scale))
    grey = ndimage.gaussian_filter(numpy.asarray(crop.resize(size, PIL.Image.Resampling.BICUBIC), float), 1)
    across, down = ndimage.sobel(grey, axis=1), ndimage.sobel(grey, axis=0)
    strength = numpy.hypot(across, down)
    angle = numpy.degrees(numpy.arctan2(down, across)) % 180
    upright = strength[(angle < UPRIGHT) | (angle > 180 - UPRIGHT)].sum()
    leaning = strength[(angle >= UPRIGHT) & (angle < LEANING)].sum()
    return float(leaning / max(upright, 1.0))
