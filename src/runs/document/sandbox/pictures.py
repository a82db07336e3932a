"""Opens pictures of documents within limits, and prepares them for recognition."""

import io

from folds import unfolded

MAX_PIXELS = 25_000_000
# Longest side of a picture for recognition, in pixels. For comparison, an A4 page at 300 dots per inch is 3508 pixels high.
TARGET_SIDE = 2600
# Width of a strip when a picture's slant is measured, and how far a strip may slide, in pixels.
STRIP, SLIDE = 6, 90


class Unreadable(Exception):
    """Nothing can be read. The message is the reason in one word."""


def frames_of(data, limit):
    """Returns a picture's number of frames, and a generator of the first `limit` frames in shades of grey."""
    import PIL.Image
    import PIL.ImageOps

    PIL.Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    try:
        image = PIL.Image.open(io.BytesIO(data), formats=('PNG', 'JPEG', 'TIFF', 'WEBP', 'BMP', 'GIF'))
        count = getattr(image, 'n_frames', 1)
    except PIL.UnidentifiedImageError:
        raise Unreadable('unknown') from None
    except PIL.Image.DecompressionBombError:
        raise Unreadable('large') from None
    except MemoryError:
        raise
    except Exception:
        # For a damaged file, the decoders may raise many kinds of exceptions.
        raise Unreadable('damaged') from None

    def frames():
        for number in range(min(count, limit)):
            try:
                image.seek(number)
                if image.width * image.height > MAX_PIXELS:
                    raise Unreadable('large')
                yield flat(PIL.ImageOps.exif_transpose(image))
            except (Unreadable, MemoryError):
                raise
            except Exception:
                if number == 0:
                    raise Unreadable('damaged') from None
                return

    return count, frames()


def flat(image):
    """Converts a picture to shades of grey, with white instead of transparency."""
    import PIL.Image

    if image.mode in ('RGBA', 'LA', 'PA') or 'transparency' in image.info:
        image = image.convert('RGBA')
        ground = PIL.Image.new('RGBA', image.size, 'white')
        ground.alpha_composite(image)
        image = ground
    return image.convert('L')


def sized(view):
    """Scales a picture so that its letters have a suitable height for recognition."""
    import PIL.Image

    image = view.image
    side = max(image.size)
    if side == 0:
        raise Unreadable('empty')
    scale = TARGET_SIDE / side
    if 0.8 < scale < 1.25:
        return view
    scale = min(scale, 4)
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    return view.scaled(image.resize(size, PIL.Image.Resampling.LANCZOS))


def straight(view):
    """Rotates a picture by the angle, up to 13 degrees, at which its lines of writing stand out most."""
    import numpy

    small = view.image.copy()
    small.thumbnail((700, 700))
    ink = 255 - numpy.asarray(small, dtype=numpy.float32)
    # Rotating is slow. Sliding narrow strips up or down makes nearly the same rows.
    edges = numpy.arange(0, ink.shape[1], STRIP)
    strips = numpy.pad(numpy.add.reduceat(ink, edges, axis=1), ((SLIDE, SLIDE), (0, 0)), mode='edge')
    middles = edges + STRIP / 2 - ink.shape[1] / 2
    heights = numpy.arange(ink.shape[0])[:, None] + SLIDE

    def sharpness(angle):
        slid = numpy.round(numpy.tan(numpy.radians(angle)) * middles).astype(int)
        rows = strips[heights + slid[None, :], numpy.arange(len(edges))[None, :]].sum(axis=1)
        return float(((rows[1:] - rows[:-1]) ** 2).sum())

    best = max((step / 2 for step in range(-26, 27)), key=sharpness)
    best = max((best + step / 8 for step in range(-3, 4)), key=sharpness)
    if abs(best) < 0.2 or sharpness(best) < 1.1 * sharpness(0):
        return view
    return view.rotated(best)


def lit(image, fine=False):
    """Divides a picture by its own background, which removes shadows and lamplight and leaves the writing. `fine` also removes
    narrow shadows, such as those of folds."""
    import numpy
    import PIL.Image

    grey = numpy.asarray(image, dtype=numpy.float32)
    ratio = grey / numpy.maximum(background_of(image, *((3, 1.5) if fine else (9, 6))), 1)
    if fine:
        ratio = unfolded(ratio)
    return PIL.Image.fromarray((numpy.clip(ratio, 0, 1) * 255).astype('uint8'))


def background_of(image, reach, blur):
    """Returns the paper without its writing: the brightest pixel of each neighbourhood, smoothed."""
    import numpy
    import PIL.Image
    import PIL.ImageFilter

    small = image.resize((max(1, image.width // 8), max(1, image.height // 8)), PIL.Image.Resampling.BOX)
    paper = small.filter(PIL.ImageFilter.MaxFilter(reach)).filter(PIL.ImageFilter.GaussianBlur(blur))
    return numpy.asarray(paper.resize(image.size, PIL.Image.Resampling.BILINEAR), dtype=numpy.float32)


# Minimum length in pixels of a ruled line, as a share of the picture's longest side. The upper line of a word in Devanagari is
# shorter than the first, and a letter is lower than the second. If the second is shorter than the third, in pixels, the picture is
# too small to have any.
ACROSS, DOWN, SHORTEST = 0.12, 0.025, 10
# Maximum size of a hole in a line, in pixels. Gaps between letters are hardly smaller.
HOLE = 5
# Maximum share of ink around a line; anything darker is not a line. Tables often have two horizontal lines close to each other, and
# nothing else is as long.
MOST_ACROSS, MOST_DOWN = 0.8, 0.6


def ruled(ink):
    """Returns the places of the ruled lines of tables in a picture of ink."""
    import numpy
    from scipy import ndimage

    side = max(ink.shape)
    lines = numpy.zeros(ink.shape, bool)
    if DOWN * side < SHORTEST:
        return lines
    crossings = numpy.ones(ink.shape, bool)
    for axis, length, most in ((1, round(ACROSS * side), MOST_ACROSS), (0, round(DOWN * side), MOST_DOWN)):
        # A line that is not quite straight is a chain of short pieces, one beside the other.
        thick = ndimage.maximum_filter1d(ink.view('uint8'), 3, axis=1 - axis)
        # In bad light, a faint line has holes.
        whole = ndimage.minimum_filter1d(ndimage.maximum_filter1d(thick, HOLE, axis=axis), HOLE, axis=axis)
        long = ndimage.maximum_filter1d(ndimage.minimum_filter1d(whole, length, axis=axis), length, axis=axis)
        crossings &= long > 0
        lines |= (long > 0) & (ndimage.uniform_filter1d(thick.astype('float32'), 17, axis=1 - axis) < most)
    # Where two lines cross, neither is thin. The remainder of a crossing would be read as a colon or a quotation mark.
    return ndimage.binary_dilation(lines | crossings, iterations=1)


def unruled(image):
    """Returns an evenly lit picture without the ruled lines of its tables."""
    import numpy
    import PIL.Image

    grey = numpy.array(lit(image, fine=True))
    grey[ruled(grey < 175)] = 255
    return PIL.Image.fromarray(grey)
