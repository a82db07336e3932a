"""Columns of dates and times."""

from datetime import timedelta, timezone

import numpy as np
import pandas as pd

from . import moments
from .cells import values_at
from .notes import listed, plural
from .numbers import TOLERATED

_LONG = 20
_ZONES = {'Z': 0, 'UTC': 0, 'GMT': 0, 'IST': 330}


class Dates:
    """A column of dates for which it is still undecided whether the day or the month comes first."""

    def __init__(self, cells, found, bad):
        self.cells = cells
        self.found = found
        self.bad = bad
        numeric = [moment for moment in found if moment is not None and moment.order == 'numeric']
        self.numeric = bool(numeric)
        self.day_first = any(moment.first > 12 for moment in numeric)
        self.month_first = any(moment.second > 12 for moment in numeric)


def recognise(cells):
    """Returns Dates, or None if the column does not contain dates."""
    tokens = set(cells.tokens)
    found, bad, good = [], [], 0
    for place, value in enumerate(cells.values):
        moment = None if place in tokens else moments.read(value)
        found.append(moment)
        good += moment is not None
        if moment is None and place not in tokens:
            bad.append(place)
            if len(bad) > 50 and len(bad) > good:
                return None
    whole = cells.rows - cells.empty - cells.rows_with(cells.tokens)
    if good == 0 or (bad and (whole < _LONG or cells.rows_with(bad) > whole * TOLERATED)):
        return None
    return Dates(cells, found, bad)


def conflict(dates):
    """Returns why the values cannot be one column of dates; None if they can."""
    if dates.day_first and dates.month_first:
        first = [place for place, moment in enumerate(dates.found) if _numeric(moment) and moment.first > 12]
        second = [place for place, moment in enumerate(dates.found) if _numeric(moment) and moment.second > 12]
        values = dates.cells.values
        return (
            f'the day comes first in {listed([values[p] for p in first], 2)} and the month in '
            f'{listed([values[p] for p in second], 2)}'
        )
    zones = {bool(moment.zone) for moment in dates.found if moment is not None}
    return 'some times have a time zone and others have none' if len(zones) > 1 else None


def _numeric(moment):
    return moment is not None and moment.order == 'numeric'


def convert(dates, day_first_elsewhere, notes):
    """Returns (pandas values, facts). `day_first_elsewhere` is the order proven by other dates in the file; None if they
    prove nothing."""
    cells = dates.cells
    day_first = dates.day_first or not (dates.month_first or day_first_elsewhere is False)
    by_value, impossible = [], []
    for place, moment in enumerate(dates.found):
        value = None if moment is None else moments.value_of(moment, day_first)
        if moment is not None and value is None:
            impossible.append(place)
        elif value is not None and moment.zone:
            value = (value - _offset(moment.zone)).replace(tzinfo=timezone.utc)
        by_value.append(value)
    _tell(dates, day_first, day_first_elsewhere, notes)
    lost = [*dates.bad, *impossible]
    if lost:
        notes.add(
            'not-dates', f'{plural(cells.rows_with(lost), "value")} read as missing (not a date): '
            f'{listed([cells.values[place] for place in lost], 3)}.', cells.name, cells.lines_of(lost), ambiguous=True,
        )
    zoned = any(moment is not None and moment.zone for moment in dates.found)
    if zoned:
        notes.add('time-zone', 'Times have a zone and were converted to UTC; Indian days need tz_convert("Asia/Kolkata").', cells.name)
    kind = 'time' if any(moment is not None and moments.has_clock(moment) for moment in dates.found) else 'date'
    table = pd.to_datetime(pd.Series([*by_value, None], dtype=object), utc=True if zoned else None)
    days = table.to_numpy() if not zoned else table.dt.tz_localize(None).to_numpy()
    series = pd.Series(values_at(days, cells._places), copy=False)
    return (series.dt.tz_localize('UTC') if zoned else series), {'type': kind}


def _offset(zone):
    if zone in _ZONES:
        return timedelta(minutes=_ZONES[zone])
    digits = zone[1:].replace(':', '')
    minutes = int(digits[:2]) * 60 + int(digits[2:])
    return timedelta(minutes=-minutes if zone[0] == '-' else minutes)


def _tell(dates, day_first, elsewhere, notes):
    cells = dates.cells
    known = [(place, moment) for place, moment in enumerate(dates.found) if moment is not None]
    if dates.numeric and not dates.day_first and not dates.month_first:
        place, moment = next(
            ((p, m) for p, m in known if m.order == 'numeric' and m.first != m.second), (None, None)
        )
        if place is not None:
            value = moments.value_of(moment, day_first)
            meant = '' if value is None else f': "{cells.values[place]}" is {value.day} {value:%B %Y}'
            why = 'as in other dates of this file' if elsewhere is not None else 'as in India; nothing in the file proves it'
            first = 'day' if day_first else 'month'
            notes.add('day-or-month-first', f'The {first} was taken to come first, {why}{meant}.', cells.name, ambiguous=elsewhere is None)
    elif dates.month_first:
        notes.add('month-first', 'The month comes first in this column; a value proves it.', cells.name)
    if any(moment.short_year for _, moment in known):
        notes.add('short-years', 'Years of two digits: 69 to 99 are 19xx, 00 to 68 are 20xx.', cells.name, ambiguous=True)
    if len({moment.order for _, moment in known}) > 1:
        notes.add('date-forms', 'Dates are written in more than one form.', cells.name)
    if cells.tokens:
        notes.add('missing-marks', f'{plural(cells.rows_with(cells.tokens), "row")} marked as without a date.', cells.name)


def proof_in(texts):
    """Returns the order proven by dates inside these strings: True for day first, False for month first, None if they
    prove nothing."""
    found = [moments.read(word) for text in texts for word in text.replace(',', ' ').split()]
    numeric = [moment for moment in found if _numeric(moment)]
    day, month = any(m.first > 12 for m in numeric), any(m.second > 12 for m in numeric)
    return None if day == month else day
