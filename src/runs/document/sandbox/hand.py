"""Finds handwritten words among printed ones, because readings of handwriting are guesses. The strokes of
print are upright. Those of handwriting lean, which shows in the directions of the edges between ink and
paper.
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
# Minimum lean of a handwritten word, as a multiple of the lean of print, and as a multiple of the lean of the page's other words:
# on a blurred photo, print seems to lean, too.
LEAST_LEAN, LEAST_MORE = 2.5, 2.2
# Number of handwritten words from which a smaller lean is enough for other words of the page, and the minimum lean of these, as a
# multiple of the printed words' lean.
SEVERAL, MORE_BESIDE = 2, 1.6
# Minimum mean lean of a page's words if all of it is handwriting.
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
    # If the whole page is handwritten, there are no printed words to compare with.
    least = LEAST_LEAN if usual >= ALL_LEAN else max(LEAST_LEAN, LEAST_MORE * usual)
    if sum(lean >= least for _, lean in leans) >= SEVERAL:
        printed = sorted(lean for _, lean in leans)[len(leans) // 4]
        least = min(least, max(LEAST_LEAN, MORE_BESIDE * printed))
    return [box for box, lean in leans if lean >= least]


# Fonts to compare with. Letters with serifs, and those whose round strokes are thinner in one direction, lean more.
FACES = ('DejaVuSans.ttf', 'DejaVuSerif.ttf', 'STIXGeneral.ttf')


@functools.cache
def lean_in_print(chars):
    """Returns the maximum lean of a word in print, because the strokes of some characters (7, 4, A, w, /) do
    lean; None if the image has no font to draw it."""
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


# Words that consist only of upright strokes lean so little that a speck would multiply it.
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
