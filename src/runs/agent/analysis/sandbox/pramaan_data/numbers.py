"""Recognises and converts columns of numbers."""

import re

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from . import figures
from .cells import values_at
from .identifiers import is_quantity_name
from .notes import listed, plural

_EXACT = 1 << 53
# Maximum share of a long column's values that may be something else. Those are listed.
TOLERATED = 0.05
_LONG = 20
_CODE = re.compile(r'\d+[eE]\d+')


class Numbers:
    """A column of numbers for which the decimal mark is still undecided."""

    def __init__(self, cells, found, bad):
        self.cells = cells
        self.found = found
        self.bad = bad

    @property
    def decimals(self):
        """The decimal mark, '.' or ','. If either would fit, '' if that changes a value and 'both' if it does not. None if
        neither fits."""
        numbers = [figure for figure in self.found if figure is not None]
        dot = all(figure.dot is not None for figure in numbers)
        comma = all(figure.comma is not None for figure in numbers)
        if dot and comma:
            return '' if any(figure.dot != figure.comma for figure in numbers) else 'both'
        return '.' if dot else ',' if comma else None

    def facets(self):
        """Returns the (currencies, percent flags, units, sides) that occur."""
        numbers = [figure for figure in self.found if figure is not None]
        return (
            {figure.currency for figure in numbers if figure.currency},
            {figure.percent for figure in numbers},
            {figure.unit for figure in numbers},
            {figure.side for figure in numbers if figure.side},
        )


def recognise(cells):
    """Returns Numbers, or None if the column does not contain numbers."""
    tokens = set(cells.tokens)
    found, bad, good = [], [], 0
    for place, value in enumerate(cells.values):
        figure = None if place in tokens else figures.read(value)
        found.append(figure)
        if figure is not None:
            good += 1
        elif place not in tokens:
            bad.append(place)
            if len(bad) > 200 and len(bad) > good:
                return None
    if good == 0:
        return None
    _read_lakh(found)
    bad = sorted(bad + _strays(cells, found))
    if all(figure is None for figure in found):
        return None
    whole = cells.rows - cells.empty - cells.rows_with(cells.tokens)
    if bad and (whole < _LONG or cells.rows_with(bad) > whole * TOLERATED):
        return None
    return Numbers(cells, found, bad)


def _strays(cells, found):
    """Takes out figures with a unit where most have none, such as 1O or 12 l, and returns their places. A scanner may have
    taken a digit for a letter."""
    plain = cells.rows_with([place for place, figure in enumerate(found) if figure is not None and figure.unit is None])
    odd = [place for place, figure in enumerate(found) if figure is not None and figure.unit and figures.factor(figure.unit) is None]
    if not odd or cells.rows_with(odd) > plain:
        return []
    for place in odd:
        found[place] = None
    return odd


def _read_lakh(found):
    """Reads L as lakh rather than litres if Cr occurs too."""
    figures_of = [figure for figure in found if figure is not None]
    if {figure.side for figure in figures_of} - {None} == {'cr'} and {figure.unit for figure in figures_of} - {None} == {'l'}:
        for figure in figures_of:
            figure.unit = 'lakh' if figure.unit == 'l' else None


def conflict(numbers):
    """Returns why the figures, although each is a number, cannot be one column; None if they can."""
    currencies, percents, units, _ = numbers.facets()
    if len(currencies) > 1:
        return f'amounts in {listed(sorted(currencies))} cannot be added up'
    if len(percents) > 1:
        return 'some values have a percent sign and others have none'
    measures = {unit for unit in units if unit is None or figures.factor(unit) is None}
    if len(measures) > 1 or (len(units) > 1 and any(unit and figures.factor(unit) is None for unit in units)):
        return f'units differ: {listed(sorted(unit or "none" for unit in units))}'
    codes = _codes(numbers)
    if codes:
        return f'{listed(codes, 3)} may be codes rather than powers of ten'
    if numbers.decimals is None:
        return 'a comma is the decimal mark in some values and a point in others'
    return None


def _codes(numbers):
    """Returns values such as 1E5 that are more likely codes, because the column's name is not one of amounts."""
    if is_quantity_name(numbers.cells.name):
        return []
    return [value for value, figure in zip(numbers.cells.values, numbers.found) if figure is not None and _CODE.fullmatch(value)]


