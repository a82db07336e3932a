"""Masks a dataset's identifiers in the texts of charts, which the service cannot read in a picture."""

import functools

from matplotlib.text import Text

_draw = Text.draw


def hide(identifiers):
    """Makes every text mask the given identifiers when it is drawn. `identifiers` is a known.Filter or None."""

    @functools.wraps(_draw)
    def draw(self, *given, **options):
        own = self._text
        try:
            self._text = identifiers.mask(own)
            return _draw(self, *given, **options)
        finally:
            self._text = own

    Text.draw = _draw if identifiers is None else draw
