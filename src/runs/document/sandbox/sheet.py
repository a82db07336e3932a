"""Cuts a sheet of paper out of a photo and corrects its perspective."""

from sides import around, moved_to_edges

SIDE = 600
LEAST_PART = 0.2
# Maximum share of the frame covered by paper. A picture that is all paper is a scan.
MOST_PART = 0.97
# Minimum share of the quadrilateral between the sides that the bright area must fill, and vice versa. A thumb may cover a corner.
LEAST_FIT = 0.85
# Minimum step of brightness across each side of a sheet, and the step from which it is certainly the edge of paper. The edge of a
# shadow on the paper is a smaller step.
LEAST_STEP, CLEAR_STEP = 0.1, 0.3
# Brightness thresholds, as multiples of the one that separates the picture best: in a shadow, a single one would be too high.
LIMITS = (1.15, 1, 0.85, 0.7, 0.6, 0.5, 0.42, 0.35, 0.28)
# Margin that is cut off at each side, as a share of the sheet's size. The dark line along the edge would be read as a bar.
EDGE = 0.006


def sheet_of(view):
    """Returns a view of the sheet alone, with upright sides; None if there is no clear sheet with four straight sides."""
    import PIL.Image

    corners = corners_of(view.image)
    if corners is None:
        return None
    width = round(max(distance(corners[0], corners[1]), distance(corners[3], corners[2])))
    height = round(max(distance(corners[0], corners[3]), distance(corners[1], corners[2])))
    coefficients = projection([(0, 0), (width, 0), (width, height), (0, height)], corners)
    image = view.image.transform(
        (width, height), PIL.Image.Transform.PERSPECTIVE, coefficients, PIL.Image.Resampling.BICUBIC, fillcolor=255
    )
    return view.changed(image, (*coefficients, 1))


def corners_of(image):
    """Returns the corners of the sheet, clockwise from the upper left; None if there is no clear one.
    Candidates are large bright areas with four straight sides; the one with the clearest sides wins."""
    import numpy
    import PIL.Image
    import PIL.ImageFilter
    from scipy import ndimage

    scale = min(1, SIDE / max(image.size))
    small = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))), PIL.Image.Resampling.BOX)
    # Writing is thin, so the brightest pixel of each neighbourhood is paper or desk.
    grey = numpy.asarray(small.filter(PIL.ImageFilter.MaxFilter(7)).filter(PIL.ImageFilter.MinFilter(7)))
    light = numpy.log(grey + 10.0)
    best = None
    most = 0
    for limit in limits_of(grey):
        labels, count = ndimage.label(grey > limit)
        if count == 0:
            continue
        sizes = numpy.bincount(labels.ravel())[1:]
        area = ndimage.binary_fill_holes(labels == 1 + int(sizes.argmax()))
        if not LEAST_PART <= float(area.mean()) <= MOST_PART:
            continue
        corners = around(area)
        fit = fit_of(area, corners) if corners is not None else 0
        if fit < LEAST_FIT:
            continue
        corners, step = moved_to_edges(corners, light)
        clearness = fit * min(step, CLEAR_STEP)
        if step >= LEAST_STEP and clearness > most:
            best, most = corners, clearness
    return None if best is None else [((x + 0.5) / scale, (y + 0.5) / scale) for x, y in inside(best)]


def inside(corners):
    """Returns the corners of a slightly smaller quadrilateral with the same centre."""
    middle = [sum(corner[nth] for corner in corners) / 4 for nth in (0, 1)]
    return [tuple(edge + 2 * EDGE * (centre - edge) for edge, centre in zip(corner, middle)) for corner in corners]


def limits_of(grey):
    """Returns brightness thresholds that may separate paper from desk."""
    import numpy

    counts = numpy.bincount(grey.ravel(), minlength=256).astype(float)
    below = numpy.cumsum(counts)
    sums = numpy.cumsum(counts * numpy.arange(256))
    above = below[-1] - below
    with numpy.errstate(divide='ignore', invalid='ignore'):
        between = below * above * (sums / below - (sums[-1] - sums) / above) ** 2
    otsu = int(numpy.nan_to_num(between).argmax())
    return [round(otsu * factor) for factor in LIMITS]


def fit_of(area, corners):
    """Returns the share (0 to 1) of the area that the quadrilateral and the area have in common."""
    import numpy
    import PIL.Image
    import PIL.ImageDraw

    drawn = PIL.Image.new('1', (area.shape[1], area.shape[0]), 0)
    PIL.ImageDraw.Draw(drawn).polygon(corners, fill=1)
    inside = numpy.asarray(drawn)
    both = float((inside & area).sum())
    return both / max(1, inside.sum(), area.sum())


def distance(a, b):
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def projection(targets, sources):
    """Returns the eight coefficients with which Pillow maps each target point to a source point."""
    import numpy

    rows = []
    values = []
    for (x, y), (u, v) in zip(targets, sources):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return numpy.linalg.solve(numpy.array(rows, float), numpy.array(values, float))