def convert(numbers, decimal, notes):
    """Returns (pandas values, facts for the profile)."""
    cells = numbers.cells
    currencies, percents, units, sides = numbers.facets()
    crore = _crore(numbers, sides)
    by_value = [None if figure is None else figures.value_of(figure, decimal, crore) for figure in numbers.found]
    facts = {'type': 'number'}
    if currencies:
        facts['currency'] = next(iter(currencies))
    if percents == {True}:
        facts['unit'] = 'percent'
        notes.add('percent', 'Percent signs removed: 12% is 12, not 0.12.', cells.name)
    elif any(unit and figures.factor(unit) is None for unit in units):
        facts['unit'] = next(iter(units))
    scaled = sorted(unit for unit in units if unit and figures.factor(unit))
    if scaled:
        notes.add('scaled', f'Written in {listed(scaled)}; converted to single units.', cells.name)
    _tell_sides(numbers, sides, crore, notes)
    _tell_missing(cells, notes)
    if numbers.bad:
        notes.add(
            'not-numbers', f'{plural(cells.rows_with(numbers.bad), "value")} read as missing (not a number): '
            f'{listed([cells.values[place] for place in numbers.bad], 3)}.',
            cells.name, cells.lines_of(numbers.bad), ambiguous=True,
        )
    return _series(cells, by_value), facts


def _series(cells, by_value):
    known = [value for value in by_value if value is not None]
    spread = cells.spread(by_value, None)
    if all(isinstance(value, int) and abs(value) <= _EXACT for value in known):
        return pd.array(spread, dtype='Int64') if any(v is None for v in by_value) or cells.empty else spread.astype('int64')
    return values_at(np.array([np.nan if value is None else float(value) for value in by_value] + [np.nan]), cells._places)


def _crore(numbers, sides):
    """Returns whether Cr means crore. It does not if Dr occurs too, or if an amount with Cr is grouped or has paise."""
    if 'cr' not in sides or 'dr' in sides:
        return False
    marked = [figure for figure in numbers.found if figure is not None and figure.side]
    return not any(figure.grouped or figure.decimals == 2 for figure in marked)


def _tell_sides(numbers, sides, crore, notes):
    if not sides:
        return
    places = [place for place, figure in enumerate(numbers.found) if figure is not None and figure.side]
    if crore:
        detail = '"Cr" was read as crore (10,000,000), because no amount with it is grouped or has paise; it may mean credit.'
    else:
        detail = '"Cr" was read as credit (the amount stays positive), not as crore (10,000,000).'
        if 'dr' in sides:
            detail = '"Cr" was read as credit (positive) and "Dr" as debit (negative); "Cr" was not read as crore.'
    notes.add('credit-or-crore', detail, numbers.cells.name, numbers.cells.lines_of(places), ambiguous=True)


def _tell_missing(cells, notes):
    if cells.tokens:
        words = listed(sorted({f'"{cells.values[place]}"' for place in cells.tokens}))
        notes.add(
            'missing-marks', f'{words} in {plural(cells.rows_with(cells.tokens), "row")} was read as missing, not as 0.',
            cells.name, cells.lines_of(cells.tokens), ambiguous=True,
        )


# Points followed by exactly three digits may group thousands.
_GROUPS = r'[+-]?\d{1,3}(?:\.\d{3})?'
def plain(cells):
    """Fast path for columns with only digits, signs and points. Returns None if any value is written differently."""
    if not cells.every_first(r'[+-]?\d{1,15}(?:\.\d+)?'):
        return None
    if cells.longest < 16 and cells.content.most <= ord('9') and not cells.has(b'+'):
        # The converter is faster than a pattern, and now sees no letters, such as those of exponents or NaN.
        values = _cast(cells.text, pa.int64())
        if values is not None:
            return values, 'both'
        values = _cast(cells.text, pa.float64())
        return None if values is None or cells.every(_GROUPS) else (values, '.')
    if cells.every(r'[+-]?\d{1,15}'):
        return _cast(_unsigned(cells.text), pa.int64()), 'both'
    if cells.every(r'[+-]?\d{1,15}(?:\.\d+)?') and not cells.every(_GROUPS):
        return _cast(_unsigned(cells.text), pa.float64()), '.'
    return None


def _cast(text, kind):
    """Returns text as numbers for pandas; None if a value is written differently. Converts the column part by
    part, so that each part reuses the memory of the previous one."""
    try:
        if text.null_count and kind == pa.int64():
            return pd.array(pc.cast(text, kind).to_pandas(), dtype='Int64')
        found = np.empty(len(text), kind.to_pandas_dtype())
        end = 0
        for part in text.chunks:
            start, end = end, end + len(part)
            found[start:end] = pc.cast(part, kind).to_numpy(zero_copy_only=False)
        return found
    except pa.ArrowInvalid:
        return None


def _unsigned(text):
    return pc.replace_substring_regex(text, r'^\+', '')
