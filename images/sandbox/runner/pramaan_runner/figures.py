"""A matplotlib backend that draws like Agg, and whose show() turns every open figure into a chart.

Matplotlib itself loads it by its name in MPLBACKEND, so that nothing is imported unless a chart is drawn.
"""

from matplotlib import figure
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib._pylab_helpers import Gcf

from pramaan_runner import charts

_save = figure.Figure.savefig


def _savefig(self, fname, **options):
    """Saves as usual, and remembers that this picture is already in a file."""
    done = _save(self, fname, **options)
    charts.note_saved(self, fname, options.get('format'))
    return done


figure.Figure.savefig = _savefig


class FigureManager(FigureManagerBase):
    @classmethod
    def pyplot_show(cls, *, block=None):
        """Draws the open figures and closes them, as a notebook does."""
        charts.take_open()


class FigureCanvas(FigureCanvasAgg):
    manager_class = FigureManager


def open_figures():
    """Returns the figures in the order in which they were made."""
    return [manager.canvas.figure for manager in sorted(Gcf.figs.values(), key=lambda manager: manager.num)]


def close_all():
    Gcf.destroy_all()
