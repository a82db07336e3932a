"""What is loaded before the first job, so that no job has to wait for it."""

import gc
import importlib
import os
import sys
import warnings

from pramaan_runner import child


def up(preload):
    """Imports the modules named, and draws once where matplotlib is among them."""
    # A font cache that matplotlib may write to; in the jobs it is in memory already.
    os.environ.update(child.ENVIRONMENT, MPLCONFIGDIR='/run/job')
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        for name in preload:
            importlib.import_module(name)
        if 'matplotlib.pyplot' in sys.modules:
            _draw_once()
    # Collected once here instead of in every job; and pages that are never touched again stay shared.
    gc.collect()
    gc.freeze()


def _draw_once():
    import io

    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    axes.plot([0, 1], label='a')
    axes.bar([0, 1], [1, 2])
    axes.set_title('warm')
    axes.legend()
    figure.savefig(io.BytesIO(), format='png')
    pyplot.close('all')
