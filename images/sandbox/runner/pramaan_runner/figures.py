"""A matplotlib backend that draws as Agg does, and whose show() leaves every open figure as a chart.

Loaded by matplotlib itself, by its name in MPLBACKEND, so that nothing is imported where no chart is drawn.
"""

from matplotlib import figure
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib._pylab_helpers import Gcf

from pramaan_runner import charts

_save = figure.Figure.savefig


def _savefig(self, fname, **options):
    """Saves as ever, and remembers that this picture is already in a file."""
    done = _save(self, fname, **options)
    charts.note_saved(self, fname, options.get('format'))
    return done


figure.Figure.savefig = _savefig


class FigureManager(FigureManagerBase):
    @classmethod
    def pyplot_show(cls, *, block=None):
        """Takes the open figures and closes them, as a notebook does."""
        charts.take_open()


class FigureCanvas(FigureCanvasAgg):
    manager_class = FigureManager


def open_figures():
    """Figures in the order in which they were made."""
    return [manager.canvas.figure for manager in sorted(Gcf.figs.values(), key=lambda manager: manager.num)]


def close_all():
    Gcf.destroy_all()
