"""Distinguishes matplotlib figures that show data from those with only frames, titles and labels.

A PNG file without data gets a text chunk that says so (PNG, section 11.3.3). The chunk stays with the picture if the program
moves the file, and disappears if another picture replaces it.
"""

import contextlib
import functools
import weakref

import numpy as np
from matplotlib import image
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import Collection, QuadMesh
from matplotlib.container import BarContainer
from matplotlib.inset import InsetIndicator
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.table import Table
from matplotlib.text import Annotation, Text

# The text chunk that src/sandbox/png.ts looks for.
MARK = {'Pramaan': 'no data'}

# Artists drawn by counting methods, such as hist, that had nothing to count. Zeros counted by the program itself are data.
_counted_nothing = weakref.WeakSet()


def shows_data(figure):
    """Returns whether a drawn figure contains data, a picture, a table or text. Titles, labels, legends and colour bars do
    not count, but artists of unknown kinds do."""
    return any(_is_content(artist) for artist in _artists(figure))


def _artists(figure):
    """Yields the artists that the program has added to a figure, its subfigures and its axes."""
    titles = (figure._suptitle, figure._supxlabel, figure._supylabel)
    yield from (text for text in figure.texts if text not in titles)
    for found in (figure.lines, figure.patches, figure.images, figure.artists):
        yield from found
    for part in figure.subfigs:
        yield from _artists(part)
    for axes in figure.axes:
        yield from _in_axes(axes)


def _in_axes(axes):
    if not axes.get_visible() or getattr(axes, '_colorbar', None) is not None:
        return
    bars_of_nothing = {bar for container in axes.containers if _counts_nothing(container) for bar in container}
    for found in (axes.lines, axes.patches, axes.collections, axes.images, axes.texts, axes.tables, axes.artists):
        yield from (artist for artist in found if artist not in bars_of_nothing)
    # Includes insets, and the parasite axes of mpl_toolkits, which are children only while they are being drawn.
    for child in (*axes.get_children(), *getattr(axes, 'parasites', ())):
        if isinstance(child, Axes):
            yield from _in_axes(child)


def _counts_nothing(container):
    """Returns whether these are seaborn's bars for numpy's histogram of no values: flat, adjacent, from 0 to 1."""
    if not isinstance(container, BarContainer) or not len(container):
        return False
    along = 1 if container.orientation == 'horizontal' else 0
    corners = np.array([bar.get_bbox().get_points() for bar in container])
    starts, ends = corners[:, 0, along], corners[:, 1, along]
    flat = not np.any(corners[:, 0, 1 - along] != corners[:, 1, 1 - along])
    return flat and starts[0] == 0 and ends[-1] == 1 and np.allclose(starts[1:], ends[:-1])


def _is_content(artist):
    if not artist.get_visible() or artist in _counted_nothing:
        return False
    return next((look(artist) for kind, look in _LOOKS if isinstance(artist, kind)), True)


def _has_point(points):
    points = np.ma.filled(np.ma.asarray(points, dtype=float).reshape(-1, 2), np.nan)
    return bool(np.isfinite(points).all(axis=1).any())


def _has_value(array):
    return array is not None and bool(np.isfinite(np.ma.compressed(array)).any())


def _text(text):
    drawn = text.get_text().strip() or (isinstance(text, Annotation) and text.arrow_patch is not None)
    return bool(drawn) and _has_point(text.get_unitless_position())


def _patch(patch):
    return _has_point(patch.get_patch_transform().transform(patch.get_path().vertices))


def _collection(collection):
    if not _has_point(collection.get_offsets()):
        return False
    return any(_has_point(path.vertices) for path in collection.get_paths())


_LOOKS = (
    ((Legend, InsetIndicator), lambda _: False),
    (Line2D, lambda line: _has_point(line.get_xydata())),
    (Text, _text),
    (Table, lambda table: any(cell.get_text().get_text().strip() for cell in table.get_celld().values())),
    (Patch, _patch),
    ((image._ImageBase, QuadMesh), lambda picture: _has_value(picture.get_array())),
    (Collection, _collection),
)


def _counting(method, drawn_of):
    """Wraps a counting method so that its artists are remembered if it had nothing to count."""

    @functools.wraps(method)
    def count(self, *data, **options):
        result = method(self, *data, **options)
        counts, drawn = drawn_of(result)
        if options.get('weights') is None and options.get('C') is None and not np.any(np.nan_to_num(counts)):
            _counted_nothing.update(drawn)
        return result

    return count


def _print_png(method):
    """Wraps the method so that it marks figures without data when saving them. Figures without axes are not marked, because
    they are blank anyway."""

    @functools.wraps(method)
    def print_png(self, target, *, metadata=None, pil_kwargs=None):
        told = {**(metadata or {})}

        def look(_):
            # If examining the figure fails, it is not marked, and saving continues.
            with contextlib.suppress(Exception):
                if self.figure.axes and not shows_data(self.figure):
                    told.update(MARK)

        # Some artists only know their position after they have been drawn. The text chunk is written after that.
        listener = self.mpl_connect('draw_event', look)
        try:
            return method(self, target, metadata=told, pil_kwargs=pil_kwargs)
        finally:
            self.mpl_disconnect(listener)

    return print_png


def watch():
    """Patches matplotlib so that figures without data are marked when they are saved."""
    FigureCanvasAgg.print_png = _print_png(FigureCanvasAgg.print_png)
    Axes.hist = _counting(Axes.hist, lambda found: (found[0], _flat(found[2])))
    Axes.hist2d = _counting(Axes.hist2d, lambda found: (found[0], [found[3]]))
    Axes.hexbin = _counting(Axes.hexbin, lambda found: (found.get_array(), [found]))


def _flat(drawn):
    for item in drawn:
        if isinstance(item, (tuple, list)):
            yield from _flat(item)
        else:
            yield item
