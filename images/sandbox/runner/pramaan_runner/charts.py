"""Draws figures that a program showed or left open as PNG files, where the supervisor looks for them."""

import builtins

__builtins__ = dict(vars(builtins))

import os
import sys

FOLDER = '/tmp/.charts'
MAX_FIGURES = 20

_taken = 0


def note_saved(figure, target, kind):
    """Marks a figure that the program itself has saved as a PNG file."""
    if not isinstance(target, (str, os.PathLike)):
        return
    path = os.path.abspath(os.fspath(target))
    extension = os.path.splitext(path)[1].lower()
    if path.startswith('/tmp/') and (kind or extension.lstrip('.') or 'png').lower() == 'png':
        figure._sandbox_saved = path


def take_open():
    """Draws every open figure that has not been saved yet, and closes all figures."""
    global _taken
    backend = sys.modules.get('pramaan_runner.figures')
    if backend is None:
        return
    for figure in backend.open_figures():
        saved = getattr(figure, '_sandbox_saved', None)
        # Drawing clears the mark; a later change sets it again.
        if saved is not None and not figure.stale and os.path.exists(saved):
            continue
        if not figure.axes and not figure.texts and not figure.images and not figure.artists:
            continue
        if _taken < MAX_FIGURES:
            _taken += 1
            os.makedirs(FOLDER, exist_ok=True)
            figure.savefig(f'{FOLDER}/{os.getpid()}-{_taken}.png', format='png')
    backend.close_all()


def collect():
    """Draws the figures that are still open at the end of a job."""
    backend = sys.modules.get('pramaan_runner.figures')
    if backend is not None and backend.open_figures():
        take_open()
