"""Finds the four straight sides of a sheet of paper."""

# Number of places along a side at which its distance is measured, and the maximum distance in pixels at which these still fit
# a line.
PLACES, NEAR = 40, 2
# How far a side may move to the edge of the paper, and on how much of each side of it brightness is averaged, in pixels.
REACH, BLUR = 20, 4
# Part of a side that is examined. Its ends may be bent or covered.
FROM, TO = 0.04, 0.96
# Minimum step of brightness to which a side is moved. On plain paper, noise has smaller ones everywhere.
LEAST_MOVE = 0.06


def around(area):
    """Returns the corners, clockwise from the upper left, of the quadrilateral whose sides contain most of an
    area's border; None if the area is too small. A covered corner does not move them."""
    import numpy

    rows, columns = numpy.nonzero(area.any(axis=1))[0], numpy.nonzero(area.any(axis=0))[0]
    if min(len(rows), len(columns)) < PLACES:
        return None
    height, width = area.shape
    top = line_through(columns, area.argmax(axis=0)[columns])
    bottom = line_through(columns, height - 1 - area[::-1].argmax(axis=0)[columns])
    left = line_through(rows, area.argmax(axis=1)[rows])
    right = line_through(rows, width - 1 - area[:, ::-1].argmax(axis=1)[rows])
    return [meeting(*pair) for pair in ((top, left), (top, right), (bottom, right), (bottom, left))]


def line_through(places, distances):
    """Returns the line (slope, distance at 0) that most of the points fit."""
    import numpy

    chosen = numpy.linspace(0, len(places) - 1, PLACES).astype(int)
    at, distance = places[chosen].astype(float), distances[chosen].astype(float)
    one, other = numpy.triu_indices(PLACES, PLACES // 5)
    slopes = (distance[other] - distance[one]) / (at[other] - at[one])
    starts = distance[one] - slopes * at[one]
    near = numpy.abs(slopes[:, None] * at + starts[:, None] - distance) <= NEAR
    most = near[near.sum(axis=1).argmax()]
    return numpy.polyfit(at[most], distance[most], 1)


def meeting(across, down):
    """Returns the point at which a line across (y by x) and a line down (x by y) meet."""
    y = (across[0] * down[1] + across[1]) / (1 - across[0] * down[0])
    return float(down[0] * y + down[1]), float(y)


def moved_to_edges(corners, light):
    """Moves each side to the line near it where brightness falls most. Returns the corners, and the smallest of the four steps.
    `light` is the logarithm of brightness, so that a step in a shadow counts as much as one in light."""
    import numpy

    corners = [numpy.array(corner, float) for corner in corners]
    middle = sum(corners) / 4
    sides = [moved_side(one, other, middle, light) for one, other in zip(corners, [*corners[1:], corners[0]])]
    found = []
    for (start, end, _), (other, last, _) in zip([sides[-1], *sides[:-1]], sides):
        along, across = end - start, last - other
        square = along[0] * across[1] - along[1] * across[0]
        offset = other - start
        share = (offset[0] * across[1] - offset[1] * across[0]) / square if square else 1
        found.append(tuple(float(edge) for edge in start + share * along))
    return found, min(step for _, _, step in sides)


def moved_side(start, end, middle, light):
    """Returns the ends of a moved side, and the step of brightness across it. A side along the frame has no visible edge."""
    import numpy

    along = end - start
    outwards = numpy.array([-along[1], along[0]]) / max(1, numpy.hypot(*along))
    if outwards @ (middle - start) > 0:
        outwards = -outwards
    share = numpy.linspace(FROM, TO, PLACES)
    offsets = numpy.arange(-REACH - BLUR, REACH + BLUR + 1)
    points = (start + share[:, None] * along)[:, None] + offsets[:, None] * outwards
    height, width = light.shape
    across, down = (numpy.clip(points[..., nth].round().astype(int), 0, size - 1) for nth, size in ((0, width), (1, height)))
    sums = numpy.cumsum(numpy.pad(light[down, across], ((0, 0), (1, 0))), axis=1)
    at = numpy.arange(2 * REACH + 1) + BLUR
    steps = ((sums[:, at] - sums[:, at - BLUR]) - (sums[:, at + BLUR + 1] - sums[:, at + 1])) / BLUR
    places, largest = steps.argmax(axis=1), steps.max(axis=1)
    slope, first = line_through(numpy.arange(PLACES), places)
    on_line = numpy.abs(slope * numpy.arange(PLACES) + first - places) <= NEAR
    step = float(numpy.median(numpy.where(on_line, largest, 0)))
    if is_outside(start + along / 2 + (first + slope * PLACES / 2 - REACH) * outwards, width, height):
        return start, end, 1.0
    if step < LEAST_MOVE:
        return start, end, step
    near, far = first - REACH, first + slope * (PLACES - 1) - REACH
    turn = (far - near) / (TO - FROM)
    return start + (near - FROM * turn) * outwards, end + (far + (1 - TO) * turn) * outwards, step


def is_outside(point, width, height):
    """Returns whether a point is on the frame of the picture or beyond it."""
    return not (2 < point[0] < width - 3 and 2 < point[1] < height - 3)
