"""Removes the shadows of folds, which run across the sheet and are not much higher than a line of writing."""

# Number of strips into which a page is divided, because a fold may not be quite level, and the minimum height of a page in
# pixels.
STRIPS, LEAST_HEIGHT = 8, 400
# Percentile of the brightness in a strip's row of pixels that is still paper, even where there is
# writing.
PAPER = 85
# Maximum height in pixels of a dark row that is not a fold, such as the upper line of words in Devanagari, and
# lines of tables.
THIN = 11
# Brightness below which a row is in the shadow of a fold.
SHADED = 0.97


def unfolded(ratio):
    """Divides an evenly lit picture (0 to 1) by the brightness of the paper in each of its rows."""
    import numpy
    from scipy import ndimage

    height, width = ratio.shape
    if height < LEAST_HEIGHT or width < STRIPS * THIN:
        return ratio
    edges = numpy.linspace(0, width, STRIPS + 1).astype(int)
    paper = numpy.stack([numpy.percentile(ratio[:, left:right:3], PAPER, axis=1) for left, right in zip(edges, edges[1:])], axis=1)
    paper = ndimage.minimum_filter1d(ndimage.maximum_filter1d(paper, THIN, axis=0), THIN, axis=0)
    paper = numpy.where(paper < SHADED, numpy.maximum(paper, 0.2), 1)
    if (paper == 1).all():
        return ratio
    middles = (edges[:-1] + edges[1:]) / 2
    at = numpy.clip(numpy.interp(numpy.arange(width), middles, numpy.arange(STRIPS)), 0, STRIPS - 1)
    left = at.astype(int)
    right = numpy.minimum(left + 1, STRIPS - 1)
    share = (at - left).astype('float32')
    return ratio / (paper[:, left] * (1 - share) + paper[:, right] * share)
