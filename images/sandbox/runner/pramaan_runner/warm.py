"""Loads libraries before the first job, so that no job has to wait for them."""

import gc
import importlib
import os
import sys
import warnings

from pramaan_runner import child


def up(preload):
    """Imports the given modules, and draws once if matplotlib is one of them."""
    # Give matplotlib a writable font cache. In jobs, the cache is already in memory.
    os.environ.update(child.ENVIRONMENT, MPLCONFIGDIR='/run/job')
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        for name in preload:
            importlib.import_module(name)
        if 'matplotlib.pyplot' in sys.modules:
            _draw_once()
    # Collect garbage once here instead of in every job. Pages that are never touched again remain shared.
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
