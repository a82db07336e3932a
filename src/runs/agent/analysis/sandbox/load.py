import json
import sys

sys.path.insert(0, '/tmp/.pramaan')

import numpy as np
import pandas as pd

from pramaan_data import Unreadable, chart_texts, known, plots, read, show_table, to_number
from pramaan_data.notes import listed

# The runner returns at most 256 KiB.
_MOST = 200_000


def _publish(frames, rejected, tables):
    """Sets df, tables and rejected for later programs, and hides the identifiers of all tables. `tables` are their profiles."""
    chart_texts.hide(known.remember(frames, tables))
    globals().update(df=frames[tables[0]['name']], tables=frames, rejected=rejected)


def _load(path):
    """Reads the only dataset and returns its profile."""
    try:
        frames, rejected, profile = read(path)
    except Unreadable as error:
        return {'unreadable': error.reason, 'detail': error.detail}
    _publish(frames, rejected, profile['tables'])
    return profile


def _load_all(given):
    """Reads several datasets into one set of tables and returns their profiles by name."""
    tables, turned_away, profiles = {}, [], []
    for number, (name, path) in enumerate(given):
        try:
            frames, rejected, profile = read(path)
        except Unreadable as error:
            return {'unreadable': error.reason, 'detail': error.detail, 'dataset': number}
        keys = {}
        for own, frame in frames.items():
            keys[own] = _free(name if len(frames) == 1 else f'{name}/{own}', tables)
            tables[keys[own]] = frame
        turned_away += rejected
        for table in profile['tables']:
            table['name'] = keys.get(table['name'], table['name'])
        for note in profile['notes']:
            note['detail'] = note['detail'].replace('/tmp/dataset', path)
            if note['code'] == 'several-tables':
                found = [f'"{table["name"]}"' for table in profile['tables']]
                note['detail'] = f'`tables` has {listed(found)} from this dataset.'
        profiles.append({'name': name, 'profile': profile})
    _publish(tables, turned_away, [table for one in profiles for table in one['profile']['tables']])
    if len(json.dumps(profiles)) > _MOST:
        for one in profiles:
            _shorten(one['profile'])
    return {'datasets': profiles}


def _free(name, tables):
    """Returns the name with a number if there is such a table already."""
    number = 1
    while (key := name if number == 1 else f'{name} ({number})') in tables:
        number += 1
    return key


def _shorten(profile):
    """Keeps only what tells columns apart."""
    for table in profile['tables']:
        table['columns'] = [
            {key: column[key] for key in ('name', 'dtype', 'type', 'pii') if key in column} for column in table['columns']
        ]


def _given():
    try:
        with open('/tmp/.pramaan/datasets.json') as file:
            return json.load(file)
    except FileNotFoundError:
        return None


plots.watch()
pd.set_option('display.width', 200, 'display.max_columns', 30, 'display.max_colwidth', 60)
_datasets = _given()
_load('/tmp/dataset') if _datasets is None else _load_all(_datasets)
