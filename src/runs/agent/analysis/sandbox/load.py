import sys

sys.path.insert(0, '/tmp/.pramaan')

import numpy as np
import pandas as pd

from pramaan_data import Unreadable, chart_texts, known, plots, read, show_table, to_number


def _load(path):
    """Sets df, tables and rejected for later programs, and returns the profile."""
    try:
        frames, rejected, profile = read(path)
    except Unreadable as error:
        return {'unreadable': error.reason, 'detail': error.detail}
    chart_texts.hide(known.remember(frames, profile['tables']))
    main = profile['tables'][0]['name']
    globals().update(df=frames[main], tables=frames, rejected=rejected)
    return profile


plots.watch()
pd.set_option('display.width', 200, 'display.max_columns', 30, 'display.max_colwidth', 60)
_load('/tmp/dataset')
