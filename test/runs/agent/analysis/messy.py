"""Reads each dataset of a corpus as an analysis does, and prints how each result differs from the expected one."""
import base64
import io
import json
import math
import re
import sys
import traceback

sys.path.insert(0, '/tmp/.pramaan')
import openpyxl
import pandas as pd

from pramaan_data import Unreadable, read


def column(frame, key):
    """Returns a column: '#2' selects by position, '~pin' by a part of the name, and any other text by the whole name."""
    if key.startswith('#'):
        return frame.iloc[:, int(key[1:])]
    if key.startswith('~'):
        return frame[next(name for name in frame.columns if key[1:] in name)]
    return frame[key]


def sum_of(series):
    return float(series.sum()) if pd.api.types.is_numeric_dtype(series) else f'text: {list(series)[:5]}'


def compare(expect, frame, notes, profile):
    wrong = []

    def check(what, found, wanted):
        if found != wanted:
            wrong.append(f'{what}: {found!r}, not {wanted!r}')

    if 'refuse' in expect:
        return ['was read, not refused']
    if 'rows' in expect:
        check('rows', len(frame), expect['rows'])
    if 'columns' in expect:
        check('columns', list(frame.columns), expect['columns'])
    for key, wanted in expect.get('sums', {}).items():
        found = sum_of(column(frame, key))
        if isinstance(found, str) or not math.isclose(found, float(wanted), rel_tol=1e-12, abs_tol=1e-6):
            wrong.append(f'sum of {key}: {found}, not {wanted}')
    for key, wanted in expect.get('texts', {}).items():
        check(f'values of {key}', list(column(frame, key)), wanted)
    for key, wanted in expect.get('textsin', {}).items():
        check(f'values of {key}', sorted({str(value) for value in column(frame, key)} & set(wanted)), sorted(wanted))
    for key, wanted in expect.get('contains', {}).items():
        check(f'{wanted} in {key}', wanted in set(column(frame, key)), True)
    for key, wanted in expect.get('dates', {}).items():
        found = [value.isoformat()[:len(own)] if hasattr(value, 'isoformat') else value for value, own in zip(column(frame, key), wanted)]
        check(f'dates of {key}', found, wanted)
    for name in expect.get('pii', []):
        marks = {own['name']: own.get('pii') for own in profile['tables'][0]['columns']}
        check(f'{name} counts as an identifier', bool(marks[name]), True)
    shown = json.dumps(profile, ensure_ascii=False)
    check('values shown that must be hidden', [value for value in expect.get('hidden', []) if value in shown], [])
    if expect.get('quiet'):
        check('doubts', [note['code'] for note in profile['notes'] if note['ambiguous']], [])
    if 'note' in expect and not re.search(expect['note'], notes, re.I | re.S):
        wrong.append(f'no note {expect["note"]!r} in {notes[:600]!r}')
    if 'either' in expect:
        ways = [compared(way, frame, notes, profile) for way in expect['either']]
        if all(ways):
            wrong.append(f'none of: {ways}')
    return wrong


def compared(way, frame, notes, profile):
    try:
        return compare(way, frame, notes, profile)
    except (KeyError, StopIteration) as error:
        return [f'no column {error}']


def told(profile):
    """Returns the notes as one text, with (A) after each note that the answer repeats."""
    return ' | '.join(
        f'{note.get("column", "")}: {note["detail"]}{note.get("lines", "")}{"(A)" if note["ambiguous"] else ""}' for note in profile['notes']
    )


def saved(book):
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def look(case):
    if 'make' in case:
        # The program sets `data`. It may fill the workbook `book` and save it.
        made = {'book': openpyxl.Workbook(), 'saved': saved}
        exec(case['make'], made)
        data = made['data'] if isinstance(made['data'], bytes) else made['data'].encode()
    else:
        data = case['text'].encode() if 'text' in case else base64.b64decode(case['b64'])
    with open('/tmp/one', 'wb') as file:
        file.write(data)
    expect = case['expect']
    try:
        frames, _, profile = read('/tmp/one')
        return compared(expect, frames[profile['tables'][0]['name']], told(profile), profile)
    except Unreadable as error:
        refusals = [way['refuse'] for way in (expect, *expect.get('either', [])) if 'refuse' in way]
        said = f'{error.reason}: {error.detail}'
        return [] if any(re.search(way, said, re.I) for way in refusals) else [f'refused, {said}']
    except Exception:
        return [traceback.format_exc()[-800:]]


with open('/tmp/corpus') as corpus:
    for line in corpus:
        print(json.dumps(look(json.loads(line))))
